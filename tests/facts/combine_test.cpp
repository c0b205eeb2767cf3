// SPDX-License-Identifier: Apache-2.0
#include "facts/combine.h"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "rocelint/facts/fact.h"

#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing_support::reasons;
using Number = Fact<std::int64_t>;

Number unknown(Reason reason) {
  return Unknown{.reason = reason, .detail = "", .sys_errno = 0};
}

TEST(Combine, TakesTheLesserAndTheLarger) {
  EXPECT_TRUE(lesser(Number(3), Number(5)).is(3));
  EXPECT_TRUE(lesser(Number(5), Number(3)).is(3));
  EXPECT_TRUE(larger(Number(3), Number(5)).is(5));
  EXPECT_TRUE(larger(Number(5), Number(3)).is(5));
}

TEST(Combine, AddsWhatFits) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(sum(Number(3), Number(5)).is(8));
  EXPECT_TRUE(sum(Number(kMost), Number(0)).is(kMost));
  EXPECT_EQ(reasons(sum(Number(kMost), Number(1))), "malformed");
  EXPECT_EQ(reasons(sum(unknown(Reason::timeout), Number(1))), "timeout");
}

TEST(Combine, IsUnknownForTheReasonsOfBoth) {
  const auto timeout = unknown(Reason::timeout);
  const auto denied = unknown(Reason::permission);
  EXPECT_EQ(lesser(timeout, Number(0)), timeout);
  EXPECT_EQ(lesser(Number(0), denied), denied);
  EXPECT_EQ(reasons(larger(timeout, denied)), "timeout permission");
  EXPECT_EQ(reasons(larger(denied, timeout)), "permission timeout");
  EXPECT_EQ(larger(denied, denied), denied);
}

}  // namespace
}  // namespace rocelint
