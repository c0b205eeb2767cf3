// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <string>

#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

VerbsPort ndr_port() {
  return {.state = 4,
          .physical_state = 5,
          .active_mtu = 5,
          .max_mtu = 5,
          .active_width = 2,
          .active_speed = 128,
          .gid_table_length = 255,
          .link_layer = 2};
}

class MtuModule : public testing::Test {
 protected:
  void sysfs(const std::string& file, const std::string& text) const {
    host_.tree.file("/sys/class/infiniband/mlx5_0/ports/1/" + file, text + '\n');
  }
  FakeHost host_;
};

TEST_F(MtuModule, ReadsVerbs) {
  host_.verbs->devices["mlx5_0"] = VerbsDevice{.ports = {ndr_port()}, .gids = {}};
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::mtu, env, host_of(1));
  const RdmaPort& port = port_of(snapshot, "mlx5_0");
  EXPECT_TRUE(port.active_mtu_bytes.is(4096));
  EXPECT_TRUE(port.max_mtu_bytes.is(4096));
  EXPECT_TRUE(port.verbs_speed_mbps.is(400'000));
  EXPECT_TRUE(port.gid_table_length.is(255));
}

TEST_F(MtuModule, CostsOneFactForOneOddValue) {
  VerbsPort odd = ndr_port();
  odd.active_mtu = 0;
  odd.active_width = 77;
  host_.verbs->devices["mlx5_0"] = VerbsDevice{.ports = {odd}, .gids = {}};
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::mtu, env, host_of(1));
  const RdmaPort& port = port_of(snapshot, "mlx5_0");
  EXPECT_EQ(reason_of(port.active_mtu_bytes), Reason::malformed);
  EXPECT_TRUE(port.max_mtu_bytes.is(4096));
  EXPECT_EQ(port.verbs_speed_mbps.unknown()->detail, "active_width is 77 and active_speed 128");
}

TEST_F(MtuModule, FallsBackToSysfsForSpeedAndTableButNotForTheMtu) {
  sysfs("rate", "200 Gb/sec (4X HDR)");
  sysfs("gids/0", "0000:0000:0000:0000:0000:0000:0000:0000");
  ProbeEnv env(host_.live());  // verbs know no device
  const auto snapshot = run(checks::mtu, env, host_of(1));
  const RdmaPort& port = port_of(snapshot, "mlx5_0");
  EXPECT_EQ(reason_of(port.active_mtu_bytes), Reason::vanished);
  EXPECT_EQ(reason_of(port.max_mtu_bytes), Reason::vanished);
  EXPECT_TRUE(port.verbs_speed_mbps.is(200'000));
  EXPECT_TRUE(port.gid_table_length.is(1));
}

TEST_F(MtuModule, SaysThatVerbsAreOff) {
  ProbeEnv env(host_.dead());
  const auto snapshot = run(checks::mtu, env, host_of(1));
  const RdmaPort& port = port_of(snapshot, "mlx5_0");
  EXPECT_EQ(port.active_mtu_bytes.unknown()->detail, "verbs are off");
  EXPECT_EQ(port.verbs_speed_mbps.unknown()->detail, "verbs are off");
  EXPECT_EQ(port.gid_table_length.unknown()->detail, "verbs are off");
}

TEST_F(MtuModule, NoticesAPortThatVerbsDoNotShow) {
  host_.verbs->devices["mlx5_0"] = VerbsDevice{};
  ProbeEnv env(host_.live());
  EXPECT_EQ(reason_of(port_of(run(checks::mtu, env, host_of(1)), "mlx5_0").active_mtu_bytes),
            Reason::vanished);
}

TEST_F(MtuModule, SharesOneQueryWithTheGidModule) {
  host_.verbs->devices["mlx5_0"] =
      VerbsDevice{.ports = {ndr_port()}, .gids = std::vector<VerbsGid>{}};
  auto* verbs = host_.verbs;
  ProbeEnv env(host_.live());
  const auto so_far = host_of(1);
  (void)run(checks::mtu, env, so_far);
  (void)run(checks::gid, env, so_far);
  EXPECT_EQ(verbs->asked["mlx5_0"], 1);
}

}  // namespace
}  // namespace rocelint
