// SPDX-License-Identifier: Apache-2.0
#pragma once

// Facts that people write by hand in YAML, for tests of rules and of public cases.

#include <nlohmann/json_fwd.hpp>

#include "base/tree.h"

namespace rocelint {

/// The tree as JSON: a plain scalar may be a truth or a whole number, any other is a text. So
/// is 1.2, which is more often a version than a number.
[[nodiscard]] nlohmann::json json_of(const TreeNode& node);

/// Whether it stands in the place of a value that is not known: {unknown: permission}.
[[nodiscard]] bool is_unknown_form(const nlohmann::json& value);

/// Puts `over` on top, down to what is not an object. An unknown takes the place of a whole object,
/// and the other way round.
void overlay(nlohmann::json& facts, const nlohmann::json& over);

}  // namespace rocelint
