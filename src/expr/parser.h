// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <tl/expected.hpp>

#include "expr/expression.h"
#include "expr/syntax.h"

namespace rocelint::expr {

/// The syntax tree of a whole expression, within the bounds of limits.h. The first error ends it.
[[nodiscard]] tl::expected<Syntax::Ptr, Error> parse(std::string_view text);

}  // namespace rocelint::expr
