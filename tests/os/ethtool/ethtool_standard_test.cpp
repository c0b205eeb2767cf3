// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_standard.h"

#include <cstdint>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>
#include <linux/ethtool_netlink.h>
#include <linux/netlink.h>

#include "os/netlink/netlink.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

Part group(std::uint32_t id, std::initializer_list<Part> parts) {
  return {ETHTOOL_A_STATS_GRP,
          attributes({number(ETHTOOL_A_STATS_GRP_ID, id)}) + attributes(parts)};
}
Part statistic(int type, std::uint64_t value) {
  return nest(ETHTOOL_A_STATS_GRP_STAT, {number(type, value)});
}
Part bucket(int direction, std::uint32_t low, std::uint32_t high, std::uint64_t value) {
  return nest(direction, {number(ETHTOOL_A_STATS_GRP_HIST_BKT_LOW, low),
                          number(ETHTOOL_A_STATS_GRP_HIST_BKT_HI, high),
                          number(ETHTOOL_A_STATS_GRP_HIST_VAL, value)});
}

std::string full_reply() {
  return attributes(
      {group(ETHTOOL_STATS_ETH_PHY, {statistic(ETHTOOL_A_STATS_ETH_PHY_5_SYM_ERR, 7)}),
       group(ETHTOOL_STATS_ETH_MAC, {statistic(ETHTOOL_A_STATS_ETH_MAC_2_TX_PKT, 10),
                                     statistic(ETHTOOL_A_STATS_ETH_MAC_25_TOO_LONG_ERR, 11)}),
       group(ETHTOOL_STATS_ETH_CTRL, {statistic(ETHTOOL_A_STATS_ETH_CTRL_3_TX, 12)}),
       group(ETHTOOL_STATS_RMON, {bucket(ETHTOOL_A_STATS_GRP_HIST_RX, 0, 64, 1),
                                  bucket(ETHTOOL_A_STATS_GRP_HIST_RX, 65, 127, 2),
                                  bucket(ETHTOOL_A_STATS_GRP_HIST_TX, 8192, 0, 3),
                                  statistic(ETHTOOL_A_STATS_RMON_UNDERSIZE, 4)})});
}

TEST(StandardStatistics, HaveTheNamesThatEthtoolPrints) {
  const auto counters = decode_standard_statistics(full_reply());
  ASSERT_TRUE(counters) << counters.error().detail;
  EXPECT_EQ(counters->values, (CounterMap{{"eth-phy-SymbolErrorDuringCarrier", 7},
                                          {"eth-mac-FramesTransmittedOK", 10},
                                          {"eth-mac-FrameTooLongErrors", 11},
                                          {"eth-ctrl-MACControlFramesTransmitted", 12},
                                          {"rx-rmon-etherStatsPkts64Octets", 1},
                                          {"rx-rmon-etherStatsPkts65to127Octets", 2},
                                          {"tx-rmon-etherStatsPkts8192toMaxOctets", 3},
                                          {"rmon-etherStatsUndersizePkts", 4}}));
}

TEST(StandardStatistics, LeaveOutWhatIsNewer) {
  const auto counters = decode_standard_statistics(attributes(
      {group(99, {statistic(0, 1)}),
       group(ETHTOOL_STATS_RMON, {statistic(200, 1), statistic(ETHTOOL_A_STATS_RMON_JABBER, 2)})}));
  ASSERT_TRUE(counters);
  EXPECT_EQ(counters->values, (CounterMap{{"rmon-etherStatsJabbers", 2}}));
}

TEST(StandardStatistics, AreUnsupportedWhenEveryGroupIsEmpty) {
  const auto counters = decode_standard_statistics(
      attributes({group(ETHTOOL_STATS_ETH_PHY, {}), group(ETHTOOL_STATS_RMON, {})}));
  ASSERT_FALSE(counters);
  EXPECT_EQ(counters.error().reason, Reason::unsupported);
}

TEST(StandardStatistics, RefuseWhatMakesNoSense) {
  const Part no_id{ETHTOOL_A_STATS_GRP, attributes({statistic(0, 1)})};
  const Part short_value = group(
      ETHTOOL_STATS_ETH_PHY, {nest(ETHTOOL_A_STATS_GRP_STAT,
                                   {number(ETHTOOL_A_STATS_ETH_PHY_5_SYM_ERR, std::uint32_t{1})})});
  const Part no_bounds = group(ETHTOOL_STATS_RMON, {bucket(ETHTOOL_A_STATS_GRP_HIST_RX, 0, 0, 1)});
  const Part no_value = group(ETHTOOL_STATS_RMON,
                              {nest(ETHTOOL_A_STATS_GRP_HIST_TX,
                                    {number(ETHTOOL_A_STATS_GRP_HIST_BKT_LOW, std::uint32_t{1}),
                                     number(ETHTOOL_A_STATS_GRP_HIST_BKT_HI, std::uint32_t{2})})});
  const Part junk{ETHTOOL_A_STATS_GRP, "junk"};
  for (const auto& part : {no_id, short_value, no_bounds, no_value, junk}) {
    EXPECT_FALSE(decode_standard_statistics(attributes({part})));
  }
  EXPECT_FALSE(decode_standard_statistics("junk"));
}

TEST(StandardStatistics, SurviveEveryTruncation) {
  const std::string reply = full_reply();
  const auto whole = *decode_standard_statistics(reply);
  for (std::size_t size = 0; size + kPadding < reply.size(); ++size) {
    const auto cut = decode_standard_statistics(std::string_view(reply).substr(0, size));
    EXPECT_TRUE(!cut || cut->values.size() < whole.values.size()) << size;
  }
}

TEST(LinkDownCount, IsReadWhereTheDriverCounts) {
  constexpr int kCount = ETHTOOL_A_LINKSTATE_EXT_SUBSTATE + 1;
  EXPECT_TRUE(decode_link_down_count(attributes({number(kCount, std::uint32_t{3})})).is(3));
  EXPECT_EQ(reason_of(decode_link_down_count(
                attributes({number(ETHTOOL_A_LINKSTATE_LINK, std::uint8_t{1})}))),
            Reason::unsupported);
  EXPECT_EQ(reason_of(decode_link_down_count(attributes({number(kCount, std::uint8_t{3})}))),
            Reason::malformed);
  EXPECT_EQ(reason_of(decode_link_down_count("junk")), Reason::malformed);
}

// Against the kernel that runs the tests: it takes the request, whatever the device counts.
TEST(StandardStatisticsRequest, IsTakenByTheKernel) {
  const auto netlink = make_kernel_netlink();
  const auto replies = netlink->transact(NetlinkFamily::ethtool, standard_statistics_request("lo"));
  if (!replies && replies.error().reason == Reason::unsupported) {
    GTEST_SKIP() << "a kernel before 5.13, or without ethtool's netlink";
  }
  ASSERT_TRUE(replies) << replies.error().detail;
  ASSERT_EQ(replies->size(), 1U);
  EXPECT_EQ(decode_standard_statistics(replies->front()).error().reason, Reason::unsupported);
  EXPECT_TRUE(netlink->transact(NetlinkFamily::ethtool, link_state_request("lo")));
}

}  // namespace
}  // namespace rocelint
