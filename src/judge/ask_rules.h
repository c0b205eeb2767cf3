// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every rule is asked of its subjects, or it is said why not.

#include <cstddef>
#include <vector>

#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

struct AskedRules {
  std::vector<JudgedFinding> findings;  ///< what failed or is unknown, by rule, then by subject
  std::vector<SettledFinding> settled;  ///< the others, in the same order
  std::vector<NotRun> not_run;          ///< by what they lack
  std::size_t rules_not_run = 0;
};

/// What some rules wait for.
struct AvailableSources {
  bool window = false;  ///< there is an earlier snapshot, without which growth can't be judged
  bool job = false;     ///< it is known what the job is told
};

[[nodiscard]] AskedRules ask_rules(const RuleSet& rules, const Subjects& subjects,
                                   const Policy& policy, AvailableSources available);

}  // namespace rocelint
