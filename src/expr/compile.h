// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include <tl/expected.hpp>

#include "expr/expression.h"

namespace rocelint::expr {

/// Like compile(), for a value of any type: what a hole holds.
[[nodiscard]] tl::expected<Expression, Error> compile_value(std::string_view text,
                                                            std::span<const Root> roots);

}  // namespace rocelint::expr
