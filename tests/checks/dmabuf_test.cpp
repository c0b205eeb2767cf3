// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

class DmabufModule : public testing::Test {
 protected:
  FakeHost host_;
};

TEST_F(DmabufModule, IsAskedInTheOneOpeningOfTheDevice) {
  host_.verbs->devices["mlx5_0"] = VerbsDevice{.ports = {{}}, .gids = {}, .dmabuf = true};
  host_.verbs->devices["mlx5_1"] = VerbsDevice{.ports = {{}}, .gids = {}, .dmabuf = false};
  const auto* verbs = host_.verbs;
  ProbeEnv env(host_.live());
  const auto so_far = host_of(3);
  (void)run(checks::mtu, env, so_far);
  const auto snapshot = run(checks::dmabuf, env, so_far);
  EXPECT_TRUE(device_of(snapshot, "mlx5_0").dmabuf.is(true));
  EXPECT_TRUE(device_of(snapshot, "mlx5_1").dmabuf.is(false));
  EXPECT_EQ(reason_of(device_of(snapshot, "mlx5_2").dmabuf), Reason::vanished);
  EXPECT_EQ(verbs->asked.at("mlx5_0"), 1);
}

TEST_F(DmabufModule, SaysThatVerbsAreOff) {
  ProbeEnv env(host_.dead());
  const auto snapshot = run(checks::dmabuf, env, host_of(1));
  EXPECT_EQ(device_of(snapshot, "mlx5_0").dmabuf.unknown()->detail, "verbs are off");
}

}  // namespace
}  // namespace rocelint
