// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "expr/op.h"

namespace rocelint::expr {

/// A node of the untyped tree: what was written, and where.
struct Syntax {
  enum class Kind : std::uint8_t { literal, name, list, select, index, call, method, operation };
  using Literal = std::variant<bool, std::int64_t, double, std::string>;
  using Ptr = std::unique_ptr<Syntax>;

  Kind kind{};
  Op op{};                 ///< operation
  std::size_t start = 0;   ///< first byte of the whole
  std::size_t offset = 0;  ///< of what is its own: the operator, the field, the function's name
  Literal literal;         ///< literal
  std::string name;        ///< name, select (the field), call, method
  std::vector<Ptr> kids;   ///< select, index and method: what they are applied to comes first
  std::size_t depth = 1;
};

}  // namespace rocelint::expr
