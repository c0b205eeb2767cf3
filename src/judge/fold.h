// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "judge/judged_finding.h"
#include "rules/rule.h"

namespace rocelint {

/// Folds every failed consequence under a cause that failed on the same or an enclosing subject:
/// the cause takes its severity if that is worse. Where all such causes are waived, so is it.
void fold_consequences(std::vector<JudgedFinding>& findings, const RuleSet& rules);

/// Counts, for each finding, how its rule fared on all subjects.
void count_siblings(std::vector<JudgedFinding>& findings);

}  // namespace rocelint
