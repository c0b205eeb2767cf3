// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::expr {

/// The dotted numbers that a version starts with: "28.39.1002" of "28.39.1002 (MT_0000000834)".
/// Empty when it starts with none.
[[nodiscard]] std::string_view version_numbers(std::string_view text);

/// Below, at or above 0 like a - b, number by number; a missing number counts as 0. Numbers of any
/// length are compared as they stand.
[[nodiscard]] int compare_versions(std::string_view a, std::string_view b);

}  // namespace rocelint::expr
