// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/base/diagnostic.h"

#include "judge/ask_rules.h"
#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

// A group by a port reaches rules of the host only where it holds for every port of its role there:
// see resolve_role_of_host(). What it sets may be asked by such rules too.

/// Each parameter of that kind, at its place in the policy, with the rules.
[[nodiscard]] Diagnostics groups_not_covering_host(const Policy& policy, const RuleSet& rules);

/// Of these, those of groups that hold for some ports of a role of this host and not for all, where
/// such a rule was asked.
[[nodiscard]] Diagnostics groups_that_hold_in_part(const Policy& policy, const RuleSet& rules,
                                                   const HostView& host, const AskedRules& all);

}  // namespace rocelint
