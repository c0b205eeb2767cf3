// SPDX-License-Identifier: Apache-2.0
#include "report/text/page.h"

#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using std::string_view_literals::operator""sv;
using testing::ElementsAre;
using testing::Field;

Page page_of(int columns, Color color = Color::off) {
  return Page({.verbosity = Verbosity::normal, .color = color, .columns = columns});
}

struct Row {
  std::string name;
  std::string_view text;
  std::string_view shown;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class Printable : public testing::TestWithParam<Row> {};

TEST_P(Printable, IsAsciiAndTame) {
  EXPECT_EQ(printable(GetParam().text), GetParam().shown);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Printable,
    testing::Values(Row{"plain", "mlx5_0", "mlx5_0"}, Row{"backslash_kept", R"(a\b)", R"(a\b)"},
                    Row{"newline", "a\nb", "a\\nb"}, Row{"nul", "a\0b"sv, "a\\x00b"},
                    Row{"escape", "\x1b[2J", "\\x1b[2J"}, Row{"letter", "\xC3\xA9", "\\u{00e9}"},
                    Row{"astral", "\xF0\x9F\x90\xA7", "\\u{1f427}"},
                    Row{"bidi", "\xE2\x80\xAE", "\\u{202e}"}, Row{"c1", "\xC2\x85", "\\u{0085}"},
                    Row{"not_utf8", "\xFF", "\\xff"}),
    [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

TEST(Clipped, LosesTheMiddle) {
  EXPECT_EQ(clipped("abcdefghij", 10), "abcdefghij");
  EXPECT_EQ(clipped("abcdefghijk", 9), "abc...ijk");
  EXPECT_EQ(clipped("abcdefghijk", 3), "...");
  EXPECT_EQ(clipped("abcdefghijk", 0), "...");
}

TEST(ChunksOf, SplitsAtTwoBlanks) {
  EXPECT_THAT(chunks_of("400G  RS-FEC  0 carrier losses"),
              ElementsAre(Field(&Chunk::text, "400G"), Field(&Chunk::text, "RS-FEC"),
                          Field(&Chunk::text, "0 carrier losses")));
  EXPECT_THAT(chunks_of(""), ElementsAre());
  EXPECT_THAT(chunks_of("    a"), ElementsAre(Field(&Chunk::text, "a")));
}

TEST(Page, ChunksStayTogetherAndHang) {
  auto page = page_of(40);
  const std::array<Chunk, 3> chunks{Chunk{.text = "a chunk of twenty ch"},
                                    Chunk{.text = "one of sixteen c"}, Chunk{.text = "last"}};
  page.chunks({.indent = 1, .label = "x", .hang = 4}, chunks);
  EXPECT_EQ(page.take(), " x  a chunk of twenty ch\n    one of sixteen c  last\n");
}

TEST(Page, ProseHangsBelowItsText) {
  auto page = page_of(40);
  page.prose({.indent = 2, .label = "so", .hang = 8}, "one two three four five six seven eight");
  EXPECT_EQ(page.take(), "  so    one two three four five six\n        seven eight\n");
}

TEST(Page, ALabelTooLongForItsColumnIsClipped) {
  auto page = page_of(40);
  page.prose({.indent = 0, .label = "a label that is long", .hang = 10}, "text");
  EXPECT_EQ(page.take(), "a l...ong text\n");
}

TEST(Page, AMarginLeavesRoomForTextOnANarrowTerminal) {
  for (const std::size_t hang : {30U, 39U, 40U, 41U, 60U}) {
    auto page = page_of(40);
    const Margin margin{.indent = 0, .label = "a label", .hang = hang};
    const std::array<Chunk, 1> chunks{Chunk{.text = "chunks of some words"}};
    page.prose(margin, "prose of some more words");
    page.chunks(margin, chunks);
    page.columns(margin, "left", 4, "right");
    page.command(margin, "ip link set up");
    EXPECT_LE(page.lines(), 8) << hang;
    const auto text = page.take();
    for (const auto& line : test::lines_of(text)) {
      EXPECT_LE(line.size(), 40) << hang;
    }
    EXPECT_THAT(text, testing::HasSubstr("prose of some")) << hang;
  }
}

TEST(Page, ColumnsLineUpOrGoToTheNextLine) {
  auto page = page_of(40);
  constexpr Margin kMargin{.indent = 0, .label = "read", .hang = 6};
  page.columns(kMargin, "pfc: none", 12, "dcbnl");
  page.columns(kMargin, "pfc: none", 12, "a source of twenty-five c");
  EXPECT_EQ(page.take(),
            "read  pfc: none     dcbnl\nread  pfc: none\n        a source of twenty-five c\n");
}

TEST(Page, SingleLineLeavesOutWhatDoesNotFit) {
  auto page = page_of(40);
  const std::array<Chunk, 3> chunks{Chunk{.text = "READY"}, Chunk{.text = std::string(36, 'x')},
                                    Chunk{.text = "score 100"}};
  page.single_line(chunks);
  EXPECT_EQ(page.take(), "READY  score 100\n");
}

TEST(Page, BlanksNeverPileUp) {
  auto page = page_of(40);
  page.blank();
  page.prose({}, "a");
  page.blank();
  page.blank();
  page.prose({}, "b");
  EXPECT_EQ(page.lines(), 3);
  EXPECT_EQ(page.take(), "a\n\nb\n");
}

TEST(Page, ColorDoesNotCountAsWidth) {
  auto page = page_of(40, Color::on);
  const std::array<Chunk, 2> chunks{Chunk{.text = std::string(20, 'x'), .ink = Ink::bad},
                                    Chunk{.text = std::string(18, 'y')}};
  page.chunks({}, chunks);
  EXPECT_EQ(page.lines(), 1);
  EXPECT_EQ(page.take(),
            "\x1b[1;31m" + std::string(20, 'x') + "\x1b[0m  " + std::string(18, 'y') + "\n");
}

TEST(Page, ACommandThatCanNotBeShownBecomesAComment) {
  auto page = page_of(40);
  page.command({.indent = 0, .label = "fix", .hang = 5}, "ip link set dev " + std::string(50, 'x'));
  const auto text = page.take();
  EXPECT_THAT(text, testing::StartsWith("fix  # too long to show,"));
  EXPECT_THAT(text, testing::Not(testing::ContainsRegex("\n     [^#]")));
}

}  // namespace
}  // namespace rocelint
