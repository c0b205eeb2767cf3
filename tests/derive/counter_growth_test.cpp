// SPDX-License-Identifier: Apache-2.0
#include "derive/counter_growth.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/ports.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kStartUs = 1'000'000'000;
constexpr std::int64_t kEndUs = kStartUs + 10'400'000;

Netdev netdev(const std::string& name, std::int64_t at_us) {
  Netdev netdev;
  netdev.name = name;
  netdev.ifindex = 7;
  netdev.link_kind = std::string();
  netdev.carrier = true;
  netdev.addresses = std::vector<Address>{};
  netdev.uppers = std::vector<std::string>{};
  netdev.pci_address = std::string("0000:9a:00.0");
  netdev.lowers = std::vector<std::string>{name};
  netdev.counters_at_us = at_us;
  netdev.phy.rx_packets = 1000;
  netdev.prio.emplace()["3"].pause_rx_us = 500;
  netdev.carrier_down_count = 3;
  Fec fec;
  fec.statistics.corrected_bits = 40;
  fec.statistics.lane_corrected_bits = std::vector<std::int64_t>{30, 10};
  netdev.fec = fec;
  Pause pause;
  pause.statistics.tx_frames = 6;
  netdev.pause = pause;
  LinkModes link;
  link.speed_mbps = 400000;
  netdev.link = link;
  return netdev;
}

Snapshot host(std::int64_t at_us) {
  RdmaPort port;
  port.number = 1;
  port.netdev = std::string("ens0");
  port.counters_at_us = at_us;
  port.transport.out_of_sequence = 9;
  port.transport.icrc_error = Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
  RdmaDevice device;
  device.name = "mlx5_0";
  device.index = 2;
  device.protocol = RdmaProtocol::roce;
  device.pci_address = std::string("0000:9a:00.0");
  device.ports = std::vector{port};
  Snapshot snapshot;
  snapshot.host.devices = std::vector{device};
  snapshot.host.netdevs = std::vector{netdev("ens0", at_us)};
  return snapshot;
}

PriorityCounters paused(std::int64_t frames) {
  PriorityCounters counters;
  counters.pause_rx = frames;
  return counters;
}

RdmaDevice& device_of(Snapshot& snapshot) {
  return snapshot.host.devices.known()->front();
}
RdmaPort& port_of(Snapshot& snapshot) {
  return device_of(snapshot).ports.known()->front();
}
Netdev& netdev_of(Snapshot& snapshot) {
  return snapshot.host.netdevs.known()->front();
}

/// Two ends of a window, to be changed by a test.
struct GrowthTest : testing::Test {
  Snapshot since = host(kStartUs);
  Snapshot now = host(kEndUs);

  [[nodiscard]] PortGrowth growth() const {
    return derive_growth(port_views(now.host).front(), now.host, since);
  }
  [[nodiscard]] NetdevGrowth lowers() const { return growth().lowers.known()->front(); }
};

TEST_F(GrowthTest, GrowthThatNothingCanCountIsUnknown) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  netdev_of(since).phy.rx_packets = std::numeric_limits<std::int64_t>::min();
  netdev_of(now).phy.rx_packets = kMost;
  ASSERT_NE(lowers().phy.rx_packets.unknown(), nullptr);
  EXPECT_EQ(lowers().phy.rx_packets.unknown()->reason, Reason::malformed);
  port_of(since).counters_at_us = 0;
  port_of(now).counters_at_us = kMost;
  EXPECT_TRUE(growth().seconds.is(9'223'372'036'855));
}

TEST_F(GrowthTest, NothingGrewIsZeroNotUnknown) {
  EXPECT_TRUE(growth().window_us.is(10'400'000));
  EXPECT_TRUE(growth().seconds.is(10));
  EXPECT_TRUE(growth().transport.out_of_sequence.is(0));
  EXPECT_THAT(*growth().resets.known(), IsEmpty());
  EXPECT_EQ(lowers().name, "ens0");
  EXPECT_TRUE(lowers().phy.rx_packets.is(0));
  EXPECT_TRUE(lowers().carrier_downs.is(0));
  EXPECT_TRUE(lowers().line_bits.is(400'000LL * 10'400'000));
  EXPECT_THAT(*lowers().paused_priorities.known(), IsEmpty());
}

TEST_F(GrowthTest, CountersGrow) {
  port_of(now).transport.out_of_sequence = 14;
  netdev_of(now).phy.rx_packets = 5000;
  netdev_of(now).prio.known()->at("3").pause_rx_us = 900;
  netdev_of(now).carrier_down_count = 5;
  netdev_of(now).fec.known()->statistics.corrected_bits = 1'000'040;
  netdev_of(now).fec.known()->statistics.lane_corrected_bits = std::vector<std::int64_t>{31, 12};
  netdev_of(now).pause.known()->statistics.tx_frames = 7;
  EXPECT_TRUE(growth().transport.out_of_sequence.is(5));
  EXPECT_TRUE(lowers().phy.rx_packets.is(4000));
  EXPECT_TRUE(lowers().prio.known()->at("3").pause_rx_us.is(400));
  EXPECT_TRUE(lowers().carrier_downs.is(2));
  EXPECT_TRUE(lowers().fec.corrected_bits.is(1'000'000));
  EXPECT_TRUE(lowers().fec.lane_corrected_bits.is({1, 2}));
  EXPECT_TRUE(lowers().pause.tx_frames.is(1));
}

TEST_F(GrowthTest, WhatTheDriverDoesNotCountStaysUnsupported) {
  ASSERT_NE(growth().transport.icrc_error.unknown(), nullptr);
  EXPECT_EQ(growth().transport.icrc_error.unknown()->reason, Reason::unsupported);
}

TEST_F(GrowthTest, UnknownAtTheStartSaysSo) {
  port_of(since).transport.out_of_sequence =
      Unknown{.reason = Reason::timeout, .detail = "no answer", .sys_errno = 0};
  const auto grown = growth().transport.out_of_sequence;
  ASSERT_NE(grown.unknown(), nullptr);
  EXPECT_EQ(grown.unknown()->reason, Reason::timeout);
  EXPECT_THAT(grown.unknown()->detail, HasSubstr("at the start of the window: no answer"));
}

TEST_F(GrowthTest, CountersOfWhatCouldNotBeReadSayWhy) {
  netdev_of(now).fec = Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
  netdev_of(since).pause = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  ASSERT_NE(lowers().fec.corrected_bits.unknown(), nullptr);
  EXPECT_EQ(lowers().fec.corrected_bits.unknown()->reason, Reason::unsupported);
  EXPECT_EQ(lowers().fec.lane_corrected_bits.unknown()->reason, Reason::unsupported);
  ASSERT_NE(lowers().pause.tx_frames.unknown(), nullptr);
  EXPECT_EQ(lowers().pause.tx_frames.unknown()->reason, Reason::timeout);
  EXPECT_THAT(lowers().pause.tx_frames.unknown()->detail, HasSubstr("at the start of the window"));
}

TEST_F(GrowthTest, WhatIsUnknownAtBothEndsTellsBothReasons) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  port_of(since).transport.icrc_error = kDenied;
  EXPECT_EQ(reasons(growth().transport.icrc_error), "unsupported permission");
  netdev_of(since).fec = kDenied;
  netdev_of(now).fec = kUnsupported;
  netdev_of(since).prio = kUnsupported;
  netdev_of(now).prio = kDenied;
  netdev_of(since).counters_at_us = kDenied;
  netdev_of(now).link = kUnsupported;
  EXPECT_EQ(reasons(lowers().fec.corrected_bits), "unsupported permission");
  EXPECT_EQ(reasons(lowers().prio), "permission unsupported");
  EXPECT_EQ(reasons(lowers().paused_priorities), "permission unsupported");
  EXPECT_EQ(reasons(lowers().line_bits), "permission unsupported");
  EXPECT_THAT(lowers().line_bits.unknown()->detail, HasSubstr("at the start of the window: no"));
}

TEST_F(GrowthTest, ACounterThatFellIsUnknownAndNamed) {
  port_of(now).transport.out_of_sequence = 8;
  netdev_of(now).prio.known()->at("3").pause_rx_us = 1;
  netdev_of(now).fec.known()->statistics.lane_corrected_bits = std::vector<std::int64_t>{30, 9};
  const auto grown = growth().transport.out_of_sequence;
  ASSERT_NE(grown.unknown(), nullptr);
  EXPECT_EQ(grown.unknown()->reason, Reason::malformed);
  EXPECT_THAT(grown.unknown()->detail, HasSubstr("fell from 9 to 8"));
  EXPECT_THAT(*growth().resets.known(),
              ElementsAre("transport.out_of_sequence", "ens0 fec.lane_corrected_bits[1]",
                          "ens0 prio[\"3\"].pause_rx_us"));
}

TEST_F(GrowthTest, APriorityThatWasNotCountedBeforeIsUnknown) {
  netdev_of(now).prio.known()->insert_or_assign("4", paused(8));
  const auto prio = *lowers().prio.known();
  EXPECT_NE(prio.at("4").pause_rx.unknown(), nullptr);
  EXPECT_THAT(*lowers().paused_priorities.known(), IsEmpty());
}

TEST_F(GrowthTest, PausedPrioritiesAreThoseThatGrew) {
  netdev_of(since).prio.known()->insert_or_assign("4", paused(8));
  netdev_of(since).prio.known()->insert_or_assign("5", paused(8));
  netdev_of(now).prio.known()->insert_or_assign("4", paused(9));
  netdev_of(now).prio.known()->insert_or_assign("5", paused(8));
  EXPECT_TRUE(lowers().paused_priorities.is({4}));
}

TEST_F(GrowthTest, OtherLanesCantBeCompared) {
  netdev_of(now).fec.known()->statistics.lane_corrected_bits = std::vector<std::int64_t>{30};
  EXPECT_NE(lowers().fec.lane_corrected_bits.unknown(), nullptr);
}

TEST_F(GrowthTest, SpeedTimesTimeMayBeTooMuch) {
  netdev_of(now).link.known()->speed_mbps = std::numeric_limits<std::int64_t>::max();
  EXPECT_NE(lowers().line_bits.unknown(), nullptr);
}

TEST_F(GrowthTest, RenamedIsTheSameByItsFunction) {
  device_of(now).name = "rocep154s0";
  netdev_of(now).name = "eth9";
  netdev_of(now).lowers = std::vector<std::string>{"eth9"};
  port_of(now).netdev = std::string("eth9");
  EXPECT_TRUE(growth().transport.out_of_sequence.is(0));
  EXPECT_TRUE(lowers().phy.rx_packets.is(0));
}

struct Break {
  const char* name;
  std::function<void(Snapshot& since, Snapshot& now)> change;
  Reason reason;
  bool port = true;    ///< the port's growth is lost
  bool netdev = true;  ///< the netdev's is
};
void PrintTo(const Break& value, std::ostream* out) {
  *out << value.name;
}

class WithoutEarlierSelf : public GrowthTest, public testing::WithParamInterface<Break> {};

TEST_P(WithoutEarlierSelf, IsUnknownAllOver) {
  GetParam().change(since, now);
  const auto port = growth();
  const auto lowers = port.lowers.known()->front();
  const auto lost = [&](const auto& fact) {
    return fact.unknown() != nullptr && fact.unknown()->reason == GetParam().reason;
  };
  EXPECT_EQ(lost(port.window_us), GetParam().port);
  EXPECT_EQ(lost(port.seconds), GetParam().port);
  EXPECT_EQ(lost(port.transport.out_of_sequence), GetParam().port);
  EXPECT_EQ(lost(lowers.window_us), GetParam().netdev);
  EXPECT_EQ(lost(lowers.phy.rx_packets), GetParam().netdev);
  EXPECT_EQ(lost(lowers.prio), GetParam().netdev);
  EXPECT_EQ(lost(lowers.fec.corrected_bits), GetParam().netdev);
  EXPECT_EQ(lost(lowers.carrier_downs), GetParam().netdev);
  EXPECT_EQ(lost(port.resets), true);
}

INSTANTIATE_TEST_SUITE_P(
    Growth, WithoutEarlierSelf,
    testing::Values(
        Break{"device_not_there",
              [](Snapshot& since, Snapshot&) { since.host.devices.known()->clear(); },
              Reason::not_found, true, false},
        Break{"devices_unread", [](Snapshot& since, Snapshot&) { since.host.devices = Unknown{}; },
              Reason::not_found, true, false},
        Break{"port_not_there",
              [](Snapshot& since, Snapshot&) { device_of(since).ports.known()->clear(); },
              Reason::not_found, true, false},
        Break{"netdev_not_there",
              [](Snapshot& since, Snapshot&) { since.host.netdevs.known()->clear(); },
              Reason::not_found, false, true},
        Break{"device_made_anew", [](Snapshot& since, Snapshot&) { device_of(since).index = 1; },
              Reason::vanished, true, false},
        Break{"netdev_made_anew", [](Snapshot& since, Snapshot&) { netdev_of(since).ifindex = 6; },
              Reason::vanished, false, true}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST_F(GrowthTest, AnEmptyWindowTellsNothing) {
  port_of(since).counters_at_us = kEndUs;
  ASSERT_NE(growth().window_us.unknown(), nullptr);
  EXPECT_THAT(growth().window_us.unknown()->detail, HasSubstr("empty"));
}

TEST_F(GrowthTest, AWindowThatRunsBackwardsTellsNothing) {
  port_of(since).counters_at_us = kEndUs + 5;
  EXPECT_NE(growth().window_us.unknown(), nullptr);
}

}  // namespace
}  // namespace rocelint
