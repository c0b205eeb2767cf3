// SPDX-License-Identifier: Apache-2.0
#include "advise/fact_coverage.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "expr/expression.h"
#include "facts/only_deep.h"
#include "judge/evaluate.h"
#include "judge/finding_evidence.h"
#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"
#include "rules/rule_view.h"

namespace rocelint {
namespace {

/// A rule on one subject.
struct Look {
  Sight sight{Sight::idle};
  std::string waits_for;
  std::vector<Evidence> missing;
};

/// not_found is none of them: there is nothing to tell, rather than nobody who tells it.
bool is_offered(const Evidence& evidence) {
  return evidence.unknown_reason != to_string(Reason::unsupported) &&
         evidence.unknown_reason != to_string(Reason::not_authoritative);
}

std::vector<Evidence> unknowns_of(const Finding& finding) {
  std::vector<Evidence> unknown;
  std::ranges::copy_if(finding.evidence, std::back_inserter(unknown),
                       [](const Evidence& one) { return !one.unknown_reason.empty(); });
  return unknown;
}

/// A rule that does not apply because of what the driver does not tell, has(…) in its `when`, is as
/// blind as one that can't be decided.
Look look_at_condition(const Rule& rule, const RuleSubject& subject) {
  const auto environment = bind_scope(rule.scope, subject.view);
  if (!rule.when || expr::evaluate(*rule.when, environment).outcome != expr::Outcome::no) {
    return {};
  }
  Finding finding;
  add_witnesses(expr::explain(*rule.when, environment), subject, Witnesses::all, finding);
  Look look{.sight = Sight::blind, .waits_for = "", .missing = unknowns_of(finding)};
  std::erase_if(look.missing, is_offered);
  look.sight = look.missing.empty() ? Sight::idle : Sight::blind;
  return look;
}

Look look_at_unknown(const Finding& finding) {
  Look look{.sight = Sight::unread, .waits_for = "", .missing = unknowns_of(finding)};
  const bool deep = std::ranges::any_of(
      look.missing, [](const Evidence& one) { return one.unknown_detail == kOnlyDeep; });
  if (deep) {
    return {.sight = Sight::not_run, .waits_for = "--deep", .missing = {}};
  }
  if (!std::ranges::any_of(look.missing, is_offered)) {
    look.sight = Sight::blind;
  }
  return look;
}

Look look(const Rule& rule, const RuleSubject& subject, const Policy& policy,
          const RuleTreatment& treatment) {
  const auto judged = evaluate_rule(rule, subject, policy, treatment);
  switch (judged.finding.outcome) {
    case Outcome::unknown:
      return look_at_unknown(judged.finding);
    case Outcome::not_applicable:
      return look_at_condition(rule, subject);
    case Outcome::pass:
    case Outcome::fail:
    case Outcome::waived:
      break;
  }
  return {.sight = Sight::decided, .waits_for = "", .missing = {}};
}

/// What the rule waits for on this host, whatever the subject.
std::string waits_for(const Rule& rule, const Snapshot& snapshot, const HostViewOptions& options) {
  const auto* no_job = snapshot.job.settings.unknown();
  if (rule.context == RuleContext::job && no_job != nullptr &&
      no_job->reason == Reason::not_collected) {
    return "a job: --job FILE, --job-env, --pid N";
  }
  return rule.needs_window && options.since == nullptr ? "a window: --interval TIME, --since FILE"
                                                       : "";
}

void add(const Look& look, const Subject& subject, RuleSight& sight) {
  if (look.sight > sight.sight) {
    sight.sight = look.sight;
    sight.waits_for = look.waits_for;
  }
  for (const auto& evidence : look.missing) {
    sight.spots.push_back({.fact = evidence, .subject = subject});
  }
}

class RuleCoverage {
 public:
  RuleCoverage(const Snapshot& snapshot, const Policy& policy, const HostViewOptions& options)
      : snapshot_(snapshot),
        policy_(policy),
        options_(options),
        host_(build_host_view(snapshot, policy, options)),
        subjects_(host_) {}

  void add_rule(const Rule& rule, std::vector<RuleSight>& rule_coverage) const {
    const auto treatment = treatment_of(rule, policy_);
    const auto waits = waits_for(rule, snapshot_, options_);
    std::map<std::string, RuleSight> by_driver;
    for (const auto& subject : subjects_.of(rule)) {
      auto& sight = by_driver[subject.subject.driver];
      sight.rule = &rule;
      sight.driver = subject.subject.driver;
      add(look_at_subject(rule, subject, treatment, waits), subject.subject, sight);
    }
    for (auto& [driver, sight] : by_driver) {
      rule_coverage.push_back(std::move(sight));
    }
  }

 private:
  /// Without a window or a job it can still be told what the driver never tells.
  [[nodiscard]] Look look_at_subject(const Rule& rule, const RuleSubject& subject,
                                     const RuleTreatment& treatment,
                                     const std::string& waits) const {
    if (!treatment.enabled || is_left_to_policy(rule, subject)) {
      return {.sight = Sight::left_open, .waits_for = "", .missing = {}};
    }
    if (waits.empty()) {
      return look(rule, subject, policy_, treatment);
    }
    auto condition = look_at_condition(rule, subject);
    if (condition.sight == Sight::blind) {
      return condition;
    }
    return {.sight = Sight::not_run, .waits_for = waits, .missing = {}};
  }

  const Snapshot& snapshot_;
  const Policy& policy_;
  const HostViewOptions& options_;
  HostView host_;
  Subjects subjects_;
};

}  // namespace

std::vector<RuleSight> rule_coverage_of(const Snapshot& snapshot, const Policy& policy,
                                        const RuleSet& rules, const HostViewOptions& options) {
  const RuleCoverage looking(snapshot, policy, options);
  std::vector<RuleSight> rule_coverage;
  for (const auto& rule : rules.rules) {
    looking.add_rule(rule, rule_coverage);
  }
  return rule_coverage;
}

}  // namespace rocelint
