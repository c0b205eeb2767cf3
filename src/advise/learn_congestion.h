// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>

#include "advise/learn_ballot.h"
#include "advise/policy_fit.h"
#include "base/result.h"
#include "rules/rule.h"

namespace rocelint {

/// By role, the `cc.mode` of each port: the one whose rules it passes when the policy `yaml` asks
/// for it.
[[nodiscard]] Result<std::map<std::string, Ballot<std::string>>> poll_congestion(
    const std::string& yaml, std::span<const NamedHost> hosts, const RuleSet& rules);

}  // namespace rocelint
