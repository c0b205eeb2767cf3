// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>

#include "os/ethtool/ethtool_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

TEST(FecModule, ReadsEachRdmaNetdev) {
  FakeHost host;
  host.netlink->answer(
      NetlinkFamily::ethtool, fec_request("eth0"),
      NetlinkReplies{
          attributes({nest(ETHTOOL_A_FEC_MODES, {{ETHTOOL_A_BITSET_BITS, ""}}),
                      number(ETHTOOL_A_FEC_AUTO, std::uint8_t{1}),
                      number(ETHTOOL_A_FEC_ACTIVE, std::uint32_t{ETHTOOL_LINK_MODE_FEC_RS_BIT})})});
  host.netlink->answer(NetlinkFamily::ethtool, fec_request("eth1"), NetlinkReplies{"junk."});
  ProbeEnv env(host.live());
  const auto snapshot = run(checks::fec, env, host_of(3));
  EXPECT_TRUE(value_of(netdev_of(snapshot, "eth0").fec).active.is(FecMode::rs));
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth1").fec), Reason::malformed);
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth2").fec), Reason::unsupported);
}

}  // namespace
}  // namespace rocelint
