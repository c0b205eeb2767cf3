// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <vector>

#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "rules/rule.h"

namespace rocelint {

/// Folds every failed consequence under a cause that failed on the same or an enclosing subject:
/// the cause takes its severity if that is worse. Where all such causes are waived, so is it.
void fold_consequences(std::vector<JudgedFinding>& findings, const RuleSet& rules);

/// How each rule fared on all its subjects.
using SiblingCounts = std::map<const Rule*, Siblings>;
[[nodiscard]] SiblingCounts count_siblings(std::span<const JudgedFinding> findings,
                                           std::span<const SettledFinding> settled);

}  // namespace rocelint
