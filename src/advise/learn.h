// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "advise/policy_fit.h"
#include "base/result.h"
#include "rules/rule.h"

namespace rocelint {

/// A policy in YAML that says what these hosts have in common. A value that all ports of a kind
/// share is set; one that differs, or that some port does not tell, is a comment with the counts.
/// A port that fails a rule without any policy says nothing, nor does a host whose probe was cut
/// short: a fault must not become a policy.
/// Where there is nothing to learn from: why.
[[nodiscard]] Result<std::string> learn_policy(std::span<const NamedHost> hosts,
                                               const RuleSet& rules);

}  // namespace rocelint
