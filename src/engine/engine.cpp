// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/judged_finding.h"
#include "engine/judged_host.h"
#include "engine/rule.h"
#include "engine/rule_treatment.h"
#include "engine/score.h"
#include "engine/site_sources.h"
#include "engine/subjects.h"
#include "engine/summary.h"
#include "engine/tally.h"
#include "engine/vantage.h"
#include "engine/verdict.h"
#include "engine/waive.h"
#include "facts/only_deep.h"
#include "policy/policy.h"
#include "rocelint_version.h"

namespace rocelint {
namespace {

/// Counts the rules that were asked about nothing, by what they lack.
class NotRunList {
 public:
  void add(std::string reason, std::string would_run) {
    ++rules_;
    for (auto& entry : list_) {
      if (entry.reason == reason) {
        ++entry.rules;
        return;
      }
    }
    list_.push_back({.rules = 1, .reason = std::move(reason), .would_run = std::move(would_run)});
  }
  [[nodiscard]] std::size_t rules() const { return rules_; }
  [[nodiscard]] std::vector<NotRun> take() { return std::move(list_); }

 private:
  std::vector<NotRun> list_;
  std::size_t rules_ = 0;
};

/// Nothing that it asks for was read, because only a deep probe reads it.
bool waits_for_deep_probe(const JudgedFinding& judged) {
  const auto is_known = [](const Evidence& evidence) { return evidence.unknown_reason.empty(); };
  const auto waits = [](const Evidence& evidence) { return evidence.unknown_detail == kOnlyDeep; };
  const auto& evidence = judged.finding.evidence;
  return judged.finding.outcome == Outcome::unknown && std::ranges::any_of(evidence, waits) &&
         std::ranges::all_of(evidence,
                             [&](const Evidence& one) { return is_known(one) || waits(one); });
}

/// Such a rule is not run, where nothing else could be said of any subject either: not asked is not
/// the same as not readable. Decided on one subject and open on another, it stays unknown there.
bool waits_for_deep_probe(std::span<const JudgedFinding> of_rule) {
  const auto waits = [](const JudgedFinding& judged) { return waits_for_deep_probe(judged); };
  return std::ranges::any_of(of_rule, waits) &&
         std::ranges::all_of(of_rule, [&](const JudgedFinding& judged) {
           return judged.finding.outcome == Outcome::not_applicable || waits(judged);
         });
}

std::vector<JudgedFinding> ask_rules(const RuleSet& rules, const Subjects& subjects,
                                     const Policy& policy, bool has_window, NotRunList& not_run) {
  std::vector<JudgedFinding> findings;
  for (const auto& rule : rules.rules) {
    const auto treatment = treatment_of(rule, policy);
    if (!treatment.enabled) {
      not_run.add("disabled by the policy", treatment.disabled_from);
      continue;
    }
    if (rule.context == RuleContext::job) {
      not_run.add("no job here", "--job, --job-env FILE or --pid N");
      continue;
    }
    if (rule.needs_window && !has_window) {
      not_run.add("no window", "--interval TIME or --since FILE");
      continue;
    }
    const auto& asked = subjects.of(rule);
    if (asked.empty()) {
      not_run.add("no RoCE port is judged", "a policy whose roles pick ports of this host");
    }
    const auto before = findings.size();
    for (const auto& subject : asked) {
      findings.push_back(evaluate_rule(rule, subject, policy, treatment));
    }
    if (waits_for_deep_probe(std::span(findings).subspan(before))) {
      findings.resize(before);
      not_run.add(std::string(kOnlyDeep), "--deep");
    }
  }
  return findings;
}

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
  std::stable_sort(
      findings.begin(), findings.end(), [](const JudgedFinding& a, const JudgedFinding& b) {
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

std::vector<PortReport> report_ports(const JudgedHost& host, const Verdicts& verdicts) {
  std::vector<PortReport> ports;
  for (std::size_t i = 0; i < host.ports.size(); ++i) {
    auto port = describe(host.ports[i].view);
    port.role = host.roles[host.ports[i].role].role->name;
    port.verdict = verdicts.ports[i];
    ports.push_back(std::move(port));
  }
  for (const auto& unjudged : host.rest) {
    auto port = describe(unjudged.view);
    port.reason = unjudged.reason;
    ports.push_back(std::move(port));
  }
  std::stable_sort(ports.begin(), ports.end(), [](const PortReport& a, const PortReport& b) {
    return std::tie(a.device, a.port) < std::tie(b.device, b.port);
  });
  return ports;
}

std::vector<RoleReport> report_roles(const JudgedHost& host, const Verdicts& verdicts) {
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

/// Groups of the policy of which it can't be told whether they hold here were not applied.
void note_undecided_groups(const JudgedHost& host, Report& report) {
  std::set<std::string> notes;
  for (const auto& port : host.ports) {
    for (const auto& group : port.resolved.undecided) {
      notes.insert("policy group " + group.from + " not applied: " + to_string(group.why.reason) +
                   (group.why.detail.empty() ? "" : " (" + group.why.detail + ')'));
    }
  }
  report.incomplete.insert(report.incomplete.end(), notes.begin(), notes.end());
  report.complete = report.complete && notes.empty();
}

std::optional<std::int64_t> window_of(const JudgedHost& host) {
  for (const auto& port : host.ports) {
    if (const auto* window = port.growth.window_us.known()) {
      return *window;
    }
  }
  return std::nullopt;
}

void decide_gate(const Policy& policy, const EngineOptions& options, Report& report) {
  const auto decision = decide(report.verdict, options.fail_on);
  if (policy.enforce) {
    report.gate = decision.gate;
    report.exit_code = decision.exit_code;
  } else if (decision.gate == Gate::stop) {
    report.exit_code_if_enforced = decision.exit_code;
  }
}

}  // namespace

Report judge_snapshot(const Snapshot& snapshot, const Policy& policy, const RuleSet& rules,
                      const EngineOptions& options) {
  const auto host = look_at(snapshot, policy, options.since);
  const Subjects subjects(host);
  NotRunList not_run;
  auto findings = ask_rules(rules, subjects, policy, options.since != nullptr, not_run);
  name_site_sources(snapshot, findings);
  apply_waivers(findings, policy, options.now);
  fold_consequences(findings, rules);
  count_siblings(findings);
  sort_findings(findings);

  Report report;
  report.tool_version = kVersion;
  report.rules_digest = rules.digest;
  report.policy = {.name = policy.name, .digest = policy.digest, .is_default = policy.is_default};
  describe_vantage(snapshot, report);
  report.vantage.window_us = window_of(host);
  note_undecided_groups(host, report);
  const auto verdicts = verdicts_of(findings, host);
  report.verdict = verdicts.host;
  decide_gate(policy, options, report);
  report.score = score_of(findings, host.ports.size(), rules);
  if (has_nothing_to_judge(host)) {
    limit_score(report.score, Effect::unknown_blocker);
  }
  auto tally = tally_of(findings, not_run.rules());
  report.counts = tally.counts;
  report.coverage = std::move(tally.coverage);
  report.roles = report_roles(host, verdicts);
  report.ports = report_ports(host, verdicts);
  for (auto& judged : findings) {
    report.findings.push_back(std::move(judged.finding));
  }
  report.not_run = not_run.take();
  return report;
}

}  // namespace rocelint
