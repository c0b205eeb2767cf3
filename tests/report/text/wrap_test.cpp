// SPDX-License-Identifier: Apache-2.0
#include "report/text/wrap.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

TEST(WrapWords, BreaksAtBlanksAndSqueezesThem) {
  EXPECT_THAT(wrap_words("one two  three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(wrap_words("exactly8 b", 8), ElementsAre("exactly8", "b"));
}

TEST(WrapWords, NothingIsNoLine) {
  EXPECT_THAT(wrap_words("", 8), IsEmpty());
  EXPECT_THAT(wrap_words("   ", 8), IsEmpty());
}

TEST(WrapWords, CutsAWordThatNoLineHolds) {
  EXPECT_THAT(wrap_words("a 12345678901 b", 5), ElementsAre("a", "12345", "67890", "1 b"));
}

TEST(WrapWords, ANumberStaysWithItsUnit) {
  EXPECT_THAT(wrap_words("0 waived, 149 n/a", 13), ElementsAre("0 waived,", "149 n/a"));
  EXPECT_THAT(wrap_words("at most  25  Gb/s", 11), ElementsAre("at most", "25 Gb/s"));
  EXPECT_THAT(wrap_words("up to 12.5 %", 10), ElementsAre("up to", "12.5 %"));
  EXPECT_THAT(wrap_words("ready: 7/8 ports", 12), ElementsAre("ready:", "7/8 ports"));
  EXPECT_THAT(wrap_words("1 fail (+2 follow), 1", 13), ElementsAre("1 fail", "(+2 follow),", "1"));
}

TEST(WrapWords, WhatIsNoNumberWithAUnitMayBreak) {
  EXPECT_THAT(wrap_words("mtu 4096 >= 1024", 8), ElementsAre("mtu 4096", ">= 1024"));
  EXPECT_THAT(wrap_words("one of 1 2 3", 8), ElementsAre("one of 1", "2 3"));
  EXPECT_THAT(wrap_words("DSCP 26, DSCP 48", 8), ElementsAre("DSCP 26,", "DSCP 48"));
  EXPECT_THAT(wrap_words("mlx5_3 is down", 6), ElementsAre("mlx5_3", "is", "down"));
  EXPECT_THAT(wrap_words("( ports", 6), ElementsAre("(", "ports"));
}

TEST(WrapWords, ANumberAndAUnitThatNoLineHoldsMayBreak) {
  EXPECT_THAT(wrap_words("12345 ports", 8), ElementsAre("12345", "ports"));
}

TEST(WrapCommand, ShortOneStaysAsItIs) {
  EXPECT_THAT(wrap_command("ip  link", 20), Optional(ElementsAre("ip  link")));
}

TEST(WrapCommand, BreaksWithABackslashAtBlanksOutsideQuotes) {
  EXPECT_THAT(wrap_command("dcb pfc set dev 'a b c' prio-pfc all:off", 20),
              Optional(ElementsAre("dcb pfc set dev \\", "  'a b c' prio-pfc \\", "  all:off")));
}

TEST(WrapCommand, KeepsEscapedBlanksAndQuotedQuotes) {
  EXPECT_THAT(
      wrap_command(R"(echo a\ b "c \" d" 'e " f' gggggg)", 16),
      Optional(ElementsAre("echo a\\ b \\", "  \"c \\\" d\" \\", "  'e \" f' \\", "  gggggg")));
}

TEST(WrapCommand, KeepsAWordWithControlCharactersWhole) {
  EXPECT_THAT(wrap_command(R"(echo $'it\'s \033 b' 'c d' 'e\' f)", 20),
              Optional(ElementsAre("echo \\", R"(  $'it\'s \033 b' \)", R"(  'c d' 'e\' f)")));
}

TEST(WrapCommand, ACommentAtTheEndIsNotBroken) {
  EXPECT_THAT(wrap_command("ip link set up # not yet", 20),
              Optional(ElementsAre("ip link set up \\", "  # not yet")));
  EXPECT_EQ(wrap_command("ip link set up # not before noon", 20), std::nullopt);
}

TEST(WrapCommand, AWordTooLongForTheLineCanNotBeBroken) {
  EXPECT_EQ(wrap_command("echo " + std::string(30, 'x'), 20), std::nullopt);
}

TEST(WrapCommand, ACommentWithoutWordsIsNoTrouble) {
  EXPECT_THAT(wrap_command(std::string(30, '#'), 20), Optional(IsEmpty()));
}

TEST(WrapCommand, ACommentStaysAComment) {
  EXPECT_THAT(wrap_command("# check the cable and the optic", 16),
              Optional(ElementsAre("# check the", "# cable and the", "# optic")));
}

}  // namespace
}  // namespace rocelint
