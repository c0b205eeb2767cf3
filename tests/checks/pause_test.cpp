// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <linux/ethtool_netlink.h>

#include "os/ethtool/ethtool_decode.h"
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
  const Pause pause = value_of(netdev_of(snapshot, "eth0").pause);
  EXPECT_FALSE(pause.autoneg);
  EXPECT_TRUE(pause.rx);
  EXPECT_TRUE(pause.tx);
  EXPECT_EQ(reason_of(pause.statistics.rx_frames), Reason::unsupported);
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
