// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

using std::string_literals::operator""s;

struct TextCase {
  std::string name;
  std::string in;
  std::string out;
};
void PrintTo(const TextCase& row, std::ostream* out) {
  *out << row.name;
}

constexpr auto kName = [](const auto& row) { return row.param.name; };

// ---- UTF-8

struct Utf8Case {
  std::string name;
  std::string bytes;
  bool valid;
  std::size_t size;
  char32_t code;
};
void PrintTo(const Utf8Case& row, std::ostream* out) {
  *out << row.name;
}

class Utf8 : public testing::TestWithParam<Utf8Case> {};

TEST_P(Utf8, FirstCharacter) {
  const auto got = utf8_character(GetParam().bytes, 0);
  EXPECT_EQ(got.valid, GetParam().valid);
  EXPECT_EQ(got.size, GetParam().size);
  EXPECT_EQ(got.code, GetParam().code);
}

INSTANTIATE_TEST_SUITE_P(
    Characters, Utf8,
    testing::Values(Utf8Case{"nul", "\0"s, true, 1, 0}, Utf8Case{"ascii", "a", true, 1, 'a'},
                    Utf8Case{"two_bytes", "\xC3\xA9", true, 2, 0xE9},
                    Utf8Case{"first_of_two_bytes", "\xC2\x80", true, 2, 0x80},
                    Utf8Case{"three_bytes", "\xE2\x82\xAC", true, 3, 0x20AC},
                    Utf8Case{"first_of_three_bytes", "\xE0\xA0\x80", true, 3, 0x800},
                    Utf8Case{"four_bytes", "\xF0\x9F\x98\x80", true, 4, 0x1F600},
                    Utf8Case{"last_of_all", "\xF4\x8F\xBF\xBF", true, 4, 0x10FFFF},
                    Utf8Case{"bare_continuation", "\x80", false, 1, 0x80},
                    Utf8Case{"overlong_nul", "\xC0\x80", false, 1, 0xC0},
                    Utf8Case{"overlong_slash", "\xC1\xAF", false, 1, 0xC1},
                    Utf8Case{"overlong_three", "\xE0\x9F\xBF", false, 1, 0xE0},
                    Utf8Case{"overlong_four", "\xF0\x8F\xBF\xBF", false, 1, 0xF0},
                    Utf8Case{"surrogate", "\xED\xA0\x80", false, 1, 0xED},
                    Utf8Case{"beyond_unicode", "\xF4\x90\x80\x80", false, 1, 0xF4},
                    Utf8Case{"no_such_lead", "\xF5\x80\x80\x80", false, 1, 0xF5},
                    Utf8Case{"byte_ff", "\xFF", false, 1, 0xFF},
                    Utf8Case{"cut_after_one", "\xE2", false, 1, 0xE2},
                    Utf8Case{"cut_after_two", "\xE2\x82", false, 1, 0xE2},
                    Utf8Case{"wrong_third", "\xE2\x82z", false, 1, 0xE2}),
    kName);

// ---- escape_for_terminal

class EscapeForTerminal : public testing::TestWithParam<TextCase> {};

TEST_P(EscapeForTerminal, ShowsWhatWouldAct) {
  EXPECT_EQ(escape_for_terminal(GetParam().in), GetParam().out);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, EscapeForTerminal,
    testing::Values(
        TextCase{"empty", "", ""}, TextCase{"plain", "mlx5_0 400G", "mlx5_0 400G"},
        TextCase{"accents", "\xC3\xA9\xE2\x82\xAC", "\xC3\xA9\xE2\x82\xAC"},
        TextCase{"backslash", R"(a\b)", R"(a\b)"}, TextCase{"newline", "a\nb", R"(a\nb)"},
        TextCase{"tab", "a\tb", R"(a\tb)"}, TextCase{"return", "a\rb", R"(a\x0db)"},
        TextCase{"escape_sequence", "\x1b[2J", R"(\x1b[2J)"}, TextCase{"nul", "a\0b"s, R"(a\x00b)"},
        TextCase{"bell", "\a", R"(\x07)"}, TextCase{"del", "\x7f", R"(\x7f)"},
        TextCase{"c1_csi", "\xC2\x9B", R"(\u{009b})"},
        TextCase{"c1_first", "\xC2\x80", R"(\u{0080})"},
        TextCase{"after_c1", "\xC2\xA0", "\xC2\xA0"}, TextCase{"raw_csi_byte", "\x9b", R"(\x9b)"},
        TextCase{"override_first", "\xE2\x80\xAA", R"(\u{202a})"},
        TextCase{"override_last", "\xE2\x80\xAE", R"(\u{202e})"},
        TextCase{"isolate_first", "\xE2\x81\xA6", R"(\u{2066})"},
        TextCase{"isolate_last", "\xE2\x81\xA9", R"(\u{2069})"},
        TextCase{"after_isolates", "\xE2\x81\xAA", "\xE2\x81\xAA"},
        TextCase{"right_to_left_mark", "\xE2\x80\x8F", R"(\u{200f})"},
        TextCase{"line_separator", "\xE2\x80\xA8", R"(\u{2028})"},
        TextCase{"invalid", "a\xFFz", R"(a\xffz)"},
        TextCase{"cut_character", "\xE2\x82", R"(\xe2\x82)"},
        TextCase{"surrogate", "\xED\xA0\x80", R"(\xed\xa0\x80)"}),
    kName);

TEST(EscapeForTerminal, NothingThatActsIsLeft) {
  for (int byte = 0; byte < 256; ++byte) {
    const auto shown = escape_for_terminal(std::string(3, static_cast<char>(byte)));
    for (std::size_t i = 0; i < shown.size();) {
      const auto character = utf8_character(shown, i);
      EXPECT_TRUE(character.valid && !is_terminal_control(character.code)) << byte;
      i += character.size;
    }
  }
}

// ---- shell_quote

class ShellQuote : public testing::TestWithParam<TextCase> {};

TEST_P(ShellQuote, IsOneWord) {
  EXPECT_EQ(shell_quote(GetParam().in), GetParam().out);
}

INSTANTIATE_TEST_SUITE_P(
    Words, ShellQuote,
    testing::Values(
        TextCase{"plain", "ens5np0", "ens5np0"}, TextCase{"pci", "0000:9a:00.0", "0000:9a:00.0"},
        TextCase{"assignment", "3:on", "3:on"}, TextCase{"empty", "", "''"},
        TextCase{"space", "a b", "'a b'"}, TextCase{"quote", "it's", R"('it'\''s')"},
        TextCase{"only_quote", "'", R"(''\''')"},
        TextCase{"substitution", "$(reboot)", "'$(reboot)'"},
        TextCase{"backticks", "`reboot`", "'`reboot`'"},
        TextCase{"separator", "a;reboot", "'a;reboot'"}, TextCase{"glob", "*", "'*'"},
        TextCase{"home", "~root", "'~root'"}, TextCase{"comment", "#a", "'#a'"},
        TextCase{"history", "!!", "'!!'"}, TextCase{"brace", "{a,b}", "'{a,b}'"},
        TextCase{"zsh_command", "=ls", "'=ls'"}, TextCase{"backslash", R"(a\b)", R"('a\b')"},
        TextCase{"accent", "\xC3\xA9", "'\xC3\xA9'"},
        TextCase{"newline", "a\nreboot", R"($'a\nreboot')"}, TextCase{"tab", "a\tb", R"($'a\tb')"},
        TextCase{"escape_and_quote", "\x1b'\\", R"($'\033\'\\')"},
        TextCase{"escape_then_digit",
                 "\x1b"
                 "7",
                 R"($'\0337')"},
        TextCase{"nul", "a\0b"s, R"($'a\\0b')"}, TextCase{"invalid", "\xFF", R"($'\377')"},
        TextCase{"override", "\xE2\x80\xAE", R"($'\342\200\256')"},
        TextCase{"c1", "\xC2\x9B", R"($'\302\233')"}),
    kName);

// ---- nearest

struct NearestCase {
  std::string name;
  std::string in;
  std::vector<std::string_view> candidates;
  std::string out;
};
void PrintTo(const NearestCase& row, std::ostream* out) {
  *out << row.name;
}

class Nearest : public testing::TestWithParam<NearestCase> {};

TEST_P(Nearest, IsASlipOfTheFingersAway) {
  EXPECT_EQ(nearest(GetParam().in, GetParam().candidates), GetParam().out);
}

INSTANTIATE_TEST_SUITE_P(
    Slips, Nearest,
    testing::Values(
        NearestCase{"none", "pfc", {}, ""},
        NearestCase{"missing_letter", "enabld", {"enabled"}, "enabled"},
        NearestCase{"swapped", "pcf", {"ets", "pfc"}, "pfc"},
        NearestCase{"upper_case", "PFC", {"pfc"}, "pfc"},
        NearestCase{"best_of_two", "speed_mpbs", {"speed_kbps", "speed_mbps"}, "speed_mbps"},
        NearestCase{"first_of_equals", "dcbc", {"dcba", "dcbb"}, "dcba"},
        NearestCase{"too_far", "carrier", {"duplex"}, ""},
        NearestCase{"too_far_when_short", "ets", {"pfc", "app"}, ""},
        NearestCase{"one_letter", "x", {"y"}, ""}, NearestCase{"two_letters", "rx", {"tx"}, "tx"},
        NearestCase{"empty", "", {"a"}, ""}, NearestCase{"empty_candidate", "ab", {""}, ""},
        NearestCase{"unit_left_out", "mtu", {"carrier", "mtu_bytes"}, "mtu_bytes"},
        NearestCase{"half_a_word", "mt", {"mtu_bytes"}, ""},
        NearestCase{"too_long", std::string(65, 'a'), {"a"}, ""},
        NearestCase{"nothing_in_common", "ab", {"c"}, ""}),
    kName);

TEST(Nearest, LongNamesCostNothing) {
  const std::string huge(8'000'000, 'a');
  const std::array<std::string_view, 1> candidates{huge};
  EXPECT_EQ(nearest(huge, candidates), "");
  EXPECT_EQ(nearest("aaaa", candidates), "");
}

// ---- glob_match

struct GlobCase {
  std::string name;
  std::string text;
  std::string pattern;
  bool matches;
};
void PrintTo(const GlobCase& row, std::ostream* out) {
  *out << row.name;
}

class Glob : public testing::TestWithParam<GlobCase> {};

TEST_P(Glob, Matches) {
  EXPECT_EQ(glob_match(GetParam().text, GetParam().pattern), GetParam().matches);
}

INSTANTIATE_TEST_SUITE_P(
    Patterns, Glob,
    testing::Values(GlobCase{"same", "stor0", "stor0", true},
                    GlobCase{"prefix_only", "stor0", "stor", false},
                    GlobCase{"pattern_longer", "stor", "stor0", false},
                    GlobCase{"star_at_end", "stor0", "stor*", true},
                    GlobCase{"star_for_nothing", "stor", "stor*", true},
                    GlobCase{"star_alone", "", "*", true}, GlobCase{"both_empty", "", "", true},
                    GlobCase{"empty_pattern", "a", "", false},
                    GlobCase{"star_in_middle", "pcie-width", "pcie*th", true},
                    GlobCase{"star_must_go_back", "abcbcd", "a*bcd", true},
                    GlobCase{"two_stars", "gid-nccl-foreign", "*nccl*gn", true},
                    GlobCase{"two_stars_wrong_order", "ab", "*b*a*", false},
                    GlobCase{"question", "mlx5_7", "mlx5_?", true},
                    GlobCase{"question_needs_one", "mlx5_", "mlx5_?", false},
                    GlobCase{"question_is_one_character", "\xC3\xA9", "?", true},
                    GlobCase{"nothing_else_special", "[ab]", "[ab]", true},
                    GlobCase{"class_is_literal", "a", "[ab]", false},
                    GlobCase{"backslash_is_literal", "*", R"(\*)", false}),
    kName);

TEST(Glob, HostilePatternEnds) {
  const std::string text(5'000, 'a');
  std::string pattern;
  for (int i = 0; i < 1'000; ++i) {
    pattern += "a*";
  }
  EXPECT_FALSE(glob_match(text, pattern + "b"));
}

// ---- shortened, join, place_of

class Shortened : public testing::TestWithParam<TextCase> {};

TEST_P(Shortened, ToEightBytes) {
  EXPECT_EQ(shortened(GetParam().in, 8), GetParam().out);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, Shortened,
    testing::Values(TextCase{"empty", "", ""}, TextCase{"fits", "12345678", "12345678"},
                    TextCase{"cut", "123456789", "12345..."},
                    TextCase{"not_inside_a_character", "1234\xC3\xA9xyz", "1234..."},
                    TextCase{"invalid_bytes", std::string(9, '\xFF'), "\xFF\xFF\xFF\xFF\xFF..."}),
    kName);

TEST(Shortened, ToNextToNothing) {
  EXPECT_EQ(shortened("abcd", 3), "...");
  EXPECT_EQ(shortened("abcd", 2), "..");
  EXPECT_EQ(shortened("abcd", 0), "");
}

TEST(Join, Parts) {
  EXPECT_EQ(join(std::vector<std::string>{}, ", "), "");
  EXPECT_EQ(join(std::vector<std::string>{"a"}, ", "), "a");
  EXPECT_EQ(join(std::vector<std::string>{"a", "", "c"}, ", "), "a, , c");
}

TEST(Counted, PutsTheWordIntoThePlural) {
  EXPECT_EQ(counted(0, "port"), "0 ports");
  EXPECT_EQ(counted(1, "port"), "1 port");
  EXPECT_EQ(counted(2, "more host"), "2 more hosts");
}

TEST(PlaceOf, LinesAndColumns) {
  constexpr std::string_view kText = "ab\n\ncd\n";
  const auto at = [&](std::size_t offset) {
    const auto place = place_of(kText, offset);
    return std::pair(place.line, place.column);
  };
  EXPECT_EQ(at(0), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(at(2), std::pair(std::size_t{1}, std::size_t{3}));
  EXPECT_EQ(at(3), std::pair(std::size_t{2}, std::size_t{1}));
  EXPECT_EQ(at(5), std::pair(std::size_t{3}, std::size_t{2}));
  EXPECT_EQ(at(7), std::pair(std::size_t{4}, std::size_t{1}));
  EXPECT_EQ(at(1000), at(7)) << "beyond the end";
}

// ---- fold_names

struct FoldCase {
  std::string name;
  std::vector<std::string> in;
  std::string out;
};
void PrintTo(const FoldCase& row, std::ostream* out) {
  *out << row.name;
}

class FoldNames : public testing::TestWithParam<FoldCase> {};

TEST_P(FoldNames, WhereTheyCountUp) {
  EXPECT_EQ(fold_names(GetParam().in), GetParam().out);
}

INSTANTIATE_TEST_SUITE_P(
    Names, FoldNames,
    testing::Values(
        FoldCase{"none", {}, ""}, FoldCase{"one", {"mlx5_0"}, "mlx5_0"},
        FoldCase{"range_and_gap", {"mlx5_0", "mlx5_1", "mlx5_2", "mlx5_7"}, "mlx5_0-2,7"},
        FoldCase{"pair", {"mlx5_4", "mlx5_5"}, "mlx5_4,5"},
        FoldCase{"two_ranges", {"m0", "m1", "m2", "m3", "m6", "m7", "m8", "m9"}, "m0-3,6-9"},
        FoldCase{"unsorted_and_twice", {"m2", "m0", "m1", "m0"}, "m0-2"},
        FoldCase{"by_number_not_by_text", {"m10", "m9", "m8", "m1"}, "m1,8-10"},
        FoldCase{"prefixes", {"mlx5_0", "bnxt_re0", "mlx5_1"}, "bnxt_re0 mlx5_0,1"},
        FoldCase{"persistent_names",
                 {"rocep3s0f0", "rocep3s0f1", "rocep129s0f0"},
                 "rocep129s0f0 rocep3s0f0,1"},
        FoldCase{"names_with_spaces",
                 {"leaf1 Ethernet17", "leaf1 Ethernet18", "leaf2 Ethernet17"},
                 "leaf1 Ethernet17,18, leaf2 Ethernet17"},
        FoldCase{"pci", {"0000:9a:00.0", "0000:9a:00.1"}, "0000:9a:00.0,1"},
        FoldCase{"no_number", {"lo", "bond"}, "bond lo"},
        FoldCase{"prefix_itself", {"eth", "eth0", "eth1"}, "eth eth0,1"},
        FoldCase{"leading_zeros", {"n08", "n09", "n10", "n11"}, "n08-11"},
        FoldCase{"other_width", {"n1", "n01", "n2"}, "n1,01,2"},
        FoldCase{"width_grows", {"n99", "n100", "n101"}, "n99-101"},
        FoldCase{"padded_width_does_not_grow", {"n099", "n100"}, "n099,100"},
        FoldCase{"only_digits", {"1", "2", "3"}, "1-3"},
        FoldCase{"longer_than_any_integer",
                 {"n99999999999999999999999", "n100000000000000000000000"},
                 "n99999999999999999999999,100000000000000000000000"},
        FoldCase{"empty_name", {""}, ""}),
    kName);

}  // namespace
}  // namespace rocelint
