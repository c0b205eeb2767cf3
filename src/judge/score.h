// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "rules/rule.h"

namespace rocelint {

/// 0 to 100: the cap of the worst finding, times what each root cause leaves. A root cause takes
/// its weight by the share of the judged ports that it hits.
///
/// Causes multiply, but those that can follow from one another (a knob and its consequence) add up:
/// else a new failure could raise the score by taking over some of the ports on which its
/// consequence stood alone until then.
[[nodiscard]] Score score_of(std::span<const JudgedFinding> findings, std::size_t judged_ports,
                             const RuleSet& rules);

/// Lowers a score to what an effect allows.
void limit_score(Score& score, Effect effect);

}  // namespace rocelint
