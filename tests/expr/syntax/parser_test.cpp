// SPDX-License-Identifier: Apache-2.0
#include "expr/syntax/parser.h"

#include <string>
#include <string_view>
#include <variant>

#include <gtest/gtest.h>

#include "expr/limits.h"
#include "expr/op.h"
#include "expr/syntax/syntax.h"
#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) {
    out += text;
  }
  return out;
}

std::string show(const Syntax& node);

std::string show(const Syntax::Literal& literal) {
  if (const auto* boolean = std::get_if<bool>(&literal)) {
    return *boolean ? "true" : "false";
  }
  if (const auto* integer = std::get_if<std::int64_t>(&literal)) {
    return std::to_string(*integer);
  }
  if (const auto* real = std::get_if<double>(&literal)) {
    return std::to_string(*real);
  }
  return "'" + std::get<std::string>(literal) + "'";
}

std::string head(const Syntax& node) {
  switch (node.kind) {
    case Syntax::Kind::list:
      return "list";
    case Syntax::Kind::select:
      return "." + node.name;
    case Syntax::Kind::index:
      return "[]";
    case Syntax::Kind::call:
      return node.name + "()";
    case Syntax::Kind::method:
      return "." + node.name + "()";
    default:
      return std::string(spelling(node.op));
  }
}

/// The tree with every bracket written: "(+ 1 (* 2 3))".
std::string show(const Syntax& node) {
  if (node.kind == Syntax::Kind::literal) {
    return show(node.literal);
  }
  if (node.kind == Syntax::Kind::name) {
    return node.name;
  }
  std::string out = "(" + head(node);
  for (const auto& kid : node.kids) {
    out += " " + show(*kid);
  }
  return out + ")";
}

std::string parsed(std::string_view text) {
  const auto tree = parse(text);
  return tree ? show(**tree) : show(tree.error());
}

class ParserTest : public testing::TestWithParam<Row> {};

TEST_P(ParserTest, BuildsTheTreeOfCel) {
  EXPECT_EQ(parsed(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Precedence, ParserTest,
    testing::Values(Row{"1 + 2 * 3", "(+ 1 (* 2 3))"}, Row{"1 * 2 + 3", "(+ (* 1 2) 3)"},
                    Row{"1 - 2 - 3", "(- (- 1 2) 3)"}, Row{"8 / 4 % 3 * 2", "(* (% (/ 8 4) 3) 2)"},
                    Row{"(1 + 2) * 3", "(* (+ 1 2) 3)"}, Row{"a < b + 1", "(< a (+ b 1))"},
                    Row{"a == b < c", "(< (== a b) c)"}, Row{"a in b == c", "(== (in a b) c)"},
                    Row{"a && b || c && d", "(|| (&& a b) (&& c d))"},
                    Row{"a || b && c", "(|| a (&& b c))"}, Row{"a && b && c", "(&& a b c)"},
                    Row{"a || b || c", "(|| a b c)"}, Row{"(a && b) && c", "(&& (&& a b) c)"},
                    Row{"!a && b", "(&& (! a) b)"}, Row{"!a.b", "(! (.b a))"},
                    Row{"!!a", "(! (! a))"}, Row{"-a * b", "(* (- a) b)"},
                    Row{"-a.b", "(- (.b a))"}, Row{"!a == b", "(== (! a) b)"},
                    Row{"a != b && c", "(&& (!= a b) c)"}, Row{"a ? b : c", "(?: a b c)"},
                    Row{"a ? b : c ? d : e", "(?: a b (?: c d e))"},
                    Row{"a || b ? c && d : e", "(?: (|| a b) (&& c d) e)"},
                    Row{"a ? (b ? c : d) : e", "(?: a (?: b c d) e)"},
                    Row{"(a ? b : c) + 1", "(+ (?: a b c) 1)"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Forms, ParserTest,
    testing::Values(Row{"a.b.c", "(.c (.b a))"}, Row{"a[0].b[1]", "([] (.b ([] a 0)) 1)"},
                    Row{"a.b(c, d).e", "(.e (.b() a c d))"}, Row{"f()", "(f())"},
                    Row{"f(a, 1 + 2)", "(f() a (+ 1 2))"}, Row{"[]", "(list)"},
                    Row{"[1, 2]", "(list 1 2)"}, Row{"[1, 2,]", "(list 1 2)"},
                    Row{"[[1], []]", "(list (list 1) (list))"}, Row{"'a' + \"b\"", "(+ 'a' 'b')"},
                    Row{"true != false", "(!= true false)"}, Row{"-5", "-5"}, Row{"- 5", "-5"},
                    Row{"2 -3", "(- 2 3)"}, Row{"2 - -3", "(- 2 -3)"}, Row{"--5", "(- -5)"},
                    Row{"-1.5", "-1.500000"}, Row{"-9223372036854775808", "-9223372036854775808"},
                    Row{"9223372036854775807", "9223372036854775807"},
                    Row{"-0x8000000000000000", "-9223372036854775808"}, Row{"a.in_", "(.in_ a)"},
                    Row{"a.for", "(.for a)"}, Row{"a\n.b\t(c)", "(.b() a c)"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Errors, ParserTest,
    testing::Values(Row{"", "error at 0: the expression ends too early"},
                    Row{"  ", "error at 2: the expression ends too early"},
                    Row{"a +", "error at 3: the expression ends too early"},
                    Row{"a b", "error at 2: unexpected 'b'"},
                    Row{"a 'b'", "error at 2: unexpected a string"},
                    Row{"(a", "error at 2: expected ')', found the end"},
                    Row{"(a]", "error at 2: expected ')', found ']'"},
                    Row{"a)", "error at 1: unexpected ')'"},
                    Row{"a[1", "error at 3: expected ']', found the end"},
                    Row{"a[]", "error at 2: expected an expression, found ']'"},
                    Row{"f(a", "error at 3: expected ',' or ')', found the end"},
                    Row{"f(a b)", "error at 4: expected ',' or ')', found 'b'"},
                    Row{"f(a,)", "error at 4: expected an expression, found ')'"},
                    Row{"f(,)", "error at 2: expected an expression, found ','"},
                    Row{"[1 2]", "error at 3: expected ',' or ']', found '2'"},
                    Row{"[,]", "error at 1: expected an expression, found ','"},
                    Row{"a.", "error at 2: expected a field's name, found the end"},
                    Row{"a.1", "error at 1: unexpected '.1'"},
                    Row{"a.'b'", "error at 2: expected a field's name, found a string"},
                    Row{"a.in", "error at 2: expected a field's name, found 'in'"},
                    Row{".a", "error at 0: expected an expression, found '.'"},
                    Row{"a ? b", "error at 5: expected ':', found the end"},
                    Row{"a ? b ? c : d : e", "error at 6: expected ':', found '?'"},
                    Row{"a : b", "error at 2: unexpected ':'"},
                    Row{"&& a", "error at 0: expected an expression, found '&&'"},
                    Row{"a == == b", "error at 5: expected an expression, found '=='"},
                    Row{"in a", "error at 0: expected an expression, found 'in'"},
                    Row{"!", "error at 1: the expression ends too early"},
                    Row{"9223372036854775808", "error at 0: integer does not fit into 64 bits"},
                    Row{"1 - 9223372036854775808", "error at 4: integer does not fit into 64 bits"},
                    Row{"-9223372036854775809", "error at 0: integer does not fit into 64 bits"},
                    Row{"a == 'b", "error at 5: string without an end"},
                    Row{"f(a, $)", "error at 5: unexpected '$'"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    LeftOutOfCel, ParserTest,
    testing::Values(
        Row{"a == null",
            "error at 5: 'null' is not in the rule language; has() tells whether a fact exists"},
        Row{"{}", "error at 0: map literals are not in the rule language"},
        Row{"{'a': 1}", "error at 0: map literals are not in the rule language"},
        Row{"Pfc{enabled: 1}", "error at 3: message and map literals are not in the rule language"},
        Row{"a.?b", "error at 2: optional fields ('.?') are not in the rule language"},
        Row{"a[?0]", "error at 2: optional elements ('[?') are not in the rule language"},
        Row{"for", "error at 0: 'for' is a reserved word of CEL"},
        Row{"a && while", "error at 5: 'while' is a reserved word of CEL"},
        Row{"1u", "error at 0: uint literals are not in the rule language"},
        Row{"b'a'", "error at 0: bytes literals are not in the rule language"},
        Row{"a // b", "error at 2: comments are not in the rule language"}),
    row_name);

struct Bound {
  std::string_view name;
  std::string text;
  std::string expected;
};
void PrintTo(const Bound& bound, std::ostream* out) {
  *out << bound.name;
}

class ParserBoundTest : public testing::TestWithParam<Bound> {};

TEST_P(ParserBoundTest, EndsWithOneSentence) {
  const auto out = parsed(GetParam().text);
  EXPECT_EQ(out.substr(0, out.find('(')), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Bounds, ParserBoundTest,
    testing::Values(
        Bound{"parens_200k", repeat("(", 200'000),
              "error at 4096: expression is longer than 4096 bytes"},
        Bound{"parens_4k", repeat("(", 4096), "error at 64: nested deeper than 64"},
        Bound{"parens_63", repeat("(", 63) + "a" + repeat(")", 63), "a"},
        Bound{"parens_64", repeat("(", 64) + "a" + repeat(")", 64),
              "error at 64: nested deeper than 64"},
        Bound{"brackets", repeat("[", 4000), "error at 64: nested deeper than 64"},
        Bound{"calls", repeat("f(", 2000), "error at 128: nested deeper than 64"},
        Bound{"subscripts", repeat("a[", 2000), "error at 128: nested deeper than 64"},
        Bound{"nots", repeat("!", 4000) + "a", "error at 63: nested deeper than 64"},
        Bound{"minuses", repeat("-", 4000) + "a", "error at 63: nested deeper than 64"},
        Bound{"ternaries", repeat("a?a:", 1000) + "a", "error at 256: nested deeper than 64"},
        Bound{"fields", "a" + repeat(".b", 2000), "error at 128: nested deeper than 64"},
        Bound{"sum", "a" + repeat("+a", 2000), "error at 127: nested deeper than 64"},
        Bound{"list", "[" + repeat("1,", 2000) + "]", "error at 2001: more than 1000 parts"},
        Bound{"list_of_999", "[" + repeat("1,", 999) + "]", ""},
        Bound{"long_or_is_flat", "a" + repeat("||a", 900), ""}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace rocelint::expr
