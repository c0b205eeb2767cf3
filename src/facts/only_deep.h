// SPDX-License-Identifier: Apache-2.0
#pragma once

// What only a deep probe reads. In another one nobody has asked for it, which is neither a fault
// nor a fact that could not be read: the engine does not run the rules that wait for it.

#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"

namespace rocelint {

inline constexpr std::string_view kOnlyDeep = "only a deep probe reads it";

[[nodiscard]] inline Unknown only_deep() {
  return {.reason = Reason::not_collected, .detail = std::string(kOnlyDeep), .sys_errno = 0};
}

}  // namespace rocelint
