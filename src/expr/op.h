// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rocelint::expr {

/// What a node of the typed tree does. The syntax tree uses only the operators among them.
enum class Op : std::uint8_t {
  constant,
  list,
  root,
  variable,
  field,
  index,
  has,
  call,
  all,
  exists,
  exists_one,
  filter,
  map,
  // operators
  conditional,
  disjunction,
  conjunction,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  in,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  logical_not,
  minus,
};

/// How an operator is written: "<=".
[[nodiscard]] constexpr std::string_view spelling(Op op) {
  switch (op) {
    case Op::conditional:
      return "?:";
    case Op::disjunction:
      return "||";
    case Op::conjunction:
      return "&&";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    case Op::in:
      return "in";
    case Op::add:
      return "+";
    case Op::subtract:
    case Op::minus:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::modulo:
      return "%";
    case Op::logical_not:
      return "!";
    default:
      return "";
  }
}

}  // namespace rocelint::expr
