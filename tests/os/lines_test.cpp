// SPDX-License-Identifier: Apache-2.0
#include "os/lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Lines, LeaveEmptyPartsOut) {
  EXPECT_THAT(lines_of("a\n\nb c\n"), ElementsAre("a", "b c"));
  EXPECT_THAT(words_of("  a\tb  c "), ElementsAre("a", "b", "c"));
  EXPECT_THAT(parts_of("1,2", ","), ElementsAre("1", "2"));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST(Lines, AreTrimmed) {
  EXPECT_EQ(trimmed(" \ta b\r"), "a b");
  EXPECT_EQ(trimmed(" \t "), "");
  EXPECT_EQ(trimmed(""), "");
}

}  // namespace
}  // namespace rocelint
