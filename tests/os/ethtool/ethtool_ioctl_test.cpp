// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_ioctl.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <linux/ethtool.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

std::string strings_of(std::uint32_t count, std::string_view data) {
  return bytes_of(std::uint32_t{ETHTOOL_GSTRINGS}) + bytes_of(std::uint32_t{ETH_SS_STATS}) +
         bytes_of(count) + std::string(data);
}
std::string values_of(std::uint32_t count, std::string_view data) {
  return bytes_of(std::uint32_t{ETHTOOL_GSTATS}) + bytes_of(count) + std::string(data);
}
std::string name_of(std::string text) {
  text.resize(ETH_GSTRING_LEN);
  return text;
}

TEST(EthtoolStatistics, PairNamesWithValues) {
  const std::string longest(ETH_GSTRING_LEN, 'x');
  const auto counters = decode_ethtool_statistics(
      strings_of(3, name_of("rx_packets") + name_of("") + longest),
      values_of(3, bytes_of(std::uint64_t{5}) + bytes_of(std::uint64_t{6}) + bytes_of(UINT64_MAX)));
  ASSERT_TRUE(counters);
  EXPECT_EQ(counters->values, (CounterMap{{"rx_packets", 5}}));
  EXPECT_EQ(counters->unread.at(longest).reason, Reason::malformed) << "not NUL-terminated";
}

TEST(EthtoolStatistics, RefuseWhatDoesNotFit) {
  const std::string strings = strings_of(1, name_of("rx"));
  const std::string values = values_of(1, bytes_of(std::uint64_t{5}));
  EXPECT_TRUE(decode_ethtool_statistics(strings, values));
  EXPECT_FALSE(decode_ethtool_statistics(strings_of(2, name_of("rx")), values));
  EXPECT_FALSE(decode_ethtool_statistics(strings_of(UINT32_MAX, ""), values_of(UINT32_MAX, "")));
  for (std::size_t size = 0; size < strings.size(); ++size) {
    EXPECT_FALSE(decode_ethtool_statistics(strings.substr(0, size), values)) << size;
  }
  for (std::size_t size = 0; size < values.size(); ++size) {
    EXPECT_FALSE(decode_ethtool_statistics(strings, values.substr(0, size))) << size;
  }
}

TEST(ReadEthtoolStatistics, AsksThreeCommands) {
  FakeEthtool ethtool;
  ethtool.statistics["eth0"] = {{"rx", 1}, {"tx", 2}};
  const auto counters = read_ethtool_statistics(ethtool, "eth0");
  ASSERT_TRUE(counters) << counters.error().detail;
  EXPECT_EQ(counters->values, (CounterMap{{"rx", 1}, {"tx", 2}}));
  EXPECT_EQ(ethtool.asked["eth0"], 3);
}

TEST(ReadEthtoolStatistics, AsksAgainWhenTheirNumberChanged) {
  FakeEthtool ethtool;
  ethtool.statistics["eth0"] = {{"rx", 1}};
  int asked = 0;
  ethtool.before = [&](std::uint32_t command) {
    if (command == ETHTOOL_GSTATS && asked++ == 0) {
      ethtool.statistics["eth0"].emplace_back("new", 9);
    }
    return 0;
  };
  const auto counters = read_ethtool_statistics(ethtool, "eth0");
  ASSERT_TRUE(counters) << counters.error().detail;
  EXPECT_EQ(counters->values, (CounterMap{{"new", 9}, {"rx", 1}}));
  EXPECT_EQ(ethtool.asked["eth0"], 6);
}

// An older kernel writes what the driver has into what there is room for.
TEST(ReadEthtoolStatistics, TakesAFullBufferForAChange) {
  FakeEthtool ethtool;
  ethtool.statistics["eth0"] = {{"rx", 1}};
  int asked = 0;
  ethtool.before = [&](std::uint32_t command) {
    return command == ETHTOOL_GSTRINGS && asked++ == 0 ? EFAULT : 0;
  };
  EXPECT_TRUE(read_ethtool_statistics(ethtool, "eth0"));
}

TEST(ReadEthtoolStatistics, GivesUpWhenTheirNumberKeepsChanging) {
  FakeEthtool ethtool;
  ethtool.statistics["eth0"] = {{"rx", 1}};
  ethtool.before = [&](std::uint32_t command) {
    if (command == ETHTOOL_GSTRINGS) {
      ethtool.statistics["eth0"].emplace_back("more", 1);
    }
    return 0;
  };
  const auto counters = read_ethtool_statistics(ethtool, "eth0");
  ASSERT_FALSE(counters);
  EXPECT_EQ(counters.error().reason, Reason::malformed);
}

TEST(ReadEthtoolStatistics, NeverRetriesARefusal) {
  for (const auto refused :
       std::array<std::uint32_t, 3>{ETHTOOL_GSSET_INFO, ETHTOOL_GSTRINGS, ETHTOOL_GSTATS}) {
    FakeEthtool ethtool;
    ethtool.statistics["eth0"] = {{"rx", 1}};
    int refusals = 0;
    ethtool.before = [&](std::uint32_t command) {
      refusals += command == refused ? 1 : 0;
      return command == refused ? EPERM : 0;
    };
    const auto counters = read_ethtool_statistics(ethtool, "eth0");
    ASSERT_FALSE(counters);
    EXPECT_EQ(counters.error().reason, Reason::permission);
    EXPECT_EQ(refusals, 1);
  }
}

TEST(ReadEthtoolStatistics, IsUnsupportedWithoutAny) {
  FakeEthtool ethtool;
  ethtool.statistics["eth0"] = {};
  EXPECT_EQ(read_ethtool_statistics(ethtool, "eth0").error().reason, Reason::unsupported);
  EXPECT_EQ(ethtool.asked["eth0"], 1) << "a kernel warns when it is asked for none";
}

// Against the kernel that runs the tests.
TEST(KernelEthtoolTest, TellsOfDevicesThatAreNotThere) {
  const auto ethtool = make_kernel_ethtool();
  EXPECT_EQ(read_ethtool_statistics(*ethtool, "no-such-dev").error().reason, Reason::vanished);
  EXPECT_EQ(read_ethtool_statistics(*ethtool, std::string(200, 'x')).error().reason,
            Reason::vanished);
  const auto loopback = read_ethtool_statistics(*ethtool, "lo");
  ASSERT_FALSE(loopback);
  EXPECT_EQ(loopback.error().reason, Reason::unsupported) << loopback.error().detail;
}

TEST(IsOfOneRing, TellsRingsFromPorts) {
  for (const auto* ring :
       {"rx0_packets", "tx12_added_vlan_packets", "ch3_events", "rx_queue_0_packets",
        "tx_queue_15_bytes", "[7]: rx_ucast_packets", "rx_0_bytes", "tx_63_tso_packets",
        "txq_3_sg_cntr_1", "rxq15_pktnum_rcd"}) {
    EXPECT_TRUE(is_of_one_ring(ring)) << ring;
  }
  for (const auto* port :
       {"rx_prio3_pause", "rx_64_bytes_phy", "rx_packets", "tx_priority_3_xon.nic", "rx", "tx9",
        "rx_queue_", "channel", "rx_pfc_ena_frames_pri3", "[", "[]: x", "rx_err_lane_0_phy", "",
        "rx_64b_frames", "rx_65_to_127_byte_packets", "hc_tc0_rx_pkt_phy", "rxq", "txq_"}) {
    EXPECT_FALSE(is_of_one_ring(port)) << port;
  }
}

}  // namespace
}  // namespace rocelint
