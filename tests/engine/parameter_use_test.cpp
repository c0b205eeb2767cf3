// SPDX-License-Identifier: Apache-2.0
#include "engine/parameter_use.h"

#include <gtest/gtest.h>

#include "policy/parameters.h"

namespace rocelint {
namespace {

TEST(UnsetParameter, IsOneThatNobodySet) {
  RoleParameters parameters;
  EXPECT_TRUE(is_unset_parameter("policy.pfc.mode", parameters));
  EXPECT_TRUE(is_unset_parameter("policy.expect.ports", parameters));
  EXPECT_TRUE(is_unset_parameter("policy.roce_priorities", parameters));
  EXPECT_TRUE(is_unset_parameter("policy.roce", parameters));
  EXPECT_TRUE(is_unset_parameter("policy.roce.dscp", parameters));
  parameters.pfc.mode = PfcMode::required;
  parameters.expect.ports = 0;
  parameters.roce_priorities = std::vector<std::int64_t>{};
  EXPECT_FALSE(is_unset_parameter("policy.pfc.mode", parameters));
  EXPECT_FALSE(is_unset_parameter("policy.expect.ports", parameters));
  EXPECT_FALSE(is_unset_parameter("policy.roce_priorities", parameters));
}

TEST(UnsetParameter, IsOneThatThePolicyLeavesUnmanaged) {
  RoleParameters parameters;
  parameters.pfc.mode = PfcMode::unmanaged;
  parameters.cc.mode = CcMode::disabled;
  parameters.trust = TrustMode::any;
  EXPECT_TRUE(is_unset_parameter("policy.pfc.mode", parameters));
  EXPECT_FALSE(is_unset_parameter("policy.cc.mode", parameters));
  EXPECT_FALSE(is_unset_parameter("policy.trust", parameters));
}

TEST(UnsetParameter, OfListElementsIsOneThatNoneHas) {
  RoleParameters parameters;
  parameters.roce = std::vector<RoceClass>(2);
  EXPECT_TRUE(is_unset_parameter("policy.roce.dscp", parameters));
  EXPECT_FALSE(is_unset_parameter("policy.roce.priority", parameters));
  parameters.roce.known()->at(1).dscp = 26;
  EXPECT_FALSE(is_unset_parameter("policy.roce.dscp", parameters));
}

TEST(UnsetParameter, IsNoFactOfTheHost) {
  const RoleParameters parameters;
  EXPECT_FALSE(is_unset_parameter("netdev.mtu_bytes", parameters));
  EXPECT_FALSE(is_unset_parameter("policy.role", parameters));
}

TEST(IsParameter, KnowsWhatAPolicyMaySet) {
  for (const auto* name : {"pfc.mode", "expect.speed_mbps", "roce", "roce.dscp", "fec"}) {
    EXPECT_TRUE(is_parameter(name)) << name;
  }
  for (const auto* name : {"", "pfc", "pfc.moed", "policy.pfc.mode", "pfc.mode.x", "role"}) {
    EXPECT_FALSE(is_parameter(name)) << name;
  }
}

}  // namespace
}  // namespace rocelint
