// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/report.h"

#include "expr/expression.h"
#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"

namespace rocelint {

/// The outcome of a rule, and which of its expressions could not be decided and why.
struct Answer {
  Outcome outcome{Outcome::not_applicable};
  const expr::Expression* decided_by = nullptr;
  std::vector<Reason> reasons;  ///< why it is unknown
};

/// Asks one rule about one subject that is not left to the policy.
[[nodiscard]] Answer ask_rule(const Rule& rule, const RuleSubject& subject);

/// What there is to say about that: for what did not pass evidence, message and fix.
[[nodiscard]] JudgedFinding explain_answer(const Answer& answer, const Rule& rule,
                                           const RuleSubject& subject, const Policy& policy,
                                           const RuleTreatment& treatment);

/// A finding with its names and texts, and no outcome as yet.
[[nodiscard]] Finding name_finding(const Rule& rule, const RuleSubject& subject,
                                   const RuleTreatment& treatment);

/// Both in one, and what is left to the policy does not apply.
[[nodiscard]] JudgedFinding evaluate_rule(const Rule& rule, const RuleSubject& subject,
                                          const Policy& policy, const RuleTreatment& treatment);

/// Whether the policy leaves the rule nothing to judge there: it sets no value for it, or, for one
/// that only compares, it does.
[[nodiscard]] bool is_left_to_policy(const Rule& rule, const RuleSubject& subject);

}  // namespace rocelint
