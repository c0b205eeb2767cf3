// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/rule_treatment.h"

namespace rocelint {

/// Asks one rule about one subject: outcome, and for what did not pass evidence, message and fix.
[[nodiscard]] JudgedFinding evaluate_rule(const Rule& rule, const RuleSubject& subject,
                                          const Policy& policy, const RuleTreatment& treatment);

/// Whether the policy leaves the rule nothing to judge there: it sets no value for it, or, for one
/// that only compares, it does.
[[nodiscard]] bool is_left_to_policy(const Rule& rule, const RuleSubject& subject);

}  // namespace rocelint
