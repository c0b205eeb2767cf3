// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/base/diagnostic.h"

#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// Adds a diagnostic, at the value to blame, for each pair of parameters that no port can satisfy
/// together.
void find_contradictions(const RoleParameters& parameters, const Origins& origins,
                         Diagnostics& errors);

}  // namespace rocelint::policy_loading
