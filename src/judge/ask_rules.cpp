// SPDX-License-Identifier: Apache-2.0
#include "judge/ask_rules.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/report.h"

#include "judge/evaluate.h"
#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"

namespace rocelint {
namespace {

/// Counts the rules that were asked about nothing, by what they lack.
class NotRunList {
 public:
  void add(NotRunReason reason, std::string would_run) {
    ++rules_;
    for (auto& entry : list_) {
      if (entry.reason == reason) {
        ++entry.rules;
        return;
      }
    }
    list_.push_back({.rules = 1, .reason = reason, .would_run = std::move(would_run)});
  }
  [[nodiscard]] std::size_t rules() const { return rules_; }
  [[nodiscard]] std::vector<NotRun> take() { return std::move(list_); }

 private:
  std::vector<NotRun> list_;
  std::size_t rules_ = 0;
};

/// Nothing that it asks for was read, because only a deep probe reads it.
bool waits_for_deep_probe(const JudgedFinding& judged) {
  const auto is_known = [](const Evidence& evidence) { return !evidence.unknown_reason; };
  const auto waits = [](const Evidence& evidence) {
    return evidence.unknown_reason == Reason::needs_deep;
  };
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

}  // namespace

AskedRules ask_rules(const RuleSet& rules, const Subjects& subjects, const Policy& policy,
                     AvailableSources available) {
  NotRunList not_run;
  std::vector<JudgedFinding> findings;
  for (const auto& rule : rules.rules) {
    const auto treatment = treatment_of(rule, policy);
    if (!treatment.enabled) {
      not_run.add(NotRunReason::disabled, treatment.disabled_from);
      continue;
    }
    if (rule.context == RuleContext::job && !available.job) {
      not_run.add(NotRunReason::needs_job, "--job FILE, --job-env or --pid N");
      continue;
    }
    const auto& asked = subjects.of(rule);
    if (asked.empty()) {
      not_run.add(NotRunReason::needs_port, "a policy whose roles pick ports of this host");
      continue;
    }
    if (rule.needs_window && !available.window) {
      not_run.add(NotRunReason::needs_window, "--interval TIME or --since FILE");
      continue;
    }
    const auto before = findings.size();
    for (const auto& subject : asked) {
      findings.push_back(evaluate_rule(rule, subject, policy, treatment));
    }
    if (waits_for_deep_probe(std::span(findings).subspan(before))) {
      findings.resize(before);
      not_run.add(NotRunReason::needs_deep, "--deep");
    }
  }
  const auto rules_not_run = not_run.rules();
  return {
      .findings = std::move(findings), .not_run = not_run.take(), .rules_not_run = rules_not_run};
}

}  // namespace rocelint
