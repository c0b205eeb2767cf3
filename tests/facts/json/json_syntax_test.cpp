// SPDX-License-Identifier: Apache-2.0
#include "facts/json/json_syntax.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facts/json/facts_json.h"

namespace rocelint {
namespace {

using std::string_literals::operator""s;

struct SyntaxCase {
  std::string name;
  std::string json;
  std::size_t line;
  std::size_t column;
  std::string says;
};
void PrintTo(const SyntaxCase& row, std::ostream* out) {
  *out << row.name;
}

class JsonSyntax : public testing::TestWithParam<SyntaxCase> {};

TEST_P(JsonSyntax, HasAPlaceAndAReason) {
  std::vector<std::int64_t> into;
  const auto reading = read_json_value(GetParam().json, "f", kType<std::vector<std::int64_t>>,
                                       &into, UnknownKeys::warn);
  ASSERT_EQ(reading.errors.size(), 1U);
  const auto& error = reading.errors.front();
  EXPECT_EQ(error.file, "f");
  EXPECT_EQ(error.line, GetParam().line) << error.text;
  EXPECT_EQ(error.column, GetParam().column) << error.text;
  EXPECT_THAT(error.text, testing::HasSubstr(GetParam().says));
  EXPECT_LE(error.text.size(), 200U);
  EXPECT_FALSE(reading.ok);
  EXPECT_FALSE(reading.well_formed);
}

const std::string kBom = "\xEF\xBB\xBF";

INSTANTIATE_TEST_SUITE_P(
    Documents, JsonSyntax,
    testing::Values(
        SyntaxCase{"empty", "", 1, 1, "empty"}, SyntaxCase{"only_space", " \n\t", 2, 2, "empty"},
        SyntaxCase{"only_nul", "\0"s, 1, 1, "NUL"},
        SyntaxCase{"nul_after_the_value", "[]\0"s, 1, 3, "NUL"},
        SyntaxCase{"nul_in_a_string", "[\"a\0b\"]"s, 1, 4, "NUL"},
        SyntaxCase{"bom_at_the_start", kBom + "[]", 1, 1, "byte order mark"},
        SyntaxCase{"bom_inside", "[" + kBom + "]", 1, 2, ""},
        SyntaxCase{"invalid_utf8", "[\n\"a\xFF\"]", 2, 3, "UTF-8"},
        SyntaxCase{"cut_utf8", "[\"\xE2\x82\"]", 1, 3, "UTF-8"},
        SyntaxCase{"overlong_utf8", "[\"\xC0\x80\"]", 1, 3, "UTF-8"},
        SyntaxCase{"missing_value", "[\n  1,\n  ]", 3, 3, "expected"},
        SyntaxCase{"trailing_comma", "[1,]", 1, 4, "expected"},
        SyntaxCase{"trailing_garbage", "[] x", 1, 4, "end of input"},
        SyntaxCase{"second_value", "[] []", 1, 4, "end of input"},
        SyntaxCase{"unclosed", "[1", 1, 3, "end of input"},
        SyntaxCase{"unclosed_string", "[\"a", 1, 4, "closing quote"},
        SyntaxCase{"control_in_a_string", "[\"\x01\"]", 1, 3, "control"},
        SyntaxCase{"lone_surrogate", R"(["\ud800"])", 1, 9, "surrogate"},
        SyntaxCase{"bad_escape", R"(["\q"])", 1, 4, "backslash"},
        SyntaxCase{"single_quotes", "['a']", 1, 2, "literal"},
        SyntaxCase{"comment", "[/* */]", 1, 2, "literal"},
        SyntaxCase{"nan", "[NaN]", 1, 2, "literal"},
        SyntaxCase{"infinity", "[-Infinity]", 1, 3, "number"},
        SyntaxCase{"leading_zero", "[01]", 1, 3, ""},
        SyntaxCase{"leading_plus", "[+1]", 1, 2, "literal"},
        SyntaxCase{"number_overflow", "[\n1e999]", 2, 5, "overflow"},
        SyntaxCase{"integer_over_u64", "[0,\n 18446744073709551616]", 2, 2, "out of range"},
        SyntaxCase{"integer_over_u64_at_the_end", "18446744073709551616", 1, 1, "out of range"},
        SyntaxCase{"integer_under_i64", "[-9223372036854775809]", 1, 2, "out of range"},
        SyntaxCase{"brackets", std::string(200'000, '['), 1, 65, "deeper than 64"},
        SyntaxCase{"braces",
                   [] {
                     std::string out;
                     for (int i = 0; i < 50'000; ++i) {
                       out += "{\"a\":";
                     }
                     return out;
                   }(),
                   1, (64 * 5) + 1, "deeper than 64"},
        SyntaxCase{"long_token", "[" + std::string(1'000'000, 'x') + "]", 1, 2, "literal"}),
    [](const auto& row) { return row.param.name; });

TEST(JsonDepth, SixtyFourLevelsAreRead) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  std::vector<std::int64_t> into;
  const auto& type = kType<std::vector<std::int64_t>>;
  EXPECT_TRUE(read_json_value(nested(64), "f", type, &into, UnknownKeys::warn).well_formed);
  const auto deeper = read_json_value(nested(65), "f", type, &into, UnknownKeys::warn);
  EXPECT_FALSE(deeper.well_formed);
  EXPECT_EQ(deeper.errors.front().text, "nested deeper than 64 levels");
}

TEST(JsonSyntaxFallback, TheFastParsersOwnWords) {
  const auto error = explain_json_syntax("[]", "f", "no idea");
  EXPECT_EQ(to_string(error), "f: no idea");
}

}  // namespace
}  // namespace rocelint
