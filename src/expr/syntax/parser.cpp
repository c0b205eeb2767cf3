// SPDX-License-Identifier: Apache-2.0
#include "expr/syntax/parser.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "expr/expression.h"
#include "expr/limits.h"
#include "expr/op.h"
#include "expr/syntax/lexer.h"
#include "expr/syntax/syntax.h"

namespace rocelint::expr {
namespace {

struct BinaryOperator {
  std::size_t level;
  Op op;
};

// The loosest first, as in the grammar of CEL: Relation, Addition, Multiplication.
constexpr std::size_t kTightestLevel = 2;
constexpr std::array kBinaryOperators{BinaryOperator{.level = 0, .op = Op::equal},
                                      BinaryOperator{.level = 0, .op = Op::not_equal},
                                      BinaryOperator{.level = 0, .op = Op::less_equal},
                                      BinaryOperator{.level = 0, .op = Op::greater_equal},
                                      BinaryOperator{.level = 0, .op = Op::less},
                                      BinaryOperator{.level = 0, .op = Op::greater},
                                      BinaryOperator{.level = 0, .op = Op::in},
                                      BinaryOperator{.level = 1, .op = Op::add},
                                      BinaryOperator{.level = 1, .op = Op::subtract},
                                      BinaryOperator{.level = 2, .op = Op::multiply},
                                      BinaryOperator{.level = 2, .op = Op::divide},
                                      BinaryOperator{.level = 2, .op = Op::modulo}};

}  // namespace

tl::expected<Syntax::Ptr, Error> Parser::whole() {
  auto tree = expression();
  if (tree && token_.kind != Token::Kind::end) {
    fail("unexpected " + describe(token_));
  }
  if (error_) {
    return tl::unexpected(*std::move(error_));
  }
  return tree;
}

void Parser::advance() {
  token_ = lexer_.next();
  if (token_.kind == Token::Kind::error && !error_) {
    error_ = lexer_.error();
  }
}

bool Parser::take(std::string_view symbol) {
  const bool found = token_.is(symbol);
  if (found) {
    advance();
  }
  return found;
}

bool Parser::want(std::string_view symbol) {
  if (take(symbol)) {
    return true;
  }
  fail("expected '" + std::string(symbol) + "', found " + describe(token_));
  return false;
}

Syntax::Ptr Parser::fail_at(std::size_t offset, std::string text) {
  if (!error_) {
    error_ = Error{.offset = offset, .text = std::move(text)};
  }
  return nullptr;
}

Syntax::Ptr Parser::too_deep(std::size_t offset) {
  return fail_at(offset, "nested deeper than " + std::to_string(kMaxDepth));
}

Syntax::Ptr Parser::make(Syntax::Kind kind, std::size_t offset, std::vector<Ptr> kids) {
  if (++nodes_ > kMaxNodes) {
    return fail_at(offset, "more than " + std::to_string(kMaxNodes) + " parts");
  }
  auto node = std::make_unique<Syntax>();
  node->kind = kind;
  node->start = offset;
  node->offset = offset;
  for (const auto& kid : kids) {
    node->start = std::min(node->start, kid->start);
    node->depth = std::max(node->depth, kid->depth + 1);
  }
  node->kids = std::move(kids);
  return node->depth > kMaxDepth ? too_deep(offset) : std::move(node);
}

Syntax::Ptr Parser::operation(Op op, std::size_t offset, std::vector<Ptr> kids) {
  auto node = make(Syntax::Kind::operation, offset, std::move(kids));
  if (node) {
    node->op = op;
  }
  return node;
}

// Every way down to a deeper level of nesting leads through here or through prefixed().
Syntax::Ptr Parser::expression() {
  if (nesting_ >= kMaxDepth) {
    return too_deep(token_.offset);
  }
  ++nesting_;
  auto node = conditional();
  --nesting_;
  return node;
}

Syntax::Ptr Parser::conditional() {
  auto condition = disjunction();
  if (!condition || !token_.is("?")) {
    return condition;
  }
  const auto offset = token_.offset;
  advance();
  std::vector<Ptr> kids;
  kids.push_back(std::move(condition));
  kids.push_back(disjunction());
  if (!kids.back() || !want(":")) {
    return nullptr;
  }
  kids.push_back(expression());
  return kids.back() ? operation(Op::conditional, offset, std::move(kids)) : nullptr;
}

// a || b || c is one node with three kids: the order of evaluation is the same, the tree stays
// flat.
Syntax::Ptr Parser::disjunction() {
  std::vector<Ptr> kids;
  std::size_t offset = 0;
  do {
    kids.push_back(conjunction());
    if (!kids.back()) {
      return nullptr;
    }
    offset = kids.size() == 1 ? token_.offset : offset;
  } while (take("||"));
  return kids.size() == 1 ? std::move(kids.front())
                          : operation(Op::disjunction, offset, std::move(kids));
}

Syntax::Ptr Parser::conjunction() {
  std::vector<Ptr> kids;
  std::size_t offset = 0;
  do {
    kids.push_back(binary(0));
    if (!kids.back()) {
      return nullptr;
    }
    offset = kids.size() == 1 ? token_.offset : offset;
  } while (take("&&"));
  return kids.size() == 1 ? std::move(kids.front())
                          : operation(Op::conjunction, offset, std::move(kids));
}

std::optional<Op> Parser::binary_operator(std::size_t level) const {
  for (const auto& row : kBinaryOperators) {
    if (row.level == level && token_.is(spelling(row.op))) {
      return row.op;
    }
  }
  return std::nullopt;
}

Syntax::Ptr Parser::binary(std::size_t level) {
  const auto operand = [this, level] {
    return level == kTightestLevel ? unary() : binary(level + 1);
  };
  auto left = operand();
  while (left) {
    const auto op = binary_operator(level);
    if (!op) {
      break;
    }
    const auto offset = token_.offset;
    advance();
    std::vector<Ptr> kids;
    kids.push_back(std::move(left));
    kids.push_back(operand());
    left = kids.back() ? operation(*op, offset, std::move(kids)) : nullptr;
  }
  return left;
}

Syntax::Ptr Parser::unary() {
  if (token_.is("!")) {
    return prefixed(Op::logical_not);
  }
  return token_.is("-") ? prefixed(Op::minus) : postfix();
}

Syntax::Ptr Parser::prefixed(Op op) {
  const auto offset = token_.offset;
  advance();
  // A sign belongs to its literal, or -9223372036854775808 could not be written.
  if (op == Op::minus && token_.kind == Token::Kind::integer) {
    return integer(offset, Sign::minus);
  }
  if (op == Op::minus && token_.kind == Token::Kind::real) {
    return real(offset, Sign::minus);
  }
  if (nesting_ >= kMaxDepth) {
    return too_deep(offset);
  }
  ++nesting_;
  std::vector<Ptr> kids;
  kids.push_back(unary());
  --nesting_;
  return kids.back() ? operation(op, offset, std::move(kids)) : nullptr;
}

tl::expected<Syntax::Ptr, Error> parse(std::string_view text) {
  if (text.size() > kMaxExpressionBytes) {
    return tl::unexpected(
        Error{kMaxExpressionBytes,
              "expression is longer than " + std::to_string(kMaxExpressionBytes) + " bytes"});
  }
  return Parser(text).whole();
}

}  // namespace rocelint::expr
