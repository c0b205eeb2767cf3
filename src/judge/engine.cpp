// SPDX-License-Identifier: Apache-2.0
#include "judge/engine.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "derive/port_name.h"
#include "derive/ports.h"
#include "judge/ask_rules.h"
#include "judge/earlier_failures.h"
#include "judge/fold.h"
#include "judge/host_summary.h"
#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "judge/run_context.h"
#include "judge/score.h"
#include "judge/site_sources.h"
#include "judge/subjects.h"
#include "judge/tally.h"
#include "judge/verdict.h"
#include "judge/waive.h"
#include "policy/policy.h"
#include "rocelint_version.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

/// Failures first, then what follows from them, what is unknown, waived, passed, not applicable.
int rank(const JudgedFinding& judged) {
  switch (judged.finding.outcome) {
    case Outcome::fail:
      return judged.is_root_cause() ? 0 : 1;
    case Outcome::unknown:
      return judged.finding.gates ? 2 : 3;
    case Outcome::waived:
      return 4;
    case Outcome::pass:
      return 5;
    case Outcome::not_applicable:
      break;
  }
  return 6;
}

/// The worst first; equals stay in the order of rules and subjects.
void sort_findings(std::vector<JudgedFinding>& findings) {
  std::ranges::stable_sort(findings, [](const JudgedFinding& a, const JudgedFinding& b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.finding.severity > b.finding.severity;
  });
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
    std::ranges::for_each(port.resolved.undecided, note);
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

}  // namespace

HostViewOptions host_view_options(const EngineOptions& options) {
  return {.since = options.since, .traffic_class = options.traffic_class};
}

Report judge_snapshot(const Snapshot& snapshot, const Policy& policy, const RuleSet& rules,
                      const EngineOptions& options) {
  return report_on(build_host_view(snapshot, policy, host_view_options(options)), policy, rules,
                   options);
}

Report report_on(const HostView& host, const Policy& policy, const RuleSet& rules,
                 const EngineOptions& options) {
  const auto& snapshot = *host.snapshot;
  const Subjects subjects(host);
  auto asked = ask_rules(rules, subjects, policy,
                         {.window = options.since != nullptr, .job = has_job(snapshot.job)});
  auto& findings = asked.findings;
  name_site_sources(snapshot, findings);
  apply_waivers(findings, policy, options.now);
  fold_consequences(findings, rules);
  count_siblings(findings);
  sort_findings(findings);

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
    report.baseline = hold_against(*options.baseline, findings);
  }
  mark_what_stops(findings, options.fail_on);
  decide_gate(policy, options, report);
  report.score = score_of(findings, verdicts, host);
  auto tally = tally_of(findings, asked.rules_not_run);
  report.counts = tally.counts;
  report.coverage = std::move(tally.coverage);
  report.roles = report_roles(host, verdicts);
  report.ports = report_ports(host, verdicts);
  for (auto& judged : findings) {
    report.findings.push_back(std::move(judged.finding));
  }
  report.not_run = std::move(asked.not_run);
  return report;
}

}  // namespace rocelint
