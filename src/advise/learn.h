// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advise/policy_fit.h"
#include "base/result.h"
#include "rules/rule.h"

namespace rocelint {

struct LearnedPolicy {
  std::string yaml;
  /// Each port that deviates, and each value that can't be read or had to be assumed: the same as
  /// the comments of the policy, one line each.
  std::vector<std::string> warnings;
};

/// A first policy for these hosts: their ports by driver and greatest speed as roles, and for each
/// what most of its ports have. Where there is nothing to learn from: why.
[[nodiscard]] Result<LearnedPolicy> learn_policy(std::span<const NamedHost> hosts,
                                                 const RuleSet& rules);

}  // namespace rocelint
