// SPDX-License-Identifier: Apache-2.0
#include "expr/parser.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "expr/expression.h"
#include "expr/lexer.h"
#include "expr/limits.h"
#include "expr/op.h"
#include "expr/syntax.h"

namespace rocelint::expr {
namespace {

struct BinaryOperator {
  std::size_t level;
  Op op;
};

// The loosest first, as in the grammar of CEL: Relation, Addition, Multiplication.
constexpr std::size_t kTightestLevel = 2;
constexpr std::array kBinaryOperators{
    BinaryOperator{0, Op::equal},      BinaryOperator{0, Op::not_equal},
    BinaryOperator{0, Op::less_equal}, BinaryOperator{0, Op::greater_equal},
    BinaryOperator{0, Op::less},       BinaryOperator{0, Op::greater},
    BinaryOperator{0, Op::in},         BinaryOperator{1, Op::add},
    BinaryOperator{1, Op::subtract},   BinaryOperator{2, Op::multiply},
    BinaryOperator{2, Op::divide},     BinaryOperator{2, Op::modulo}};

// Reserved by CEL for host languages; a field may bear such a name.
constexpr std::array<std::string_view, 17> kReserved{
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",   "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while"};

std::string describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::end:
      return "the end";
    case Token::Kind::text:
      return "a string";
    default:
      return "'" + std::string(token.text) + "'";
  }
}

/// Recursive descent. A null pointer means that error_ is set; nothing is tried after that.
class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) { advance(); }

  tl::expected<Syntax::Ptr, Error> whole() {
    auto tree = expression();
    if (tree && token_.kind != Token::Kind::end) {
      fail("unexpected " + describe(token_));
    }
    if (error_) {
      return tl::unexpected(*std::move(error_));
    }
    return tree;
  }

 private:
  using Ptr = Syntax::Ptr;

  void advance() {
    token_ = lexer_.next();
    if (token_.kind == Token::Kind::error && !error_) {
      error_ = lexer_.error();
    }
  }
  bool take(std::string_view symbol) {
    const bool found = token_.is(symbol);
    if (found) {
      advance();
    }
    return found;
  }
  bool want(std::string_view symbol) {
    if (take(symbol)) {
      return true;
    }
    fail("expected '" + std::string(symbol) + "', found " + describe(token_));
    return false;
  }
  Ptr fail_at(std::size_t offset, std::string text) {
    if (!error_) {
      error_ = Error{offset, std::move(text)};
    }
    return nullptr;
  }
  Ptr fail(std::string text) { return fail_at(token_.offset, std::move(text)); }
  Ptr too_deep(std::size_t offset) {
    return fail_at(offset, "nested deeper than " + std::to_string(kMaxDepth));
  }

  Ptr make(Syntax::Kind kind, std::size_t offset, std::vector<Ptr> kids = {});
  Ptr operation(Op op, std::size_t offset, std::vector<Ptr> kids);
  Ptr literal(std::size_t start, Syntax::Literal value);

  Ptr expression();
  Ptr conditional();
  Ptr disjunction();
  Ptr conjunction();
  Ptr binary(std::size_t level);
  std::optional<Op> binary_operator(std::size_t level) const;
  Ptr unary();
  Ptr prefixed(Op op);
  Ptr postfix();
  Ptr member(Ptr base);
  Ptr subscript(Ptr base);
  Ptr primary();
  Ptr name();
  Ptr parenthesised();
  Ptr list();
  Ptr integer(std::size_t start, bool negative);
  Ptr real(std::size_t start, double sign);
  std::optional<std::vector<Ptr>> arguments(std::string_view closing);

  Lexer lexer_;
  Token token_;
  std::optional<Error> error_;
  std::size_t nesting_ = 0;
  std::size_t nodes_ = 0;
};

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

Syntax::Ptr Parser::literal(std::size_t start, Syntax::Literal value) {
  auto node = make(Syntax::Kind::literal, start);
  if (node) {
    node->literal = std::move(value);
  }
  advance();
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
    return integer(offset, true);
  }
  if (op == Op::minus && token_.kind == Token::Kind::real) {
    return real(offset, -1);
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

Syntax::Ptr Parser::postfix() {
  auto node = primary();
  while (node) {
    if (take(".")) {
      node = member(std::move(node));
    } else if (token_.is("[")) {
      node = subscript(std::move(node));
    } else if (token_.is("{")) {
      return fail("message and map literals are not in the rule language");
    } else {
      break;
    }
  }
  return node;
}

Syntax::Ptr Parser::member(Ptr base) {
  if (token_.is("?")) {
    return fail("optional fields ('.?') are not in the rule language");
  }
  if (token_.kind != Token::Kind::name) {
    return fail("expected a field's name, found " + describe(token_));
  }
  const auto offset = token_.offset;
  std::string field(token_.text);
  advance();
  std::vector<Ptr> kids;
  kids.push_back(std::move(base));
  auto kind = Syntax::Kind::select;
  if (take("(")) {
    auto given = arguments(")");
    if (!given) {
      return nullptr;
    }
    kind = Syntax::Kind::method;
    std::move(given->begin(), given->end(), std::back_inserter(kids));
  }
  auto node = make(kind, offset, std::move(kids));
  if (node) {
    node->name = std::move(field);
  }
  return node;
}

Syntax::Ptr Parser::subscript(Ptr base) {
  const auto offset = token_.offset;
  advance();
  if (token_.is("?")) {
    return fail("optional elements ('[?') are not in the rule language");
  }
  std::vector<Ptr> kids;
  kids.push_back(std::move(base));
  kids.push_back(expression());
  if (!kids.back() || !want("]")) {
    return nullptr;
  }
  return make(Syntax::Kind::index, offset, std::move(kids));
}

Syntax::Ptr Parser::primary() {
  switch (token_.kind) {
    case Token::Kind::name:
      return name();
    case Token::Kind::integer:
      return integer(token_.offset, false);
    case Token::Kind::real:
      return real(token_.offset, 1);
    case Token::Kind::text:
      return literal(token_.offset, std::move(token_.string));
    case Token::Kind::end:
      return fail("the expression ends too early");
    default:
      break;
  }
  if (token_.is("(")) {
    return parenthesised();
  }
  if (token_.is("[")) {
    return list();
  }
  if (token_.is("{")) {
    return fail("map literals are not in the rule language");
  }
  return fail("expected an expression, found " + describe(token_));
}

Syntax::Ptr Parser::name() {
  const auto offset = token_.offset;
  std::string word(token_.text);
  if (word == "true" || word == "false") {
    return literal(offset, word == "true");
  }
  if (word == "null") {
    return fail("'null' is not in the rule language; has() tells whether a fact exists");
  }
  if (std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end()) {
    return fail("'" + word + "' is a reserved word of CEL");
  }
  advance();
  auto kind = Syntax::Kind::name;
  std::vector<Ptr> kids;
  if (take("(")) {
    auto given = arguments(")");
    if (!given) {
      return nullptr;
    }
    kind = Syntax::Kind::call;
    kids = *std::move(given);
  }
  auto node = make(kind, offset, std::move(kids));
  if (node) {
    node->name = std::move(word);
    node->start = offset;
  }
  return node;
}

Syntax::Ptr Parser::parenthesised() {
  const auto start = token_.offset;
  advance();
  auto node = expression();
  if (!node || !want(")")) {
    return nullptr;
  }
  node->start = start;
  return node;
}

Syntax::Ptr Parser::list() {
  const auto offset = token_.offset;
  advance();
  auto items = arguments("]");
  return items ? make(Syntax::Kind::list, offset, *std::move(items)) : nullptr;
}

Syntax::Ptr Parser::integer(std::size_t start, bool negative) {
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto magnitude = token_.magnitude;
  if (magnitude > kMax + (negative ? 1 : 0)) {
    return fail_at(start, "integer does not fit into 64 bits");
  }
  return literal(start, static_cast<std::int64_t>(negative ? ~magnitude + 1 : magnitude));
}

Syntax::Ptr Parser::real(std::size_t start, double sign) {
  return literal(start, sign * token_.real);
}

/// What stands before the closing bracket; a list may end with a comma, a call may not.
std::optional<std::vector<Syntax::Ptr>> Parser::arguments(std::string_view closing) {
  std::vector<Ptr> given;
  while (!take(closing)) {
    if (!given.empty()) {
      if (!token_.is(",")) {
        fail("expected ',' or '" + std::string(closing) + "', found " + describe(token_));
        return std::nullopt;
      }
      advance();
      if (closing == "]" && take(closing)) {
        break;
      }
    }
    given.push_back(expression());
    if (!given.back()) {
      return std::nullopt;
    }
  }
  return given;
}

}  // namespace

tl::expected<Syntax::Ptr, Error> parse(std::string_view text) {
  if (text.size() > kMaxExpressionBytes) {
    return tl::unexpected(
        Error{kMaxExpressionBytes,
              "expression is longer than " + std::to_string(kMaxExpressionBytes) + " bytes"});
  }
  return Parser(text).whole();
}

}  // namespace rocelint::expr
