// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/reflect.h"

#include "expr/expression.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/static_type.h"
#include "expr/syntax/syntax.h"

namespace rocelint::expr {

/// Turns a syntax tree into a typed one, against the roots' field tables. A null pointer means that
/// error_ is set; the first error ends it.
class Checker {
 public:
  explicit Checker(std::span<const Root> roots) : roots_(roots) {}

  [[nodiscard]] tl::expected<Node::Ptr, Error> whole(const Syntax& syntax);

 private:
  using Kids = std::vector<Node::Ptr>;
  struct Variable {
    std::string_view name;
    StaticType type;
  };
  struct Macro {
    Op op;
    const Syntax& syntax;
  };

  // checker.cpp: names, fields, elements, literals
  Node::Ptr fail(std::size_t offset, std::string text);
  static Node::Ptr make(Op op, std::size_t offset, StaticType type, Kids kids = {});
  Node::Ptr check(const Syntax& syntax);
  static Node::Ptr check_literal(const Syntax& syntax);
  Node::Ptr check_name(const Syntax& syntax);
  Node::Ptr unknown_name(const Syntax& syntax);
  Node::Ptr check_list(const Syntax& syntax);
  Node::Ptr check_select(const Syntax& syntax);
  Node::Ptr check_index(const Syntax& syntax);

  // check_operators.cpp
  Node::Ptr check_operation(const Syntax& syntax);
  Node::Ptr check_logic(const Syntax& syntax, Kids kids);
  Node::Ptr check_conditional(const Syntax& syntax, Kids kids);
  Node::Ptr check_equality(const Syntax& syntax, Kids kids);
  Node::Ptr check_order(const Syntax& syntax, Kids kids);
  Node::Ptr check_membership(const Syntax& syntax, Kids kids);
  Node::Ptr check_arithmetic(const Syntax& syntax, Kids kids);
  Node::Ptr check_minus(const Syntax& syntax, Kids kids);
  bool need_boolean(const Node& node, std::string_view who);
  /// The common type of two operands after int literals became doubles where the other side is one.
  static std::optional<StaticType> harmonise(Node& a, Node& b);
  /// A literal that is compared with an enumeration must be one of its names.
  bool need_enum_names(const Node& a, const Node& b);
  bool need_enum_name(const Node& node, const Type& enumeration);
  Node::Ptr mismatch(const Syntax& syntax, const Node& a, const Node& b);

  // check_calls.cpp: functions, macros, has()
  Node::Ptr check_call(const Syntax& syntax);
  Node::Ptr check_has(const Syntax& syntax);
  Node::Ptr check_function(const Syntax& syntax);
  bool check_arguments(const Syntax& syntax, const Function& function, const Kids& kids);
  Node::Ptr unknown_function(const Syntax& syntax);
  Node::Ptr check_macro(const Macro& macro);
  Node::Ptr check_body(const Macro& macro, Node::Ptr list, const Syntax& body);
  bool check_variable(const Syntax& variable, const Macro& macro);

  std::span<const Root> roots_;
  std::vector<Variable> variables_;
  std::optional<Error> error_;
};

/// "; did you mean 'x'?", or "" if nothing is near.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       std::span<const std::string_view> candidates);

}  // namespace rocelint::expr
