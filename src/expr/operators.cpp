// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "expr/evaluator.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/unknowns.h"
#include "expr/value.h"

namespace rocelint::expr {
namespace {

/// How two scalars of one type stand to each other.
std::partial_ordering order(const Value& a, const Value& b) {
  if (const auto* left = a.get<std::int64_t>()) {
    return *left <=> *b.get<std::int64_t>();
  }
  if (const auto* left = a.get<std::string_view>()) {
    return *left <=> *b.get<std::string_view>();
  }
  if (const auto* left = a.get<bool>()) {
    return static_cast<int>(*left) <=> static_cast<int>(b.is(true));
  }
  return *a.get<double>() <=> *b.get<double>();
}

bool holds(Op op, std::partial_ordering order) {
  switch (op) {
    case Op::less:
      return std::is_lt(order);
    case Op::less_equal:
      return std::is_lteq(order);
    case Op::greater:
      return std::is_gt(order);
    default:
      return std::is_gteq(order);
  }
}

/// Nothing when the result does not fit or there is none.
std::optional<std::int64_t> calculate(Op op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  bool overflow = false;
  switch (op) {
    case Op::add:
      overflow = __builtin_add_overflow(a, b, &out);
      break;
    case Op::subtract:
      overflow = __builtin_sub_overflow(a, b, &out);
      break;
    case Op::multiply:
      overflow = __builtin_mul_overflow(a, b, &out);
      break;
    default:
      overflow = b == 0 || (a == std::numeric_limits<std::int64_t>::min() && b == -1);
      if (!overflow) {
        out = op == Op::divide ? a / b : a % b;
      }
  }
  return overflow ? std::nullopt : std::optional(out);
}

// As in CEL, doubles follow IEEE 754: a division by zero is infinite or not a number.
double calculate(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    default:
      return a / b;
  }
}

}  // namespace

Value Evaluator::eval_operator(const Node& node) {
  if (node.type.is_list()) {  // only + makes lists
    return eval_concatenation(node);
  }
  const Value a = operand(*node.kids[0]);
  const Value b = node.kids.size() > 1 ? operand(*node.kids[1]) : a;
  Unknowns open;
  open.add(a.unknown());
  open.add(b.unknown());
  if (!open.none()) {
    return Value(open);
  }
  switch (node.op) {
    case Op::logical_not:
      return Value(a.is(false));
    case Op::minus:
      return negated(a);
    case Op::in:
      return membership(a, b);
    case Op::add:
      return add(a, b);
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return arithmetic(node.op, a, b);
    default:
      return relation(node.op, a, b);
  }
}

Value Evaluator::relation(Op op, const Value& a, const Value& b) {
  if (op == Op::equal || op == Op::not_equal) {
    const Value same = equal(a, b);
    return same.unknown() != nullptr ? same : Value(same.is(op == Op::equal));
  }
  return can_compare(a, b) ? Value(holds(op, order(a, b))) : scratch_.too_many_steps();
}

// Strings of a host can be long; everything else is compared in one step.
bool Evaluator::can_compare(const Value& a, const Value& b) {
  constexpr std::size_t kBytesPerStep = 64;
  const auto* left = a.get<std::string_view>();
  const auto* right = b.get<std::string_view>();
  return left == nullptr || right == nullptr ||
         scratch_.spend(std::min(left->size(), right->size()) / kBytesPerStep);
}

Value Evaluator::equal(const Value& a, const Value& b) {
  Unknowns open;
  open.add(a.unknown());
  open.add(b.unknown());
  if (!open.none()) {
    return Value(open);
  }
  const bool is_list = a.get<Object>() != nullptr || a.get<const Value::List*>() != nullptr;
  if (!is_list) {
    return can_compare(a, b) ? Value(std::is_eq(order(a, b))) : scratch_.too_many_steps();
  }
  if (size(a) != size(b)) {
    return Value(false);
  }
  return fold(false, size(a), [&](std::size_t i) { return equal(item(a, i), item(b, i)); });
}

Value Evaluator::membership(const Value& item_expected, const Value& container) {
  const auto* object = container.get<Object>();
  if (object != nullptr && object->type->kind == Kind::map) {
    return Value(object->type->find(object->at, *item_expected.get<std::string_view>()) != nullptr);
  }
  return fold(true, size(container),
              [&](std::size_t i) { return equal(item_expected, item(container, i)); });
}

Value Evaluator::add(const Value& a, const Value& b) {
  if (const auto* text = a.get<std::string_view>()) {
    const auto* other = b.get<std::string_view>();
    return scratch_.spend(text->size() + other->size())
               ? scratch_.text(std::string(*text).append(*other))
               : scratch_.too_many_steps();
  }
  return arithmetic(Op::add, a, b);
}

Value Evaluator::eval_concatenation(const Node& node) {
  Value::List both;
  Unknowns open;
  for (const auto& kid : node.kids) {
    const Value list = range(*kid);
    open.add(list.unknown());
    if (!scratch_.spend(size(list))) {
      return scratch_.too_many_steps();
    }
    for (std::size_t i = 0; i < size(list); ++i) {
      both.push_back(item(list, i));
    }
  }
  return open.none() ? scratch_.list(std::move(both)) : Value(open);
}

Value Evaluator::arithmetic(Op op, const Value& a, const Value& b) {
  if (const auto* real = a.get<double>()) {
    return Value(calculate(op, *real, *b.get<double>()));
  }
  const auto right = *b.get<std::int64_t>();
  if (const auto result = calculate(op, *a.get<std::int64_t>(), right)) {
    return Value(*result);
  }
  const bool by_zero = right == 0 && (op == Op::divide || op == Op::modulo);
  return scratch_.unknown(Reason::malformed,
                          by_zero ? "division by zero" : "result does not fit into 64 bits");
}

Value Evaluator::negated(const Value& value) {
  if (const auto* real = value.get<double>()) {
    return Value(-*real);
  }
  return arithmetic(Op::subtract, Value(std::int64_t{0}), value);
}

}  // namespace rocelint::expr
