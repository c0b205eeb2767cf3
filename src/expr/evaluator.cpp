// SPDX-License-Identifier: Apache-2.0
#include "expr/evaluator.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "expr/expression_evidence.h"
#include "expr/functions.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/unknowns.h"
#include "expr/value.h"
#include "facts/snapshot_paths.h"

namespace rocelint::expr {
Value Evaluator::run(const Node& tree) {
  const Value value = operand(tree);
  return scratch_.exhausted() ? scratch_.too_many_steps() : value;
}

std::size_t Evaluator::size(const Value& list) {
  if (const auto* object = list.get<Object>()) {
    return object->type->size(object->at);
  }
  const auto* items = list.get<const Value::List*>();
  return items == nullptr ? 0 : (*items)->size();
}

Value Evaluator::item(const Value& list, std::size_t index) {
  if (const auto* items = list.get<const Value::List*>()) {
    return (**items)[index];
  }
  const auto& object = *list.get<Object>();
  const auto& type = *object.type->element;
  const void* at = object.type->item(object.at, index);
  const Origin* origin = nullptr;
  if (keeps() && list.origin() != nullptr) {
    origin = evidence_.add({.step = Origin::Step::element,
                            .parent = list.origin(),
                            .index = index,
                            .type = &type,
                            .at = at});
  }
  return load(type, at, origin);
}

Value Evaluator::operand(const Node& node) {
  const Value value = eval(node);
  if (keeps()) {
    evidence_.record(value);
  }
  return value;
}

Value Evaluator::range(const Node& node) {
  const Value list = eval(node);
  if (keeps() && (list.unknown() != nullptr || size(list) == 0)) {
    evidence_.record(list);
  }
  return list;
}

Value Evaluator::eval(const Node& node) {
  if (!scratch_.spend(1)) {
    return scratch_.too_many_steps();
  }
  switch (node.op) {
    case Op::constant:
      return node.constant;
    case Op::list:
      return eval_list(node);
    case Op::root:
      return eval_root(node);
    case Op::variable:
      return variables_[node.slot];
    case Op::field:
      return select(eval(*node.kids[0]), node);
    case Op::index:
      return eval_index(node);
    case Op::has:
      return eval_has(node);
    case Op::call:
      return eval_call(node);
    case Op::conditional:
      return eval_conditional(node);
    case Op::conjunction:
    case Op::disjunction:
      return fold(node.op == Op::disjunction, node.kids.size(),
                  [&](std::size_t i) { return operand(*node.kids[i]); });
    case Op::all:
    case Op::exists:
      return eval_quantifier(node);
    case Op::exists_one:
      return eval_exists_one(node);
    case Op::filter:
      return eval_filter(node);
    case Op::map:
      return eval_map(node);
    default:
      return eval_operator(node);
  }
}

Value Evaluator::load(const Type& type, const void* at, const Origin* origin) {
  if (at == nullptr) {
    return scratch_.unknown(Reason::not_found, "no such object").from(origin);
  }
  if (type.fact) {
    const auto* known = type.known(at);
    if (known == nullptr) {
      return Value(type.unknown(at)).from(origin);
    }
    at = known;
  }
  switch (type.kind) {
    case Kind::boolean:
      return Value(*static_cast<const bool*>(at)).from(origin);
    case Kind::integer:
      return Value(*static_cast<const std::int64_t*>(at)).from(origin);
    case Kind::real:
      return Value(*static_cast<const double*>(at)).from(origin);
    case Kind::text:
      return Value(std::string_view(*static_cast<const std::string*>(at))).from(origin);
    case Kind::enumeration:
      return load_enum(type, at).from(origin);
    default:
      return Value(Object{&type, at}).from(origin);
  }
}

Value Evaluator::load_enum(const Type& type, const void* at) {
  const auto number = type.get_enum(at);
  const auto place = static_cast<std::size_t>(number);
  if (place < type.enum_names.size() && type.enum_names[place].value == number) {
    return Value(type.enum_names[place].name);  // most count from 0
  }
  for (const auto& row : type.enum_names) {
    if (row.value == number) {
      return Value(row.name);
    }
  }
  return scratch_.unknown(Reason::malformed,
                          std::to_string(number) + " is no " + std::string(type.name));
}

Value Evaluator::eval_root(const Node& node) {
  const Origin* origin = nullptr;
  if (keeps()) {
    origin = evidence_.add({.step = Origin::Step::root, .root = &node});
  }
  const auto bound = environment_.bind(node.slot);
  if (bound.at == nullptr) {
    return Value(bound.why == nullptr ? &kNotCollected : bound.why).from(origin);
  }
  return load(*node.shape, bound.at, origin);
}

Value Evaluator::eval_list(const Node& node) {
  Value::List items;
  items.reserve(node.kids.size());
  Unknowns open;
  for (const auto& kid : node.kids) {
    items.push_back(eval(*kid));
    if (open.add(items.back().unknown()) && keeps()) {
      evidence_.record(items.back());
    }
  }
  return open.none() ? scratch_.list(std::move(items)) : Value(open);
}

// A fact inside an unknown structure is unknown for the same reason, and evidence names the fact.
Value Evaluator::select(const Value& base, const Node& node) {
  const Origin* origin = nullptr;
  if (keeps() && base.origin() != nullptr) {
    origin =
        evidence_.add({.step = Origin::Step::field, .parent = base.origin(), .field = node.field});
  }
  const auto* object = base.get<Object>();
  return object == nullptr ? base.from(origin)
                           : load(*node.field->type, member(*node.field, object->at), origin);
}

Value Evaluator::eval_index(const Node& node) {
  const Value container = eval(*node.kids[0]);
  const Value index = operand(*node.kids[1]);
  if (const auto* position = index.get<std::int64_t>()) {
    return element(container, *position);
  }
  if (const auto* key = index.get<std::string_view>()) {
    return entry(container, *key);
  }
  Unknowns open;
  if (open.add(container.unknown()) && keeps()) {
    evidence_.record(container);
  }
  open.add(index.unknown());
  return Value(open);
}

Value Evaluator::element(const Value& list, std::int64_t position) {
  const auto count = size(list);
  if (list.unknown() == nullptr && position >= 0 && static_cast<std::uint64_t>(position) < count) {
    return item(list, static_cast<std::size_t>(position));
  }
  const Origin* origin = nullptr;
  if (keeps() && list.origin() != nullptr && position >= 0) {
    origin = evidence_.add({.step = Origin::Step::element,
                            .parent = list.origin(),
                            .index = static_cast<std::size_t>(position)});
  }
  if (list.unknown() != nullptr) {
    return list.from(origin);
  }
  return scratch_
      .unknown(Reason::not_found,
               "no element " + std::to_string(position) + " in a list of " + std::to_string(count))
      .from(origin);
}

Value Evaluator::entry(const Value& map, std::string_view key) {
  const Origin* origin = nullptr;
  if (keeps() && map.origin() != nullptr) {
    origin = evidence_.add({.step = Origin::Step::entry, .parent = map.origin(), .key = key});
  }
  const auto* object = map.get<Object>();
  if (object == nullptr) {
    return map.from(origin);
  }
  if (const void* at = object->type->find(object->at, key)) {
    return load(*object->type->element, at, origin);
  }
  return scratch_.unknown(Reason::not_found, "no entry '" + std::string(key) + "'").from(origin);
}

// Only two reasons say that there is no such thing. Of a parent that is not there nothing can be
// said, unless the driver lacks the whole of it.
Value Evaluator::eval_has(const Node& node) {
  const Node& path = *node.kids[0];
  const bool is_field = path.op == Op::field;
  const Value parent = eval(*path.kids[0]);
  const Value value = is_field ? select(parent, path) : entry(parent, path.kids[1]->text);
  if (keeps()) {
    evidence_.record(value);
  }
  const auto* why = value.unknown();
  if (why == nullptr) {
    return Value(true);
  }
  const bool absent =
      why->only({Reason::unsupported}) ||
      (why->only({Reason::unsupported, Reason::not_found}) && parent.unknown() == nullptr);
  return absent ? Value(false) : Value(*why);
}

// As long as the condition is unknown, neither branch is asked.
Value Evaluator::eval_conditional(const Node& node) {
  const Value condition = operand(*node.kids[0]);
  if (const auto* why = condition.unknown()) {
    return Value(*why);
  }
  return eval(*node.kids[condition.is(true) ? 1 : 2]);
}

Value Evaluator::eval_call(const Node& node) {
  Arguments arguments{Value(false), Value(false)};
  Unknowns open;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < node.kids.size(); ++i) {
    arguments.at(i) = operand(*node.kids[i]);
    open.add(arguments.at(i).unknown());
    const auto* text = arguments.at(i).get<std::string_view>();
    bytes += text == nullptr ? 0 : text->size();
  }
  if (!open.none()) {
    return Value(open);
  }
  constexpr std::size_t kBytesPerStep = 16;
  return scratch_.spend(bytes / kBytesPerStep) ? node.function->run(scratch_, arguments)
                                               : scratch_.too_many_steps();
}

Value Evaluator::body(const Node& macro, const Value& item) {
  variables_.push_back(item);
  const Value value = operand(*macro.kids[1]);
  variables_.pop_back();
  return value;
}

void Evaluator::weigh(const Value& value, std::size_t start, std::size_t before, Unknowns& open) {
  const bool was_open = !open.none();
  const bool news = open.add(value.unknown());
  if (news && !was_open) {
    evidence_.forget_between(start, before);
  } else if (!news && was_open) {
    evidence_.forget_since(before);
  }
}

/// No element stood out: those without a name tell most as the list that they are.
void Evaluator::summarize(const Value& list, std::size_t mark) {
  const auto* object = list.get<Object>();
  if (!keeps() || object == nullptr || size(list) == 0) {
    return;
  }
  const auto& element = *object->type->element;
  if (element.kind != Kind::structure || key_field(element) == nullptr) {
    evidence_.fold_into(list, mark);
  }
}

Value Evaluator::eval_quantifier(const Node& node) {
  const Value list = range(*node.kids[0]);
  if (const auto* why = list.unknown()) {
    return Value(*why);
  }
  const auto start = evidence_.mark();
  const bool absorbing = node.op == Op::exists;
  const Value value =
      fold(absorbing, size(list), [&](std::size_t i) { return body(node, item(list, i)); });
  if (value.is(!absorbing)) {
    summarize(list, start);
  }
  return value;
}

// As in CEL, an unknown element leaves it open even if two others match.
Value Evaluator::eval_exists_one(const Node& node) {
  const Value list = range(*node.kids[0]);
  if (const auto* why = list.unknown()) {
    return Value(*why);
  }
  const auto start = evidence_.mark();
  auto kept = start;  // end of what the matching elements read
  std::size_t found = 0;
  Unknowns open;
  for (std::size_t i = 0; i < size(list) && !scratch_.exhausted(); ++i) {
    const auto before = evidence_.mark();
    const Value match = body(node, item(list, i));
    weigh(match, start, before, open);
    if (open.none() && match.is(true)) {
      ++found;
      evidence_.forget_between(kept, before);
      kept = evidence_.mark();
    }
  }
  if (!open.none()) {
    return Value(open);
  }
  if (found != 0) {
    evidence_.forget_since(kept);
  } else {
    summarize(list, start);
  }
  return Value(found == 1);
}

Value Evaluator::eval_filter(const Node& node) {
  const Value list = range(*node.kids[0]);
  if (list.unknown() != nullptr) {
    return list.from(nullptr);
  }
  Value::List kept;
  Unknowns open;
  for (std::size_t i = 0; i < size(list) && !scratch_.exhausted(); ++i) {
    const auto before = evidence_.mark();
    const Value candidate = item(list, i);
    const Value expected = body(node, candidate);
    weigh(expected, before, before, open);
    if (expected.is(true)) {
      kept.push_back(candidate);
    }
  }
  return open.none() ? scratch_.list(std::move(kept)) : Value(open);
}

Value Evaluator::eval_map(const Node& node) {
  const Value list = range(*node.kids[0]);
  if (list.unknown() != nullptr) {
    return list.from(nullptr);
  }
  Value::List mapped;
  Unknowns open;
  for (std::size_t i = 0; i < size(list) && !scratch_.exhausted(); ++i) {
    variables_.push_back(item(list, i));
    mapped.push_back(eval(*node.kids[1]));
    variables_.pop_back();
    if (open.add(mapped.back().unknown()) && keeps()) {
      evidence_.record(mapped.back());
    }
  }
  return open.none() ? scratch_.list(std::move(mapped)) : Value(open);
}

}  // namespace rocelint::expr
