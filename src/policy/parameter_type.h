// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rocelint/facts/reflect.h"

namespace rocelint {

/// The type of the parameter, or group of them, at that path: "pfc.mode", "pfc"; null where there
/// is none. Paths go through lists: "roce.dscp".
[[nodiscard]] const Type* parameter_type(std::string_view path);

}  // namespace rocelint
