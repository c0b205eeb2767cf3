// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "expr/expression.h"

namespace rocelint::expr {

struct Token {
  enum class Kind : std::uint8_t { end, error, name, integer, real, text, symbol };

  Kind kind{Kind::end};
  std::size_t offset = 0;
  std::string_view text;        ///< as written
  std::string string;           ///< text: with the escapes resolved
  std::uint64_t magnitude = 0;  ///< integer: without a sign
  double real = 0;              ///< real

  [[nodiscard]] bool is(std::string_view symbol) const {
    return kind == Kind::symbol && text == symbol;
  }
};

/// As errors name it: 'x', a string, the end.
[[nodiscard]] std::string describe(const Token& token);

/// Cuts an expression into tokens. After an error token it must not be asked again.
class Lexer {
 public:
  /// Starts at `offset` of `text`; offsets of tokens and errors count from the start of `text`.
  explicit Lexer(std::string_view text, std::size_t offset = 0) : text_(text), at_(offset) {}

  [[nodiscard]] Token next();
  /// What an error token stands for.
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  struct Quote {
    std::string_view mark;
    bool raw = false;
  };

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }

  void skip_blanks();
  [[nodiscard]] Token finish(Token::Kind kind, std::size_t start) const;
  Token fail(std::size_t offset, std::string text);

  Token lex_name();
  Token lex_number();
  void skip_digits();
  bool skip_fraction();
  bool skip_exponent();
  Token lex_hexadecimal(std::size_t start);
  Token lex_real(std::size_t start);
  Token lex_integer(std::size_t start, int base);
  Token lex_string(bool raw);
  Token lex_symbol();

  bool take_character(const Quote& quote, std::string& out);
  bool take_escape(std::string& out);
  bool take_code_point(int digits, int base, std::string& out);

  std::string_view text_;
  std::size_t at_;
  Error error_;
};

}  // namespace rocelint::expr
