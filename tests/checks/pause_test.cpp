// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <linux/ethtool_netlink.h>

#include "os/ethtool_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

TEST(PauseModule, ReadsEachRdmaNetdev) {
  FakeHost host;
  host.netlink->answer(NetlinkFamily::ethtool, pause_request("eth0"),
                       NetlinkReplies{attributes({number(ETHTOOL_A_PAUSE_AUTONEG, std::uint8_t{0}),
                                                  number(ETHTOOL_A_PAUSE_RX, std::uint8_t{1}),
                                                  number(ETHTOOL_A_PAUSE_TX, std::uint8_t{1})})});
  ProbeEnv env(host.live());
  const auto snapshot = run(checks::pause, env, host_of(2));
  EXPECT_TRUE(netdev_of(snapshot, "eth0").pause.is({.autoneg = false, .rx = true, .tx = true}));
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth1").pause), Reason::unsupported);
}

TEST(PauseModule, IsUnknownInADeadTree) {
  const FakeHost host;
  ProbeEnv env(host.dead());
  const auto snapshot = run(checks::pause, env, host_of(1));
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").pause), Reason::unsupported);
}

}  // namespace
}  // namespace rocelint
