// SPDX-License-Identifier: Apache-2.0
#include "os/counter_set.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

TEST(CounterSetTest, KeepsTheFirstOfEachName) {
  CounterSet counters;
  counters.add("rx", 1U);
  counters.add("rx", 2U);
  counters.add("rx", Unknown{.reason = Reason::io_error, .detail = ""});
  counters.add("", 3U);
  counters.add("tx", Unknown{.reason = Reason::permission, .detail = ""});
  counters.add("tx", 4U);
  EXPECT_EQ(counters.values, (CounterMap{{"rx", 1}}));
  EXPECT_EQ(counters.unread.size(), 1U);
  EXPECT_EQ(counters.unread.at("tx").reason, Reason::permission);
}

TEST(CounterSetTest, LeavesOutWhatASnapshotCantHold) {
  CounterSet counters;
  counters.add("most", std::uint64_t{INT64_MAX});
  counters.add("more", std::uint64_t{INT64_MAX} + 1);
  EXPECT_EQ(counters.values, (CounterMap{{"most", INT64_MAX}}));
  EXPECT_EQ(counters.unread.at("more").reason, Reason::malformed);
  EXPECT_EQ(counters.unread.at("more").detail,
            "it reads 9223372036854775808, more than a counter can have");
}

TEST(CounterSetTest, EscapesHostileNamesSoThatTheyStayDifferent) {
  CounterSet counters;
  counters.add("a\xff", 1U);
  counters.add("a\xfe", 2U);
  counters.add("\x1b[31mred", 3U);
  EXPECT_EQ(counters.values, (CounterMap{{"\\x1b[31mred", 3}, {"a\\xfe", 2}, {"a\\xff", 1}}));
  Snapshot snapshot;
  auto& netdev = snapshot.host.netdevs.emplace().emplace_back();
  netdev.name = "eth0";
  netdev.statistics = counters.values;
  const auto read = read_snapshot(write_snapshot(snapshot), "test").snapshot;
  ASSERT_TRUE(read);
  EXPECT_EQ(value_of(read->host.netdevs).front().statistics, netdev.statistics);
}

TEST(CounterMapTest, IsUnknownWhenNoCounterHasAValue) {
  EXPECT_TRUE(counter_map(CounterSet{}).is({}));
  CounterSet odd;
  odd.add("x", Unknown{.reason = Reason::unsupported, .detail = "N/A (no PMA)"});
  EXPECT_EQ(reason_of(counter_map(odd)), Reason::unsupported);
  odd.add("y", 1U);
  EXPECT_TRUE(counter_map(odd).is({{"y", 1}}));
  EXPECT_EQ(
      reason_of(counter_map(tl::unexpected(Unknown{.reason = Reason::timeout, .detail = ""}))),
      Reason::timeout);
}

}  // namespace
}  // namespace rocelint
