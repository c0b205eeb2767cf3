// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "expr/syntax/lexer.h"
#include "expr/syntax/parser.h"
#include "expr/syntax/syntax.h"

namespace rocelint::expr {
namespace {

// Reserved by CEL for host languages; a field may bear such a name.
constexpr std::array<std::string_view, 17> kReserved{
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",   "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while"};

}  // namespace

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
    for (auto& argument : *given) {
      kids.push_back(std::move(argument));
    }
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
      return integer(token_.offset, Sign::plus);
    case Token::Kind::real:
      return real(token_.offset, Sign::plus);
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
  const std::string word(token_.text);
  if (word == "true" || word == "false") {
    return literal(offset, word == "true");
  }
  if (word == "null") {
    return fail("'null' is not in the rule language; has() tells whether a fact exists");
  }
  if (std::ranges::find(kReserved, word) != kReserved.end()) {
    return fail("'" + word + "' is a reserved word of CEL");
  }
  return name_or_call();
}

Syntax::Ptr Parser::name_or_call() {
  const auto offset = token_.offset;
  std::string word(token_.text);
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

Syntax::Ptr Parser::integer(std::size_t start, Sign sign) {
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto magnitude = token_.magnitude;
  if (magnitude > kMax + (sign == Sign::minus ? 1 : 0)) {
    return fail_at(start, "integer does not fit into 64 bits");
  }
  // In two's complement, which C++20 promises, also for the lowest of all.
  return literal(start,
                 static_cast<std::int64_t>(sign == Sign::minus ? ~magnitude + 1 : magnitude));
}

Syntax::Ptr Parser::real(std::size_t start, Sign sign) {
  return literal(start, sign == Sign::minus ? -token_.real : token_.real);
}

/// What stands before the closing bracket.
std::optional<std::vector<Syntax::Ptr>> Parser::arguments(std::string_view closing) {
  std::vector<Ptr> given;
  while (!take(closing)) {
    if (!given.empty() && !separator(closing)) {
      return std::nullopt;
    }
    if (closing == "]" && !given.empty() && take(closing)) {  // a list may end with a comma
      break;
    }
    given.push_back(expression());
    if (!given.back()) {
      return std::nullopt;
    }
  }
  return given;
}

bool Parser::separator(std::string_view closing) {
  if (take(",")) {
    return true;
  }
  fail("expected ',' or '" + std::string(closing) + "', found " + describe(token_));
  return false;
}

Syntax::Ptr Parser::literal(std::size_t start, Syntax::Literal value) {
  auto node = make(Syntax::Kind::literal, start);
  if (node) {
    node->literal = std::move(value);
  }
  advance();
  return node;
}

}  // namespace rocelint::expr
