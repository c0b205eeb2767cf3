// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "expr/expression.h"
#include "expr/op.h"
#include "expr/syntax/lexer.h"
#include "expr/syntax/syntax.h"

namespace rocelint::expr {

/// Recursive descent over the grammar of CEL, within the bounds of limits.h. A null pointer means
/// that error_ is set; the first error ends it.
class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) { advance(); }

  [[nodiscard]] tl::expected<Syntax::Ptr, Error> whole();

 private:
  using Ptr = Syntax::Ptr;
  enum class Sign : bool { plus, minus };

  // parser.cpp: nodes, errors, operators
  void advance();
  bool take(std::string_view symbol);
  bool want(std::string_view symbol);
  Ptr fail_at(std::size_t offset, std::string text);
  Ptr fail(std::string text) { return fail_at(token_.offset, std::move(text)); }
  Ptr too_deep(std::size_t offset);
  Ptr make(Syntax::Kind kind, std::size_t offset, std::vector<Ptr> kids = {});
  Ptr operation(Op op, std::size_t offset, std::vector<Ptr> kids);
  Ptr expression();
  Ptr conditional();
  Ptr disjunction();
  Ptr conjunction();
  Ptr binary(std::size_t level);
  [[nodiscard]] std::optional<Op> binary_operator(std::size_t level) const;
  Ptr unary();
  Ptr prefixed(Op op);

  // parse_primary.cpp: fields, elements, calls, names, literals
  Ptr postfix();
  Ptr member(Ptr base);
  Ptr subscript(Ptr base);
  Ptr primary();
  Ptr name();
  Ptr name_or_call();
  Ptr parenthesised();
  Ptr list();
  Ptr literal(std::size_t start, Syntax::Literal value);
  Ptr integer(std::size_t start, Sign sign);
  Ptr real(std::size_t start, Sign sign);
  std::optional<std::vector<Ptr>> arguments(std::string_view closing);
  bool separator(std::string_view closing);

  Lexer lexer_;
  Token token_;
  std::optional<Error> error_;
  std::size_t nesting_ = 0;
  std::size_t nodes_ = 0;
};

/// The syntax tree of a whole expression.
[[nodiscard]] tl::expected<Syntax::Ptr, Error> parse(std::string_view text);

}  // namespace rocelint::expr
