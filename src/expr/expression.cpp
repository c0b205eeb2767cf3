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
#include "expr/parser.h"
#include "expr/static_type.h"

namespace rocelint::expr {

Expression::Expression(std::string text, std::unique_ptr<const Node> tree)
    : text_(std::move(text)), tree_(std::move(tree)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

std::vector<std::string> Expression::paths(PathUse use) const {
  return collect_paths(*tree_, use);
}

bool Expression::names_root(std::string_view root) const {
  return expr::names_root(*tree_, root);
}

tl::expected<Expression, Error> compile_value(std::string_view text, std::span<const Root> roots) {
  const auto syntax = parse(text);
  if (!syntax) {
    return tl::unexpected(syntax.error());
  }
  auto tree = Checker(roots).whole(**syntax);
  if (!tree) {
    return tl::unexpected(std::move(tree.error()));
  }
  return Expression(std::string(text), *std::move(tree));
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

Decision evaluate(const Expression& expression, Environment environment) {
  Evaluator evaluator(environment, Evaluator::Keep::nothing);
  const auto value = evaluator.run(expression.tree());
  if (const auto* why = value.unknown()) {
    return {.outcome = Outcome::unknown, .why = why->all(), .reasons = why->reasons()};
  }
  return {.outcome = value.is(true) ? Outcome::yes : Outcome::no, .why = {}, .reasons = {}};
}

std::vector<Witness> explain(const Expression& expression, Environment environment) {
  Evaluator evaluator(environment, Evaluator::Keep::evidence);
  static_cast<void>(evaluator.run(expression.tree()));
  return evaluator.witnesses();
}

}  // namespace rocelint::expr
