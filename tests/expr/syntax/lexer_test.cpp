// SPDX-License-Identifier: Apache-2.0
#include "expr/syntax/lexer.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

using namespace std::string_view_literals;  // for NUL bytes

/// "name(x) integer(7) symbol(&&)", or the error.
std::string tokens_of(std::string_view text) {
  Lexer lexer(text);
  std::string out;
  for (auto token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
    out += out.empty() ? "" : " ";
    switch (token.kind) {
      case Token::Kind::error:
        return show(lexer.error());
      case Token::Kind::name:
        out += "name(" + std::string(token.text) + ")";
        break;
      case Token::Kind::integer:
        out += "integer(" + std::to_string(token.magnitude) + ")";
        break;
      case Token::Kind::real:
        out += "real(" + std::to_string(token.real) + ")";
        break;
      case Token::Kind::text:
        out += "text(" + token.string + ")";
        break;
      default:
        out += token.text;
    }
  }
  return out;
}

class LexerTest : public testing::TestWithParam<Row> {};

TEST_P(LexerTest, CutsIntoTokens) {
  EXPECT_EQ(tokens_of(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Tokens, LexerTest,
    testing::Values(Row{"", ""}, Row{" \t\r\n\f", ""}, Row{"a.b", "name(a) . name(b)"},
                    Row{"_x9 X", "name(_x9) name(X)"}, Row{"a in b", "name(a) in name(b)"},
                    Row{"inside", "name(inside)"},
                    Row{"a<=b>=c<d>e", "name(a) <= name(b) >= name(c) < name(d) > name(e)"},
                    Row{"==!=!&&||", "== != ! && ||"},
                    Row{"?:[](){},.+-*/%", "? : [ ] ( ) { } , . + - * / %"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Numbers, LexerTest,
    testing::Values(Row{"0", "integer(0)"}, Row{"007", "integer(7)"}, Row{"0x1F", "integer(31)"},
                    Row{"0Xff", "integer(255)"},
                    Row{"18446744073709551615", "integer(18446744073709551615)"},
                    Row{"18446744073709551616", "error at 0: integer does not fit into 64 bits"},
                    Row{"0x1ffffffffffffffff", "error at 0: integer does not fit into 64 bits"},
                    Row{"1.5", "real(1.500000)"}, Row{".5", "real(0.500000)"},
                    Row{"1e3", "real(1000.000000)"}, Row{"1E+3", "real(1000.000000)"},
                    Row{"15e-1", "real(1.500000)"}, Row{"1.size", "integer(1) . name(size)"},
                    Row{"1e999", "error at 0: number is out of the range of a double"},
                    Row{"a 1u", "error at 2: uint literals are not in the rule language"},
                    Row{"0xFFu", "error at 0: uint literals are not in the rule language"},
                    Row{"12ab", "error at 2: a number runs into a name"},
                    Row{"1.5x", "error at 3: a number runs into a name"},
                    Row{"1e", "error at 1: a number runs into a name"},
                    Row{"0x", "error at 0: '0x' needs a hexadecimal digit"},
                    Row{"0xg", "error at 0: '0x' needs a hexadecimal digit"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Strings, LexerTest,
    testing::Values(Row{R"("")", "text()"}, Row{R"('it"s')", "text(it\"s)"},
                    Row{R"("it's")", "text(it's)"}, Row{R"("a\"b")", "text(a\"b)"},
                    Row{R"("\a\b\f\n\r\t\v\\\?\"\'\`")", "text(\a\b\f\n\r\t\v\\?\"'`)"},
                    Row{R"("\x41\X42\u0043\U00000044\105")", "text(ABCDE)"},
                    Row{R"("\xe9")", "text(\xC3\xA9)"}, Row{R"("\351")", "text(\xC3\xA9)"},
                    Row{R"("€")", "text(\xE2\x82\xAC)"},
                    Row{R"("\u20ac\U0001F600")", "text(\xE2\x82\xAC\xF0\x9F\x98\x80)"},
                    Row{R"(r"a\n")", "text(a\\n)"}, Row{R"(R'\')", "text(\\)"},
                    Row{R"("""a"b""")", "text(a\"b)"}, Row{"'''a\nb'''", "text(a\nb)"},
                    Row{R"("a" "b")", "text(a) text(b)"}, Row{R"("{}")", "text({})"},
                    Row{R"("\000")", "text(\0)"sv}, Row{"\"a\0b\""sv, "text(a\0b)"sv}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    BadStrings, LexerTest,
    testing::Values(Row{R"(x "ab)", "error at 2: string without an end"},
                    Row{R"("ab')", "error at 0: string without an end"},
                    Row{R"("ab\)", "error at 3: string without an end"},
                    Row{R"("ab\")", "error at 0: string without an end"},
                    Row{R"("""ab")", "error at 0: string without an end"},
                    Row{"\"a\nb\"", "error at 2: line break in a string"},
                    Row{R"("a\q")", "error at 2: unknown escape: '\\' before 'q'"},
                    Row{"\"\\\x01\"", "error at 1: unknown escape: '\\' before byte 0x01"},
                    Row{"\"\\\0\""sv, "error at 1: unknown escape: '\\' before byte 0x00"},
                    Row{R"("\x4")", "error at 1: escape needs 2 hexadecimal digits"},
                    Row{R"("\u00g0")", "error at 1: escape needs 4 hexadecimal digits"},
                    Row{R"("\U0001F60")", "error at 1: escape needs 8 hexadecimal digits"},
                    Row{R"("\18")", "error at 1: escape needs 3 octal digits"},
                    Row{R"("\400")", "error at 1: unknown escape: '\\' before '4'"},
                    Row{R"("\ud800")", "error at 1: escape is not a Unicode character"},
                    Row{R"("\U00110000")", "error at 1: escape is not a Unicode character"},
                    Row{R"(b"x")", "error at 0: bytes literals are not in the rule language"},
                    Row{R"(a == rb'x')",
                        "error at 5: bytes literals are not in the rule language"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Strangers, LexerTest,
    testing::Values(Row{"a = b", "error at 2: unexpected '='; did you mean '=='?"},
                    Row{"a & b", "error at 2: unexpected '&'; did you mean '&&'?"},
                    Row{"a | b", "error at 2: unexpected '|'; did you mean '||'?"},
                    Row{"a // b", "error at 2: comments are not in the rule language"},
                    Row{"a ; b", "error at 2: unexpected ';'"},
                    Row{"$x", "error at 0: unexpected '$'"},
                    Row{"a\x01", "error at 1: unexpected byte 0x01"},
                    Row{"\xC3\xA9", "error at 0: unexpected byte 0xc3"},
                    Row{"\0"sv, "error at 0: unexpected byte 0x00"},
                    Row{"`a`", "error at 0: unexpected '`'"}),
    row_name);

}  // namespace
}  // namespace rocelint::expr
