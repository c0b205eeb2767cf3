// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "advise/policy_fit.h"
#include "base/result.h"
#include "rules/rule.h"

namespace rocelint {

/// What a learned policy makes of the hosts that it was learned from, as comments for its end: who
/// is not ready by it and why, and which one shipped profile says the same, if it is only one.
/// Why it does not load, where it does not.
[[nodiscard]] Result<std::string> verdicts_by(const std::string& yaml,
                                              std::span<const NamedHost> hosts,
                                              const RuleSet& rules);

}  // namespace rocelint
