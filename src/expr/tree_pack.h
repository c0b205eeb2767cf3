// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "expr/environment.h"
#include "expr/node.h"

namespace rocelint::expr {

/// A typed tree as bytes, to build in: reading it back takes neither lexer, parser nor checker.
[[nodiscard]] std::string pack_tree(const Node& tree);

/// `bytes` are of pack_tree(), by the same build and of a tree with the same roots.
[[nodiscard]] Node::Ptr unpack_tree(std::string_view bytes, std::span<const Root> roots);

}  // namespace rocelint::expr
