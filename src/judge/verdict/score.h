// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rocelint/report.h"

#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "judge/verdict/verdict.h"

namespace rocelint {

/// 100 for a host that is ready; else 0 (not ready), 20 (degraded), 40 (undetermined) or 60 (ready
/// with warnings), plus 19 times the share of its judged ports that are ready without warnings.
[[nodiscard]] Score score_of(std::span<const JudgedFinding> findings, const Verdicts& verdicts,
                             const HostView& host);

}  // namespace rocelint
