// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "judge/judged_finding.h"

namespace rocelint {

/// Marks each root cause as new or known, and says which of the earlier report are gone. What
/// follows from a cause comes and goes with it.
[[nodiscard]] BaselineReport hold_against(const Baseline& baseline,
                                          std::span<JudgedFinding> findings,
                                          std::span<const SettledFinding> settled);

}  // namespace rocelint
