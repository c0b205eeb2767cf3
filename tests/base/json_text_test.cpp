// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

using std::string_view_literals::operator""sv;

struct Row {
  std::string name;
  std::string_view text;
  std::string_view json;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class JsonText : public testing::TestWithParam<Row> {};

TEST_P(JsonText, IsWritten) {
  std::string out = "x";
  write_json_text(out, GetParam().text);
  EXPECT_EQ(out, "x" + std::string(GetParam().json));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, JsonText,
    testing::Values(Row{"empty", "", R"("")"}, Row{"plain", "mlx5_0", R"("mlx5_0")"},
                    Row{"quote_and_backslash", R"(a"b\c)", R"("a\"b\\c")"},
                    Row{"white_space", "a\n\r\tb", R"("a\n\u000d\tb")"},
                    Row{"nul", "a\0b"sv, "\"a\\u0000b\""},
                    Row{"escape_sequence", "\x1b[31m", "\"\\u001b[31m\""},
                    Row{"delete", "\x7f", "\"\\u007f\""},
                    Row{"utf8_kept", "\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x90\xA7",
                        "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x90\xA7\""},
                    Row{"c1_control", "\xC2\x9B", R"("\u009b")"},
                    Row{"bidi_override", "\xE2\x80\xAE", R"("\u202e")"},
                    Row{"stray_continuation", "a\x80z", "\"a\xEF\xBF\xBDz\""},
                    Row{"overlong_slash", "\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
                    Row{"surrogate", "\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
                    Row{"above_unicode", "\xF4\x90\x80\x80",
                        "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
                    Row{"cut_off", "\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""}),
    [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
