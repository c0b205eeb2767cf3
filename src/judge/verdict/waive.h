// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <span>

#include "judge/judged_finding.h"
#include "policy/policy.h"

namespace rocelint {

/// Marks what the policy's waivers cover at this time. A condition that can't be decided covers
/// nothing, and an unknown is covered only where the waiver says so. A failure that a waiver
/// covered until it ended says so in its message.
void apply_waivers(std::span<JudgedFinding> findings, const Policy& policy,
                   std::chrono::sys_seconds now);

}  // namespace rocelint
