// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "expr/expression.h"
#include "expr/node.h"

namespace rocelint::expr {

/// The static paths that the tree uses in this way. Sorted, unique.
[[nodiscard]] std::vector<std::string> collect_paths(const Node& tree, PathUse use);

/// Whether one of them starts at that root.
[[nodiscard]] bool names_root(const Node& tree, std::string_view root);

}  // namespace rocelint::expr
