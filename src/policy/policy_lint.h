// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rocelint/base/diagnostic.h"

#include "policy/policy.h"

namespace rocelint {

/// A waiver is announced this long before it ends.
inline constexpr std::chrono::days kWaiverNotice{14};

enum class WaiverState : std::uint8_t { running, ending, ended };
/// A waiver ends at 24:00 UTC of its day. `ending`: within kWaiverNotice.
[[nodiscard]] WaiverState waiver_state(const Waiver& waiver, std::chrono::sys_seconds now);
/// Whole days until it ends, its last day counted as 0; negative once it has ended.
[[nodiscard]] std::chrono::days days_left(const Waiver& waiver, std::chrono::sys_seconds now);

/// That it ends within kWaiverNotice, or has ended; nothing while it runs on.
[[nodiscard]] std::optional<Diagnostic> waiver_notice(const Waiver& waiver,
                                                      std::chrono::sys_seconds now);

/// Patterns of rule settings and waivers in the policy's own files that match none of `rule_ids`:
/// what they were meant for stays as it was. Empty `rule_ids`: nothing is looked at.
[[nodiscard]] Diagnostics patterns_without_a_rule(const Policy& policy,
                                                  std::span<const std::string_view> rule_ids);

/// What a policy that loads may still have got wrong: roles that can get no port, that nothing
/// protects from drops or that leave pfc.mode, roce or trust unset, waivers that have ended or soon
/// will, or that cover everything or may hold on every host, and patterns that match no rule.
/// Profiles are checked by their own tests. `rule_ids` are the rules there are; empty: patterns are
/// not checked.
[[nodiscard]] Diagnostics lint_policy(const Policy& policy, std::chrono::sys_seconds now,
                                      std::span<const std::string_view> rule_ids);

}  // namespace rocelint
