// SPDX-License-Identifier: Apache-2.0
#pragma once

// What only a deep probe reads. In another one nobody has asked for it, which is neither a fault
// nor a fact that could not be read: the engine does not run the rules that wait for it.

#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"

#include "facts/unknown.h"

namespace rocelint {

inline constexpr std::string_view kOnlyDeep = "only a deep probe reads it";

[[nodiscard]] inline Unknown only_deep() {
  return not_collected(std::string(kOnlyDeep));
}

}  // namespace rocelint
