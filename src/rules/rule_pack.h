// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rules/rule.h"

namespace rocelint {

/// Rules that were checked, as bytes to build in: reading them back checks and compiles nothing.
/// What tests them is left out.
[[nodiscard]] std::string pack_rules(RuleSet& rules);

/// Points into `bytes`.
[[nodiscard]] RuleSet unpack_rules(std::string_view bytes);

/// What stands in front of the rules.
struct RulePackHead {
  std::string_view digest;
  std::size_t rules = 0;
};
[[nodiscard]] RulePackHead head_of_pack(std::string_view bytes);

}  // namespace rocelint
