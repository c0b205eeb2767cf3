// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <linux/ethtool_netlink.h>

#include "os/ethtool/ethtool_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

std::string modes_reply(std::uint32_t speed, std::string_view fastest) {
  return attributes({number(ETHTOOL_A_LINKMODES_SPEED, speed),
                     nest(ETHTOOL_A_LINKMODES_OURS,
                          {nest(ETHTOOL_A_BITSET_BITS,
                                {nest(ETHTOOL_A_BITSET_BITS_BIT,
                                      {number(ETHTOOL_A_BITSET_BIT_INDEX, std::uint32_t{1}),
                                       text(ETHTOOL_A_BITSET_BIT_NAME, fastest)})})})});
}

class SpeedModule : public testing::Test {
 protected:
  void modes(const std::string& netdev, std::uint32_t speed, std::string_view fastest) const {
    host_.netlink->answer(NetlinkFamily::ethtool, link_modes_request(netdev),
                          NetlinkReplies{modes_reply(speed, fastest)});
  }
  FakeHost host_;
};

TEST_F(SpeedModule, TellsSpeedAndCapability) {
  modes("eth0", 100'000, "400000baseCR4/Full");
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::speed, env, host_of(1));
  EXPECT_TRUE(value_of(netdev_of(snapshot, "eth0").link).speed_mbps.is(100'000));
  EXPECT_TRUE(device_of(snapshot, "mlx5_0").max_speed_mbps.is(400'000));
}

TEST_F(SpeedModule, TakesTheFastestNetdevOfADevice) {
  modes("eth0", 100'000, "100000baseCR4/Full");
  modes("eth1", 100'000, "200000baseCR4/Full");
  Snapshot so_far = host_of(2);
  auto& devices = *so_far.host.devices.known();
  devices[0].ports.known()->push_back(devices[1].ports.known()->front());
  devices.pop_back();
  ProbeEnv env(host_.live());
  EXPECT_TRUE(device_of(run(checks::speed, env, so_far), "mlx5_0").max_speed_mbps.is(200'000));
}

TEST_F(SpeedModule, IsUnknownAsSoonAsOneNetdevIs) {
  modes("eth0", 100'000, "100000baseCR4/Full");
  Snapshot so_far = host_of(2);
  auto& devices = *so_far.host.devices.known();
  devices[0].ports.known()->push_back(devices[1].ports.known()->front());
  ProbeEnv env(host_.live());
  EXPECT_EQ(reason_of(device_of(run(checks::speed, env, so_far), "mlx5_0").max_speed_mbps),
            Reason::unsupported);
}

TEST_F(SpeedModule, SaysThatTheNetdevIsElsewhere) {
  Snapshot so_far = host_of(1);
  so_far.host.devices.known()->front().ports.known()->front().netdev =
      Unknown{.reason = Reason::not_found, .detail = "in a pod"};
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::speed, env, so_far);
  EXPECT_EQ(device_of(snapshot, "mlx5_0").max_speed_mbps.unknown()->detail, "in a pod");
}

}  // namespace
}  // namespace rocelint
