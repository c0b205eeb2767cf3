// SPDX-License-Identifier: Apache-2.0
#include "expr/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace rocelint::expr {
namespace {

// <cctype> depends on the locale; CEL's grammar is ASCII.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_word(char c) {
  return is_letter(c) || is_digit(c);
}
bool is_quote(char c) {
  return c == '"' || c == '\'';
}
bool is_printable(char c) {
  return c > ' ' && c < '\x7f';
}

int digit_value(char c) {
  if (is_digit(c)) {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  const auto tail = [&](unsigned shift) { put(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    put(0xE0U | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    put(0xF0U | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string show_byte(char c) {
  if (is_printable(c)) {
    return {'\'', c, '\''};
  }
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + kHex[byte >> 4U] + kHex[byte & 0xFU];
}

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

/// What `\c` stands for, or 0 if it is no escape of one letter.
char simple_escape(char c) {
  constexpr std::string_view kLetters = "abfnrtv\\?\"'`";
  constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\?\"'`";
  const auto at = kLetters.find(c);
  return at == std::string_view::npos ? '\0' : kMeanings[at];
}

}  // namespace

Token Lexer::next() {
  skip_blanks();
  if (done()) {
    return finish(Token::Kind::end, at_);
  }
  const char c = peek();
  if (is_letter(c)) {
    return lex_name();
  }
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
    return lex_number();
  }
  return is_quote(c) ? lex_string(false) : lex_symbol();
}

void Lexer::skip_blanks() {
  constexpr std::string_view kBlanks = " \t\r\n\f";
  while (!done() && kBlanks.find(peek()) != std::string_view::npos) {
    ++at_;
  }
}

Token Lexer::finish(Token::Kind kind, std::size_t start) const {
  Token token;
  token.kind = kind;
  token.offset = start;
  token.text = text_.substr(start, at_ - start);
  return token;
}

Token Lexer::fail(std::size_t offset, std::string text) {
  error_ = {.offset = offset, .text = std::move(text)};
  return finish(Token::Kind::error, std::min(offset, at_));
}

Token Lexer::lex_name() {
  const auto start = at_;
  while (is_word(peek())) {
    ++at_;
  }
  const auto word = lower(text_.substr(start, at_ - start));
  if (is_quote(peek())) {
    if (word == "r") {
      return lex_string(true);
    }
    if (word == "b" || word == "br" || word == "rb") {
      return fail(start, "bytes literals are not in the rule language");
    }
  }
  auto token = finish(Token::Kind::name, start);
  token.kind = token.text == "in" ? Token::Kind::symbol : Token::Kind::name;
  return token;
}

Token Lexer::lex_number() {
  const auto start = at_;
  if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
    return lex_hexadecimal(start);
  }
  skip_digits();
  const bool has_fraction = skip_fraction();
  const bool has_exponent = skip_exponent();
  return has_fraction || has_exponent ? lex_real(start) : lex_integer(start, 10);
}

void Lexer::skip_digits() {
  while (is_digit(peek())) {
    ++at_;
  }
}

bool Lexer::skip_fraction() {
  if (peek() != '.' || !is_digit(peek(1))) {
    return false;
  }
  ++at_;
  skip_digits();
  return true;
}

bool Lexer::skip_exponent() {
  const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
  if ((peek() != 'e' && peek() != 'E') || !is_digit(peek(1 + sign))) {
    return false;
  }
  at_ += 1 + sign;
  skip_digits();
  return true;
}

Token Lexer::lex_hexadecimal(std::size_t start) {
  at_ += 2;
  if (digit_value(peek()) > 15) {
    return fail(start, "'0x' needs a hexadecimal digit");
  }
  while (digit_value(peek()) <= 15) {
    ++at_;
  }
  return lex_integer(start, 16);
}

Token Lexer::lex_real(std::size_t start) {
  if (is_word(peek())) {
    return fail(at_, "a number runs into a name");
  }
  auto token = finish(Token::Kind::real, start);
  const char* const end = text_.data() + at_;
  const auto [rest, problem] = std::from_chars(text_.data() + start, end, token.real);
  if (problem != std::errc{} || rest != end) {
    return fail(start, "number is out of the range of a double");
  }
  return token;
}

Token Lexer::lex_integer(std::size_t start, int base) {
  if (peek() == 'u' || peek() == 'U') {
    return fail(start, "uint literals are not in the rule language");
  }
  if (is_word(peek())) {
    return fail(at_, "a number runs into a name");
  }
  auto token = finish(Token::Kind::integer, start);
  const char* const digits = text_.data() + start + (base == 16 ? 2 : 0);
  const char* const end = text_.data() + at_;
  const auto [rest, problem] = std::from_chars(digits, end, token.magnitude, base);
  if (problem != std::errc{} || rest != end) {
    return fail(start, "integer does not fit into 64 bits");
  }
  return token;
}

Token Lexer::lex_string(bool raw) {
  const auto start = raw ? at_ - 1 : at_;
  const char mark = peek();
  const std::size_t width = peek(1) == mark && peek(2) == mark ? 3 : 1;
  const Quote quote{.mark = text_.substr(at_, width), .raw = raw};
  std::string value;
  for (at_ += width; !text_.substr(at_).starts_with(quote.mark);) {
    if (done()) {
      return fail(start, "string without an end");
    }
    if (!take_character(quote, value)) {
      return finish(Token::Kind::error, start);
    }
  }
  at_ += width;
  auto token = finish(Token::Kind::text, start);
  token.string = std::move(value);
  return token;
}

bool Lexer::take_character(const Quote& quote, std::string& out) {
  const char c = peek();
  if (c == '\\' && !quote.raw) {
    return take_escape(out);
  }
  if ((c == '\n' || c == '\r') && quote.mark.size() == 1) {
    fail(at_, "line break in a string");
    return false;
  }
  out += c;
  ++at_;
  return true;
}

bool Lexer::take_escape(std::string& out) {
  const char c = peek(1);
  if (const char meaning = simple_escape(c); meaning != '\0' && at_ + 1 < text_.size()) {
    out += meaning;
    at_ += 2;
    return true;
  }
  switch (c) {
    case 'x':
    case 'X':
      return take_code_point(2, 16, out);
    case 'u':
      return take_code_point(4, 16, out);
    case 'U':
      return take_code_point(8, 16, out);
    case '0':
    case '1':
    case '2':
    case '3':
      return take_code_point(3, 8, out);
    default:
      fail(at_, at_ + 1 < text_.size() ? "unknown escape: '\\' before " + show_byte(c)
                                       : "string without an end");
      return false;
  }
}

bool Lexer::take_code_point(int digits, int base, std::string& out) {
  const auto start = at_;
  at_ += base == 16 ? 2 : 1;
  std::uint32_t code = 0;
  for (int i = 0; i < digits; ++i, ++at_) {
    const int value = digit_value(peek());
    if (value >= base) {
      fail(start, "escape needs " + std::to_string(digits) +
                      (base == 16 ? " hexadecimal digits" : " octal digits"));
      return false;
    }
    code = code * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(value);
  }
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
    fail(start, "escape is not a Unicode character");
    return false;
  }
  append_utf8(out, code);
  return true;
}

Token Lexer::lex_symbol() {
  constexpr std::array<std::string_view, 6> kPairs{"&&", "||", "==", "!=", "<=", ">="};
  constexpr std::string_view kSingles = "!-*/%+<>?:[](){},.";
  const auto start = at_;
  const auto pair = text_.substr(at_, 2);
  if (pair == "//") {
    return fail(start, "comments are not in the rule language");
  }
  if (std::ranges::find(kPairs, pair) != kPairs.end()) {
    at_ += 2;
    return finish(Token::Kind::symbol, start);
  }
  const char c = peek();
  if (kSingles.find(c) != std::string_view::npos) {
    ++at_;
    return finish(Token::Kind::symbol, start);
  }
  if (c == '=' || c == '&' || c == '|') {
    return fail(
        start, "unexpected '" + std::string(1, c) + "'; did you mean '" + std::string(2, c) + "'?");
  }
  return fail(start, "unexpected " + show_byte(c));
}

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

}  // namespace rocelint::expr
