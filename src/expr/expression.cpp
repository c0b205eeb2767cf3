// SPDX-License-Identifier: Apache-2.0
#include "expr/expression.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/reflect.h"

#include "expr/checker.h"
#include "expr/compile.h"
#include "expr/evaluator.h"
#include "expr/expression_paths.h"
#include "expr/node.h"
#include "expr/static_type.h"
#include "expr/syntax/parser.h"
#include "expr/tree_pack.h"

namespace rocelint::expr {

namespace {

tl::expected<Node::Ptr, Error> check(std::string_view text, std::span<const Root> roots) {
  const auto syntax = parse(text);
  if (!syntax) {
    return tl::unexpected(syntax.error());
  }
  return Checker(roots).whole(**syntax);
}

}  // namespace

Expression::Expression(std::string_view text, std::unique_ptr<const Node> tree)
    : own_text_(std::make_unique<const std::string>(text)),
      text_(*own_text_),
      tree_(std::move(tree)) {}
Expression::Expression(std::string_view text, std::string_view packed_tree,
                       std::span<const Root> roots)
    : text_(text), packed_tree_(packed_tree), roots_(roots) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Expression Expression::built_in(std::string_view text, std::string_view packed_tree,
                                std::span<const Root> roots) {
  return {text, packed_tree, roots};
}

const Node& Expression::tree() const {
  return tree_.get(
      [this]() -> std::unique_ptr<const Node> { return unpack_tree(packed_tree_, roots_); });
}

std::vector<std::string> Expression::paths(PathUse use) const {
  return collect_paths(tree(), use);
}

bool Expression::names_root(std::string_view root) const {
  return expr::names_root(tree(), root);
}

tl::expected<Expression, Error> compile_value(std::string_view text, std::span<const Root> roots) {
  auto tree = check(text, roots);
  if (!tree) {
    return tl::unexpected(std::move(tree.error()));
  }
  return Expression(text, *std::move(tree));
}

tl::expected<Expression, Error> compile(std::string_view text, std::span<const Root> roots) {
  auto expression = compile_value(text, roots);
  if (expression && !expression->tree().type.is(Kind::boolean)) {
    return tl::unexpected(
        Error{.offset = expression->tree().offset,
              .text = "a condition is a bool, this is " + with_article(expression->tree().type)});
  }
  return expression;
}

Decision evaluate(const Expression& expression, const Environment& environment) {
  Evaluator evaluator(environment, Evaluator::Keep::nothing);
  const auto value = evaluator.run(expression.tree());
  if (const auto* why = value.unknown()) {
    return {.outcome = Outcome::unknown, .why = why->all(), .reasons = why->reasons()};
  }
  return {.outcome = value.is(true) ? Outcome::yes : Outcome::no, .why = {}, .reasons = {}};
}

std::vector<Witness> explain(const Expression& expression, const Environment& environment) {
  Evaluator evaluator(environment, Evaluator::Keep::evidence);
  static_cast<void>(evaluator.run(expression.tree()));
  return evaluator.witnesses();
}

std::vector<Unknown> unknowns_of(const Expression& expression, const Environment& environment) {
  Evaluator evaluator(environment, Evaluator::Keep::evidence);
  static_cast<void>(evaluator.run(expression.tree()));
  return evaluator.unknowns();
}

}  // namespace rocelint::expr
