// SPDX-License-Identifier: Apache-2.0
#include "judge/engine.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "derive/port_name.h"
#include "derive/ports.h"
#include "derive/window.h"
#include "judge/ask_rules.h"
#include "judge/evaluate.h"
#include "judge/group_reach.h"
#include "judge/host_summary.h"
#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "judge/run_context.h"
#include "judge/site_sources.h"
#include "judge/subjects.h"
#include "judge/verdict/earlier_failures.h"
#include "judge/verdict/fold.h"
#include "judge/verdict/score.h"
#include "judge/verdict/tally.h"
#include "judge/verdict/verdict.h"
#include "judge/verdict/waive.h"
#include "policy/policy.h"
#include "policy/policy_lint.h"
#include "rocelint_version.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"

namespace rocelint {
namespace {

/// Failures first, then what follows from them, what is unknown, waived.
int rank(const JudgedFinding& judged) {
  switch (judged.finding.outcome) {
    case Outcome::fail:
      return judged.is_root_cause() ? 0 : 1;
    case Outcome::unknown:
      return judged.finding.gates ? 2 : 3;
    case Outcome::waived:
    case Outcome::pass:
    case Outcome::not_applicable:
      break;
  }
  return 4;
}

/// The worst first; equals stay in the order of rules and subjects.
void sort_findings(std::vector<JudgedFinding>& findings) {
  std::ranges::stable_sort(findings, [](const JudgedFinding& a, const JudgedFinding& b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.finding.severity > b.finding.severity;
  });
}

/// The same of what passed, then of what does not apply.
void sort_findings(std::vector<SettledFinding>& findings) {
  std::ranges::stable_sort(findings, [](const SettledFinding& a, const SettledFinding& b) {
    return a.outcome != b.outcome ? a.outcome == Outcome::pass : a.severity > b.severity;
  });
}

/// All of them as the report has them, worst first.
std::vector<Finding> report_findings(AskedRules& asked, const Policy& policy,
                                     ReportedFindings reported) {
  const auto siblings = count_siblings(asked.findings, asked.settled);
  sort_findings(asked.findings);
  std::vector<Finding> findings;
  for (auto& judged : asked.findings) {
    judged.finding.siblings = siblings.at(judged.rule);
    findings.push_back(std::move(judged.finding));
  }
  if (reported == ReportedFindings::open) {
    return findings;
  }
  sort_findings(asked.settled);
  findings.reserve(findings.size() + asked.settled.size());
  for (const auto& settled : asked.settled) {
    const auto& rule = *settled.rule;
    auto& finding =
        findings.emplace_back(name_finding(rule, *settled.subject, treatment_of(rule, policy)));
    finding.outcome = settled.outcome;
    if (const auto counted = siblings.find(&rule); counted != siblings.end()) {
      finding.siblings = counted->second;
    }
  }
  return findings;
}

PortReport describe(const PortView& view) {
  PortReport report;
  report.device = view.device->name;
  report.port = view.port == nullptr ? 0 : view.port->number;
  if (view.netdev != nullptr) {
    report.netdev = view.netdev->name;
  }
  if (const auto* address = view.device->pci_address.known()) {
    report.pci_address = *address;
  }
  return report;
}

std::vector<PortReport> report_ports(const HostView& host, const Verdicts& verdicts) {
  std::vector<PortReport> ports;
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    auto port = describe(host.ports[i].view);
    port.judged = true;
    port.role = host.roles[host.ports[i].role].role->name;
    port.verdict = verdicts.ports[i];
    ports.push_back(std::move(port));
  }
  for (const auto& unjudged : host.rest) {
    auto port = describe(unjudged.view);
    port.reason = unjudged.reason;
    ports.push_back(std::move(port));
  }
  std::ranges::stable_sort(ports, [](const PortReport& a, const PortReport& b) {
    return std::tie(a.device, a.port) < std::tie(b.device, b.port);
  });
  return ports;
}

std::vector<RoleReport> report_roles(const HostView& host, const Verdicts& verdicts) {
  std::vector<RoleReport> roles;
  for (std::size_t i = 0; i < host.roles.size(); ++i) {
    const auto& judged = host.roles[i];
    RoleReport role;
    role.role = judged.role->name;
    role.ports_judged = static_cast<std::int64_t>(judged.ports.size());
    role.ports_ready = std::count_if(
        judged.ports.begin(), judged.ports.end(),
        [&](std::size_t port) { return verdicts.ports[port] >= Verdict::ready_with_warnings; });
    if (const auto* expected = judged.resolved.parameters.expect.ports.known()) {
      role.ports_expected = *expected;
    }
    role.hardware = hardware_of(host, judged);
    role.lines = summary_of(host, judged);
    role.verdict = verdicts.roles[i];
    roles.push_back(std::move(role));
  }
  return roles;
}

std::string told(const Unknown& why) {
  return in_words(why.reason) + (why.detail.empty() ? "" : " (" + why.detail + ')');
}

/// Groups of the policy of which it can't be told whether they hold here were not applied, and a
/// port that several roles may pick was given to the first.
void note_undecided_policy(const HostView& host, Report& report) {
  std::set<std::string> notes;
  const auto note = [&](const UndecidedGroup& group) {
    notes.insert("policy group " + group.from + " not applied: " + told(group.why));
  };
  for (const auto& role : host.roles) {
    for (const auto& group : role.resolved.undecided) {
      if (!group.asks_about_port) {
        note(group);
      }
    }
  }
  for (const auto& port : host.ports) {
    std::ranges::for_each(port.resolved->undecided, note);
    if (port.role_doubt) {
      notes.insert(device_and_port(port.view) + " may be of another role than " +
                   host.roles[port.role].role->name + ": " + told(*port.role_doubt));
    }
  }
  report.incomplete.insert(report.incomplete.end(), notes.begin(), notes.end());
  report.complete = report.complete && notes.empty();
}

/// Not asked for is not the same as not readable.
bool has_job(const Job& job) {
  const auto* why = job.settings.unknown();
  return why == nullptr || why->reason != Reason::not_collected;
}

std::optional<std::int64_t> window_of(const HostView& host) {
  for (const auto& port : host.ports) {
    if (const auto* window = port.growth.window_us.known()) {
      return *window;
    }
  }
  return std::nullopt;
}

void decide_gate(const Policy& policy, const EngineOptions& options, Report& report) {
  auto decision = decide(report.verdict, options.fail_on);
  if (decision.gate == Gate::pass && options.fail_on.contains(FailOn::new_failure) &&
      report.baseline && report.baseline->fresh > 0) {
    decision = {.gate = Gate::stop, .exit_code = 1};
  }
  if (policy.enforce) {
    report.gate = decision.gate;
    report.exit_code = decision.exit_code;
  } else if (decision.gate == Gate::stop) {
    report.exit_code_if_enforced = decision.exit_code;
  }
}

/// All but the findings themselves.
Report report_on(const HostView& host, const Policy& policy, const RuleSet& rules,
                 AskedRules& asked, const EngineOptions& options) {
  const auto& snapshot = *host.snapshot;
  auto& findings = asked.findings;
  name_site_sources(snapshot, findings);
  apply_waivers(findings, policy, options.now);
  fold_consequences(findings, rules);

  Report report;
  report.tool_version = kVersion;
  report.rules_digest = rules.digest;
  report.policy = {.name = policy.name,
                   .digest = policy.digest,
                   .is_default = policy.is_default,
                   .undecided = is_policy_undecided(host)};
  describe_run_context(snapshot, report);
  report.run_context.window_us = window_of(host);
  note_undecided_policy(host, report);
  const auto verdicts = verdicts_of(findings, host);
  report.verdict = verdicts.host;
  if (options.baseline != nullptr) {
    report.baseline = hold_against(*options.baseline, findings, asked.settled);
  }
  mark_what_stops(findings, options.fail_on);
  decide_gate(policy, options, report);
  report.score = score_of(findings, verdicts, host);
  auto tally = tally_of(findings, asked.settled, asked.rules_not_run);
  report.counts = tally.counts;
  report.coverage = std::move(tally.coverage);
  report.roles = report_roles(host, verdicts);
  report.ports = report_ports(host, verdicts);
  report.not_run = std::move(asked.not_run);
  return report;
}

void append(Diagnostics& into, Diagnostics more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

/// Waivers that cover something here and soon will not.
Diagnostics waiver_notices(const Policy& policy, std::span<const JudgedFinding> findings,
                           std::chrono::sys_seconds now) {
  Diagnostics notices;
  for (const auto& waiver : policy.waivers) {
    const bool covers = std::ranges::any_of(findings, [&](const JudgedFinding& judged) {
      return judged.finding.waiver && judged.finding.waiver->from == waiver.from;
    });
    if (auto notice = covers ? waiver_notice(waiver, now) : std::nullopt) {
      notices.push_back(*std::move(notice));
    }
  }
  return notices;
}

}  // namespace

Judgement judge(const Snapshot& snapshot, const Policy& policy, const RuleSet& rules,
                const EngineOptions& options) {
  Judgement judgement;
  if (options.since != nullptr) {
    if (auto diagnostic = window_diagnostic(*options.since, snapshot); !diagnostic.empty()) {
      judgement.errors.push_back(
          {.file = "--since", .line = 0, .column = 0, .text = std::move(diagnostic)});
      return judgement;
    }
  }
  const auto host = build_host_view(
      snapshot, policy, {.since = options.since, .traffic_class = options.traffic_class});
  const Subjects subjects(host);
  auto asked = ask_rules(rules, subjects, policy,
                         {.window = options.since != nullptr, .job = has_job(snapshot.job)});
  auto& report = judgement.report.emplace(report_on(host, policy, rules, asked, options));
  judgement.warnings = patterns_without_a_rule(policy, rules.ids());
  append(judgement.warnings, groups_that_hold_in_part(policy, rules, host, asked));
  append(judgement.warnings, waiver_notices(policy, asked.findings, options.now));
  report.findings = report_findings(asked, policy, options.findings);
  return judgement;
}

}  // namespace rocelint
