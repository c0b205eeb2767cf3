// SPDX-License-Identifier: Apache-2.0
#include "expr/checker.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/reflect.h"

#include "base/text.h"
#include "expr/expression.h"
#include "expr/functions.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/static_type.h"
#include "expr/syntax/syntax.h"
#include "expr/value.h"

namespace rocelint::expr {
namespace {

const Field* find_field(std::span<const Field> fields, std::string_view name) {
  for (const auto& field : fields) {
    if (field.name == name) {
      return &field;
    }
  }
  return nullptr;
}

}  // namespace

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const auto best = nearest(name, candidates);
  return best.empty() ? "" : "; did you mean '" + std::string(best) + "'?";
}

tl::expected<Node::Ptr, Error> Checker::whole(const Syntax& syntax) {
  auto node = check(syntax);
  if (error_) {
    return tl::unexpected(*std::move(error_));
  }
  return node;
}

Node::Ptr Checker::fail(std::size_t offset, std::string text) {
  if (!error_) {
    error_ = Error{.offset = offset, .text = std::move(text)};
  }
  return nullptr;
}

Node::Ptr Checker::make(Op op, std::size_t offset, StaticType type, Kids kids) {
  auto node = std::make_unique<Node>();
  node->op = op;
  node->offset = offset;
  node->type = type;
  node->kids = std::move(kids);
  return node;
}

Node::Ptr Checker::check(const Syntax& syntax) {
  switch (syntax.kind) {
    case Syntax::Kind::literal:
      return check_literal(syntax);
    case Syntax::Kind::name:
      return check_name(syntax);
    case Syntax::Kind::list:
      return check_list(syntax);
    case Syntax::Kind::select:
      return check_select(syntax);
    case Syntax::Kind::index:
      return check_index(syntax);
    case Syntax::Kind::call:
    case Syntax::Kind::method:
      return check_call(syntax);
    case Syntax::Kind::operation:
      return check_operation(syntax);
  }
  return nullptr;
}

Node::Ptr Checker::check_literal(const Syntax& syntax) {
  auto node = make(Op::constant, syntax.start, kBoolean);
  if (const auto* boolean = std::get_if<bool>(&syntax.literal)) {
    node->constant = Value(*boolean);
  } else if (const auto* integer = std::get_if<std::int64_t>(&syntax.literal)) {
    node->type = kInteger;
    node->constant = Value(*integer);
  } else if (const auto* real = std::get_if<double>(&syntax.literal)) {
    node->type = kReal;
    node->constant = Value(*real);
  } else if (const auto* text = std::get_if<std::string>(&syntax.literal)) {
    node->type = kText;
    node->text = *text;
    node->constant = Value(std::string_view(node->text));
  }
  return node;
}

Node::Ptr Checker::check_name(const Syntax& syntax) {
  for (std::size_t i = variables_.size(); i-- > 0;) {
    if (variables_[i].name == syntax.name) {
      auto node = make(Op::variable, syntax.start, variables_[i].type);
      node->slot = i;
      return node;
    }
  }
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    if (roots_[i].name == syntax.name) {
      auto node = make(Op::root, syntax.start, static_type(*roots_[i].type));
      node->slot = i;
      node->shape = roots_[i].type;
      node->text = syntax.name;
      return node;
    }
  }
  if (const auto* list = find_named_list(syntax.name)) {
    Kids kids;
    for (std::int64_t i = 0; i < list->size; ++i) {
      kids.push_back(make(Op::constant, syntax.start, kInteger));
      kids.back()->constant = Value(i);
    }
    return make(Op::list, syntax.start, kInteger.list(), std::move(kids));
  }
  return unknown_name(syntax);
}

Node::Ptr Checker::unknown_name(const Syntax& syntax) {
  if (find_function(syntax.name) != nullptr) {
    return fail(syntax.start, "'" + syntax.name + "' is a function; it needs '('");
  }
  std::vector<std::string_view> candidates;
  for (const auto& root : roots_) {
    candidates.push_back(root.name);
  }
  for (const auto& variable : variables_) {
    candidates.push_back(variable.name);
  }
  for (const auto& list : named_lists()) {
    candidates.push_back(list.name);
  }
  const auto near = did_you_mean(syntax.name, candidates);
  return fail(syntax.start, "no such name: '" + syntax.name + "'" +
                                (near.empty() ? "; a text wants quotes" : near));
}

Node::Ptr Checker::check_list(const Syntax& syntax) {
  Kids kids;
  Node model;  // stands for "an element of this list"
  model.op = Op::list;
  for (const auto& item : syntax.kids) {
    kids.push_back(check(*item));
    if (!kids.back()) {
      return nullptr;
    }
    const auto& type = kids.back()->type;
    const bool real = type.base != nullptr && type.base->kind == Kind::real;
    if (kids.size() == 1 || real) {  // one double makes doubles of all int literals
      model.type = type;
    }
  }
  for (std::size_t i = 0; i < kids.size(); ++i) {
    const auto type = harmonise(*kids[i], model);
    if (!type) {
      return fail(syntax.kids[i]->start,
                  "a list has elements of one type: " + describe(model.type) + ", not " +
                      describe(kids[i]->type));
    }
    model.type = *type;
  }
  return make(Op::list, syntax.start, model.type.list(), std::move(kids));
}

Node::Ptr Checker::check_select(const Syntax& syntax) {
  Kids kids;
  kids.push_back(check(*syntax.kids[0]));
  if (!kids[0]) {
    return nullptr;
  }
  const auto type = kids[0]->type;
  if (type.is(Kind::map)) {  // m.key is m["key"]
    auto key = make(Op::constant, syntax.offset, kText);
    key->text = syntax.name;
    key->constant = Value(std::string_view(key->text));
    kids.push_back(std::move(key));
    return make(Op::index, syntax.start, static_type(*type.base->element), std::move(kids));
  }
  if (!type.is(Kind::structure)) {
    return fail(syntax.offset,
                with_article(type) + " has no fields, so no '" + syntax.name + "'" +
                    (type.is_list() ? "; elements are reached with [0] or all()" : ""));
  }
  const auto* field = find_field(type.base->fields, syntax.name);
  if (field == nullptr) {
    std::vector<std::string_view> candidates;
    for (const auto& other : type.base->fields) {
      candidates.push_back(other.name);
    }
    return fail(syntax.offset, describe(type) + " has no field '" + syntax.name + "'" +
                                   did_you_mean(syntax.name, candidates));
  }
  auto node = make(Op::field, syntax.start, static_type(*field->type), std::move(kids));
  node->field = field;
  return node;
}

Node::Ptr Checker::check_index(const Syntax& syntax) {
  Kids kids;
  for (const auto& kid : syntax.kids) {
    kids.push_back(check(*kid));
    if (!kids.back()) {
      return nullptr;
    }
  }
  const auto type = kids[0]->type;
  const auto index = kids[1]->type;
  if (type.is(Kind::map)) {
    if (!index.is_text()) {
      return fail(syntax.kids[1]->start,
                  "the key of a map is a string, this is " + with_article(index));
    }
    return make(Op::index, syntax.start, static_type(*type.base->element), std::move(kids));
  }
  if (!type.is_list()) {
    return fail(syntax.offset, with_article(type) + " has no elements");
  }
  if (!index.is(Kind::integer)) {
    return fail(syntax.kids[1]->start,
                "the index of a list is an int, this is " + with_article(index));
  }
  return make(Op::index, syntax.start, type.element(), std::move(kids));
}

}  // namespace rocelint::expr
