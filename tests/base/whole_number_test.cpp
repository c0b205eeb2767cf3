// SPDX-License-Identifier: Apache-2.0
#include "base/whole_number.h"

#include <cstdint>
#include <limits>
#include <optional>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

TEST(WholeNumber, IsAllOfTheText) {
  EXPECT_EQ(whole_number<std::int64_t>("0"), 0);
  EXPECT_EQ(whole_number<std::int64_t>("007"), 7);
  EXPECT_EQ(whole_number<std::int64_t>("-12"), -12);
  EXPECT_EQ(whole_number<std::uint64_t>("ff", 16), 255U);
  EXPECT_EQ(whole_number<std::uint64_t>("18446744073709551615"),
            std::numeric_limits<std::uint64_t>::max());
  for (const auto* odd : {"", " 1", "1 ", "+1", "1x", "0x1", "1.0", "x"}) {
    EXPECT_EQ(whole_number<std::int64_t>(odd), std::nullopt) << odd;
  }
}

TEST(WholeNumber, FitsOrIsNone) {
  EXPECT_EQ(whole_number<std::uint8_t>("255"), 255);
  EXPECT_EQ(whole_number<std::uint8_t>("256"), std::nullopt);
  EXPECT_EQ(whole_number<std::uint8_t>("-1"), std::nullopt);
  EXPECT_EQ(whole_number<std::int64_t>("9223372036854775808"), std::nullopt);
}

}  // namespace
}  // namespace rocelint
