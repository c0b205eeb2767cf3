// SPDX-License-Identifier: Apache-2.0
#include "judge/ask_rules.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/report.h"

#include "expr/expression.h"
#include "judge/evaluate.h"
#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"
#include "rules/rule_view.h"

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

/// An answer that is to be explained, if the rule turns out to be run at all.
struct OpenAnswer {
  Answer answer;
  const RuleSubject* subject;
};

/// Nothing that it asks for was read, because only a deep probe reads it.
bool waits_for_deep_probe(const Rule& rule, const OpenAnswer& open) {
  if (open.answer.outcome != Outcome::unknown) {
    return false;
  }
  const auto why =
      expr::unknowns_of(*open.answer.decided_by, bind_scope(rule.scope, open.subject->view));
  return !why.empty() && std::ranges::all_of(why, [](const Unknown& unknown) {
    return unknown.reason == Reason::needs_deep && unknown.also.empty();
  });
}

/// Asks one rule about all its subjects. False where it would have to wait for a deep probe, and
/// nothing else could be said of any of them: not asked is not the same as not readable. Decided on
/// one subject and open on another, it stays unknown there.
bool ask_subjects(const Rule& rule, const std::vector<RuleSubject>& subjects, const Policy& policy,
                  const RuleTreatment& treatment, AskedRules& asked) {
  std::vector<OpenAnswer> open;
  const auto settled_before = asked.settled.size();
  bool is_decided = false;
  // Most subjects share their parameters, and most rules are left to the policy.
  const ResolvedRole* last = nullptr;
  bool left = false;
  for (const auto& subject : subjects) {
    if (subject.resolved != last) {
      last = subject.resolved;
      left = is_left_to_policy(rule, subject);
    }
    auto answer = left ? Answer{} : ask_rule(rule, subject);
    if (answer.outcome == Outcome::fail || answer.outcome == Outcome::unknown) {
      open.push_back({.answer = std::move(answer), .subject = &subject});
      continue;
    }
    is_decided = is_decided || answer.outcome == Outcome::pass;
    asked.settled.push_back({.rule = &rule,
                             .subject = &subject,
                             .severity = treatment.severity,
                             .outcome = answer.outcome});
  }
  if (!open.empty() && !is_decided && std::ranges::all_of(open, [&](const OpenAnswer& one) {
        return waits_for_deep_probe(rule, one);
      })) {
    asked.settled.resize(settled_before);
    return false;
  }
  for (const auto& [answer, subject] : open) {
    asked.findings.push_back(explain_answer(answer, rule, *subject, policy, treatment));
  }
  return true;
}

}  // namespace

AskedRules ask_rules(const RuleSet& rules, const Subjects& subjects, const Policy& policy,
                     AvailableSources available) {
  NotRunList not_run;
  AskedRules all;
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
    if (!ask_subjects(rule, asked, policy, treatment, all)) {
      not_run.add(NotRunReason::needs_deep, "--deep");
    }
  }
  all.rules_not_run = not_run.rules();
  all.not_run = not_run.take();
  return all;
}

}  // namespace rocelint
