// SPDX-License-Identifier: Apache-2.0
#include "rules/parameter_use.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "policy/parameters.h"
#include "rules/rule.h"
#include "tests/judge/engine_support.h"

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

// Groups by a port may not set these: see policy/groups.cpp.
TEST(HostParameters, AreThoseThatRulesAskOfNothingElse) {
  std::map<std::string, std::set<Scope>> asked;
  for (const auto& rule : testing_support::shipped_rule_set().rules) {
    for (const auto& path : rule.parameters) {
      asked[path.substr(std::string_view("policy.").size())].insert(rule.scope);
    }
  }
  EXPECT_GT(asked.size(), 20U);
  for (const auto& [parameter, scopes] : asked) {
    const bool listed = std::ranges::any_of(kHostParameters, [&](std::string_view one) {
      return parameter == one || parameter.starts_with(std::string(one) + '.');
    });
    EXPECT_EQ(listed, scopes == std::set{Scope::host}) << parameter;
  }
}

}  // namespace
}  // namespace rocelint
