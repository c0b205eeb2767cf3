// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/checker.h"
#include "expr/expression.h"
#include "expr/functions.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/static_type.h"
#include "expr/syntax/syntax.h"

namespace rocelint::expr {
namespace {

struct LeftOut {
  std::string_view name;
  std::string_view instead;
};
// What a CEL user would try, and what serves here.
constexpr std::array kLeftOut{
    LeftOut{.name = "matches", .instead = "; glob() serves"},
    LeftOut{.name = "int", .instead = ""},
    LeftOut{.name = "uint", .instead = ""},
    LeftOut{.name = "double", .instead = "; int literals become doubles by themselves"},
    LeftOut{.name = "bool", .instead = ""},
    LeftOut{.name = "bytes", .instead = ""},
    LeftOut{.name = "type", .instead = "; every type is known when the rule is loaded"},
    LeftOut{.name = "dyn", .instead = "; every type is known when the rule is loaded"},
    LeftOut{.name = "timestamp", .instead = ""},
    LeftOut{.name = "duration", .instead = "; units are in names"},
    LeftOut{.name = "getFullYear", .instead = ""},
    LeftOut{.name = "getMonth", .instead = ""},
    LeftOut{.name = "getDate", .instead = ""},
    LeftOut{.name = "getDayOfMonth", .instead = ""},
    LeftOut{.name = "getDayOfWeek", .instead = ""},
    LeftOut{.name = "getDayOfYear", .instead = ""},
    LeftOut{.name = "getHours", .instead = ""},
    LeftOut{.name = "getMinutes", .instead = ""},
    LeftOut{.name = "getSeconds", .instead = ""},
    LeftOut{.name = "getMilliseconds", .instead = ""}};

std::optional<Op> find_macro(std::string_view name) {
  for (const auto& macro : list_macros()) {
    if (macro.name == name) {
      return macro.op;
    }
  }
  return std::nullopt;
}

std::string counted(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " argument" : " arguments");
}

/// A field of something: what has() can ask for.
bool is_path(const Node& node) {
  switch (node.op) {
    case Op::root:
    case Op::variable:
      return true;
    case Op::field:
    case Op::index:
      return is_path(*node.kids[0]);
    default:
      return false;
  }
}

}  // namespace

Node::Ptr Checker::check_call(const Syntax& syntax) {
  const auto macro = find_macro(syntax.name);
  if (macro && syntax.kind == Syntax::Kind::method) {
    return check_macro({.op = *macro, .syntax = syntax});
  }
  if (macro) {
    return fail(syntax.offset,
                "'" + syntax.name + "' belongs to a list: list." + syntax.name + "(x, …)");
  }
  if (syntax.name == "has") {
    return syntax.kind == Syntax::Kind::call ? check_has(syntax)
                                             : fail(syntax.offset, "'has' is called as has(…)");
  }
  return check_function(syntax);
}

Node::Ptr Checker::check_has(const Syntax& syntax) {
  if (syntax.kids.size() != 1) {
    return fail(syntax.offset, "'has' takes 1 argument, not " + std::to_string(syntax.kids.size()));
  }
  Kids kids;
  kids.push_back(check(*syntax.kids[0]));
  if (!kids[0]) {
    return nullptr;
  }
  if (syntax.kids[0]->kind != Syntax::Kind::select || !is_path(*kids[0])) {
    return fail(syntax.kids[0]->start, "'has' needs a field, such as has(netdev.mtu_bytes)");
  }
  return make(Op::has, syntax.start, kBoolean, std::move(kids));
}

Node::Ptr Checker::unknown_function(const Syntax& syntax) {
  for (const auto& left_out : kLeftOut) {
    if (left_out.name == syntax.name) {
      return fail(syntax.offset, "'" + syntax.name + "()' is not in the rule language" +
                                     std::string(left_out.instead));
    }
  }
  std::vector<std::string_view> candidates;
  for (const auto& function : functions()) {
    candidates.push_back(function.name);
  }
  for (const auto& macro : list_macros()) {
    candidates.push_back(macro.name);
  }
  candidates.emplace_back("has");
  return fail(syntax.offset,
              "no such function: '" + syntax.name + "'" + did_you_mean(syntax.name, candidates));
}

Node::Ptr Checker::check_function(const Syntax& syntax) {
  const auto* function = find_function(syntax.name);
  if (function == nullptr) {
    return unknown_function(syntax);
  }
  const bool method = syntax.kind == Syntax::Kind::method;
  if (function->style == CallStyle::function && method) {
    return fail(syntax.offset, "'" + syntax.name + "' is called as " + syntax.name + "(…)");
  }
  if (function->style == CallStyle::method && !method) {
    return fail(syntax.offset, "'" + syntax.name + "' is called as x." + syntax.name + "(…)");
  }
  Kids kids;
  for (const auto& kid : syntax.kids) {
    kids.push_back(check(*kid));
    if (!kids.back()) {
      return nullptr;
    }
  }
  if (!check_arguments(syntax, *function, kids)) {
    return nullptr;
  }
  auto node = make(Op::call, syntax.start, function->result, std::move(kids));
  node->function = function;
  return node;
}

bool Checker::check_arguments(const Syntax& syntax, const Function& function, const Kids& kids) {
  const std::size_t receiver = syntax.kind == Syntax::Kind::method ? 1 : 0;
  if (kids.size() != function.arity()) {
    fail(syntax.offset, "'" + syntax.name + "' takes " + counted(function.arity() - receiver) +
                            ", not " + std::to_string(kids.size() - receiver));
    return false;
  }
  for (std::size_t i = 0; i < kids.size(); ++i) {
    if (!accepts(function.parameters.at(i), kids[i]->type)) {
      fail(kids[i]->offset, "'" + syntax.name + "' needs " +
                                std::string(describe(function.parameters.at(i))) + ", this is " +
                                with_article(kids[i]->type));
      return false;
    }
  }
  const auto& last = *kids.back();
  if (function.refuse != nullptr && last.op == Op::constant) {
    if (auto diagnostic = function.refuse(last.text); !diagnostic.empty()) {
      fail(last.offset, std::move(diagnostic));
      return false;
    }
  }
  return true;
}

// x.map(v, expected, body) is x.filter(v, expected).map(v, body), as in CEL.
Node::Ptr Checker::check_macro(const Macro& macro) {
  const auto& syntax = macro.syntax;
  const auto given = syntax.kids.size() - 1;
  if (given != 2 && (given != 3 || macro.op != Op::map)) {
    return fail(syntax.offset, "'" + syntax.name + "' takes 2 arguments" +
                                   (macro.op == Op::map ? " or 3" : "") + ", not " +
                                   std::to_string(given));
  }
  auto list = check(*syntax.kids[0]);
  if (!list) {
    return nullptr;
  }
  if (!list->type.is_list()) {
    return fail(syntax.offset,
                "'" + syntax.name + "' needs a list, this is " + with_article(list->type));
  }
  if (!check_variable(*syntax.kids[1], macro)) {
    return nullptr;
  }
  if (given == 3) {
    list = check_body({.op = Op::filter, .syntax = syntax}, std::move(list), *syntax.kids[2]);
  }
  return list ? check_body(macro, std::move(list), *syntax.kids.back()) : nullptr;
}

bool Checker::check_variable(const Syntax& variable, const Macro& macro) {
  if (variable.kind != Syntax::Kind::name) {
    fail(variable.start,
         "the first argument of '" + macro.syntax.name + "' is the name of a variable");
    return false;
  }
  const bool hides =
      std::ranges::any_of(roots_, [&](const Root& root) { return root.name == variable.name; });
  if (hides || find_named_list(variable.name) != nullptr) {
    fail(variable.start, "the variable '" + variable.name + "' hides the " +
                             (hides ? "root" : "list") + " of that name");
    return false;
  }
  return true;
}

Node::Ptr Checker::check_body(const Macro& macro, Node::Ptr list, const Syntax& body) {
  const auto slot = variables_.size();
  variables_.push_back({.name = macro.syntax.kids[1]->name, .type = list->type.element()});
  auto result = check(body);
  variables_.pop_back();
  if (!result) {
    return nullptr;
  }
  auto type = kBoolean;
  if (macro.op == Op::map) {
    type = result->type.list();
  } else if (!need_boolean(*result, "'" + macro.syntax.name + "'")) {
    return nullptr;
  } else if (macro.op == Op::filter) {
    type = list->type;
  }
  Kids kids;
  kids.push_back(std::move(list));
  kids.push_back(std::move(result));
  auto node = make(macro.op, macro.syntax.start, type, std::move(kids));
  node->slot = slot;
  return node;
}

}  // namespace rocelint::expr
