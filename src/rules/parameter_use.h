// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "policy/parameters.h"

namespace rocelint {

/// Whether that is the path of a parameter, which the policy may set: "pfc.mode".
[[nodiscard]] bool is_parameter(std::string_view path);

/// Whether `path` ("policy.pfc.mode") names a parameter that nobody set, or that the policy leaves
/// unmanaged: a rule that reads it is then not applicable.
[[nodiscard]] bool is_unset_parameter(std::string_view path, const RoleParameters& parameters);
/// The same of a parameter as the policy names it: "pfc.mode".
[[nodiscard]] bool is_unset(std::string_view parameter, const RoleParameters& parameters);

}  // namespace rocelint
