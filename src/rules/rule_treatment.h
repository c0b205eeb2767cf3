// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/report.h"

#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

/// How the policy wants a rule treated: the last setting that matches it wins, member by member. A
/// rule that is newer than the policy's `rules_as_of` stays at info whatever it says.
struct RuleTreatment {
  bool enabled = true;
  std::string disabled_from;  ///< where it was switched off
  Severity severity{Severity::info};
  std::string runbook;
};

[[nodiscard]] RuleTreatment treatment_of(const Rule& rule, const Policy& policy);

/// What it means for the rule that facts are unknown for these reasons: the strictest of what the
/// policy says of each, for none of them alone would decide it.
[[nodiscard]] OnUnknown on_unknown(const Rule& rule, const Policy& policy,
                                   const std::vector<Reason>& reasons);

}  // namespace rocelint
