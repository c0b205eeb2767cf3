// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "expr/functions.h"
#include "expr/op.h"
#include "expr/static_type.h"
#include "expr/value.h"

namespace rocelint::expr {

/// A node of the typed tree. Built by the checker, then only read.
class Node {
 public:
  using Ptr = std::unique_ptr<Node>;

  Op op{};
  std::size_t offset = 0;  ///< first byte of what it was made from
  StaticType type;
  Value constant{false};               ///< constant; a string's bytes are in `text`
  std::string text;                    ///< constant string; root: its name
  std::size_t slot = 0;                ///< root: place in the environment; variable, macro: its own
  const Type* shape = nullptr;         ///< root
  const Field* field = nullptr;        ///< field
  const Function* function = nullptr;  ///< call
  std::vector<Ptr> kids;               ///< macros: the list, then the body
};

}  // namespace rocelint::expr
