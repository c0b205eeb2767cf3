// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "rocelint/base/diagnostic.h"

#include "policy/policy.h"

namespace rocelint::policy_loading {

/// Reads `--set key=value` options and applies them to the roles of `policy`.
void apply_set_options(std::span<const std::string> options, Policy& policy, Diagnostics& errors);

/// Applies one to one role, if it is meant for it.
void apply_override(const Override& override, Role& role, Diagnostics& errors);

}  // namespace rocelint::policy_loading
