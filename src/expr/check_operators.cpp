// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "expr/checker.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/static_type.h"
#include "expr/syntax/syntax.h"
#include "expr/value.h"

namespace rocelint::expr {
namespace {

/// An int literal, or a list of them, as double.
bool can_widen(const Node& node) {
  if (node.op == Op::constant) {
    return node.type.is(Kind::integer);
  }
  bool all = node.op == Op::list;
  for (const auto& kid : node.kids) {
    all = all &&
          (can_widen(*kid) || (kid->type.base != nullptr && kid->type.base->kind == Kind::real));
  }
  return all;
}

void widen(Node& node) {
  if (node.op == Op::list) {
    for (auto& kid : node.kids) {
      widen(*kid);
    }
  } else if (const auto* integer = node.constant.get<std::int64_t>();
             node.op == Op::constant && integer != nullptr) {
    node.constant = Value(static_cast<double>(*integer));
  }
  node.type.base = kReal.base;
}

bool has_base(const StaticType& type, Kind kind) {
  return type.base != nullptr && type.base->kind == kind;
}

bool has_order(const StaticType& type) {
  return type.is_number() || type.is(Kind::text) || type.is(Kind::boolean);
}

}  // namespace

Node::Ptr Checker::check_operation(const Syntax& syntax) {
  Kids kids;
  for (const auto& kid : syntax.kids) {
    kids.push_back(check(*kid));
    if (!kids.back()) {
      return nullptr;
    }
  }
  switch (syntax.op) {
    case Op::conditional:
      return check_conditional(syntax, std::move(kids));
    case Op::disjunction:
    case Op::conjunction:
    case Op::logical_not:
      return check_logic(syntax, std::move(kids));
    case Op::equal:
    case Op::not_equal:
      return check_equality(syntax, std::move(kids));
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return check_order(syntax, std::move(kids));
    case Op::in:
      return check_membership(syntax, std::move(kids));
    case Op::minus:
      return check_minus(syntax, std::move(kids));
    default:
      return check_arithmetic(syntax, std::move(kids));
  }
}

bool Checker::need_boolean(const Node& node, std::string_view who) {
  if (node.type.is(Kind::boolean)) {
    return true;
  }
  fail(node.offset, std::string(who) + " needs a bool, this is " + with_article(node.type));
  return false;
}

Node::Ptr Checker::check_logic(const Syntax& syntax, Kids kids) {
  for (const auto& kid : kids) {
    if (!need_boolean(*kid, "'" + std::string(spelling(syntax.op)) + "'")) {
      return nullptr;
    }
  }
  return make(syntax.op, syntax.start, kBoolean, std::move(kids));
}

Node::Ptr Checker::check_conditional(const Syntax& syntax, Kids kids) {
  if (!need_boolean(*kids[0], "'?:'")) {
    return nullptr;
  }
  const auto type = harmonise(*kids[1], *kids[2]);
  if (!type) {
    return fail(syntax.offset, "the branches of '?:' have one type: " + describe(kids[1]->type) +
                                   ", not " + describe(kids[2]->type));
  }
  return make(syntax.op, syntax.start, *type, std::move(kids));
}

std::optional<StaticType> Checker::harmonise(Node& a, Node& b) {
  if (has_base(a.type, Kind::real) && a.type.lists == b.type.lists && can_widen(b)) {
    widen(b);
  } else if (has_base(b.type, Kind::real) && a.type.lists == b.type.lists && can_widen(a)) {
    widen(a);
  }
  return common_type(a.type, b.type);
}

Node::Ptr Checker::mismatch(const Syntax& syntax, const Node& a, const Node& b) {
  return fail(syntax.offset, "'" + std::string(spelling(syntax.op)) + "' does not take " +
                                 with_article(a.type) + " and " + with_article(b.type));
}

Node::Ptr Checker::check_equality(const Syntax& syntax, Kids kids) {
  const auto type = harmonise(*kids[0], *kids[1]);
  if (!type) {
    return mismatch(syntax, *kids[0], *kids[1]);
  }
  if (!is_comparable(*type)) {
    return fail(syntax.offset, with_article(*type) + " can't be compared; compare its fields");
  }
  if (!need_enum_names(*kids[0], *kids[1])) {
    return nullptr;
  }
  return make(syntax.op, syntax.start, kBoolean, std::move(kids));
}

Node::Ptr Checker::check_order(const Syntax& syntax, Kids kids) {
  for (const auto& kid : kids) {
    if (kid->type.is(Kind::enumeration)) {
      return fail(syntax.offset, "the names of " + describe(kid->type) +
                                     " have no order; compare with '==' or 'in'");
    }
  }
  const auto type = harmonise(*kids[0], *kids[1]);
  if (!type || !has_order(*type)) {
    return mismatch(syntax, *kids[0], *kids[1]);
  }
  return make(syntax.op, syntax.start, kBoolean, std::move(kids));
}

Node::Ptr Checker::check_membership(const Syntax& syntax, Kids kids) {
  Node& item = *kids[0];
  Node& container = *kids[1];
  if (container.type.is(Kind::map)) {
    return item.type.is_text() ? make(syntax.op, syntax.start, kBoolean, std::move(kids))
                               : mismatch(syntax, item, container);
  }
  if (!container.type.is_list()) {
    return fail(syntax.offset,
                "'in' needs a list or a map, this is " + with_article(container.type));
  }
  if (has_base(container.type, Kind::real) && can_widen(item)) {
    widen(item);
  } else if (item.type.is(Kind::real) && can_widen(container)) {
    widen(container);
  }
  const auto type = common_type(item.type, container.type.element());
  if (!type || !is_comparable(*type)) {
    return mismatch(syntax, item, container);
  }
  if (!need_enum_names(item, container)) {
    return nullptr;
  }
  return make(syntax.op, syntax.start, kBoolean, std::move(kids));
}

Node::Ptr Checker::check_arithmetic(const Syntax& syntax, Kids kids) {
  const auto type = harmonise(*kids[0], *kids[1]);
  bool fits =
      type && (type->is(Kind::integer) || (type->is(Kind::real) && syntax.op != Op::modulo));
  auto result = type.value_or(kInteger);
  if (type && syntax.op == Op::add && (type->is_text() || type->is_list())) {
    fits = true;
    result = type->is_text() ? kText : *type;
  }
  if (!fits) {
    return mismatch(syntax, *kids[0], *kids[1]);
  }
  return make(syntax.op, syntax.start, result, std::move(kids));
}

Node::Ptr Checker::check_minus(const Syntax& syntax, Kids kids) {
  const auto type = kids[0]->type;
  if (!type.is_number()) {
    return fail(syntax.offset, "'-' needs a number, this is " + with_article(type));
  }
  return make(Op::minus, syntax.start, type, std::move(kids));
}

bool Checker::need_enum_names(const Node& a, const Node& b) {
  if (has_base(a.type, Kind::enumeration)) {
    return need_enum_name(b, *a.type.base);
  }
  return !has_base(b.type, Kind::enumeration) || need_enum_name(a, *b.type.base);
}

bool Checker::need_enum_name(const Node& node, const Type& enumeration) {
  if (node.op == Op::list || node.op == Op::conditional) {
    for (std::size_t i = node.op == Op::list ? 0 : 1; i < node.kids.size(); ++i) {
      if (!need_enum_name(*node.kids[i], enumeration)) {
        return false;
      }
    }
    return true;
  }
  if (node.op != Op::constant) {
    return true;
  }
  std::vector<std::string_view> names;
  std::string all;
  for (const auto& row : enumeration.enum_names) {
    if (row.name == node.text) {
      return true;
    }
    names.push_back(row.name);
    all += (all.empty() ? "" : ", ") + std::string(row.name);
  }
  auto hint = did_you_mean(node.text, names);
  if (hint.empty()) {
    hint = "; it has " + all;
  }
  fail(node.offset, std::string(enumeration.name) + " has no value '" + node.text + "'" + hint);
  return false;
}

}  // namespace rocelint::expr
