// SPDX-License-Identifier: Apache-2.0
#include "facts/unknown.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts/link.h"

namespace rocelint {
namespace {

TEST(Map, OfAnUnknownFactKeepsWhy) {
  const Fact<std::int64_t> fact = unsupported("no such thing");
  EXPECT_EQ(map(fact, [](std::int64_t value) { return value != 0; }),
            Fact<bool>(unsupported("no such thing")));
}

TEST(Map, MakesAValueOrAFact) {
  const Fact<std::int64_t> fact = 3;
  EXPECT_TRUE(map(fact, [](std::int64_t value) { return std::to_string(value); }).is("3"));
  const auto made = map(fact, [](std::int64_t) -> Fact<bool> { return malformed("odd"); });
  EXPECT_EQ(made, Fact<bool>(malformed("odd")));
}

TEST(Map, TakesAMemberThatIsAFactOrPlain) {
  Fact<LinkModes> link;
  link.emplace().lanes = 4;
  EXPECT_TRUE(map(link, &LinkModes::lanes).is(4));
  Fact<Pause> pause;
  pause.emplace().rx = true;
  EXPECT_TRUE(map(pause, &Pause::rx).is(true));
}

TEST(Reasons, AreWhatTheirFunctionsSay) {
  EXPECT_EQ(not_collected("x"), (Unknown{.reason = Reason::not_collected, .detail = "x"}));
  EXPECT_EQ(unsupported("x").reason, Reason::unsupported);
  EXPECT_EQ(not_found("x").reason, Reason::not_found);
  EXPECT_EQ(vanished("x").reason, Reason::vanished);
  EXPECT_EQ(io_error("x").reason, Reason::io_error);
  EXPECT_EQ(malformed("x").reason, Reason::malformed);
  EXPECT_EQ(not_authoritative("x").reason, Reason::not_authoritative);
}

}  // namespace
}  // namespace rocelint
