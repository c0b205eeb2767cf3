// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "policy/policy.h"
#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::IsEmpty;

/// A subject of one driver and host.
class Subject {
 public:
  Subject(const std::string& hostname, Fact<std::string> driver) {
    host_.hostname = hostname;
    device_.driver = std::move(driver);
  }

  [[nodiscard]] ResolvedRole resolve(const Policy& policy) const {
    const SelectorView view{.host = &host_, .device = &device_, .port = &port_};
    return resolve_role(policy, policy.roles.at(0), groups_here(policy, policy.roles.at(0), view));
  }

  /// As a host whose role has these ports.
  [[nodiscard]] ResolvedRole resolve_host(const Policy& policy,
                                          const std::vector<ResolvedRole>& ports) const {
    std::vector<const ResolvedRole*> of_ports;
    for (const auto& port : ports) {
      of_ports.push_back(&port);
    }
    return resolve_role_of_host(policy, policy.roles.at(0), {.host = &host_}, of_ports);
  }

 private:
  Host host_;
  RdmaDevice device_;
  RdmaPort port_;
};

constexpr const char* kGroups = R"(policy: acme
extends: lossless-dscp26
groups:
  - where: 'dev.driver == "bnxt_en"'
    roles:
      compute: {cnp: {priority: 7}, roce: [{priority: 4, dscp: 32}]}
  - where: 'host.hostname == "gpu1"'
    roles:
      compute: {cnp: {priority: 5}, mtu: null}
)";

TEST(ResolveRole, GivesTheRoleWhereNoGroupHolds) {
  const auto loading = test::load_text(kGroups);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto resolved = Subject("gpu9", {"mlx5_core"}).resolve(*loading.policy);
  EXPECT_EQ(resolved.parameters, loading.policy->roles[0].parameters);
  EXPECT_EQ(resolved.provenance, loading.policy->roles[0].provenance);
  EXPECT_THAT(resolved.undecided, IsEmpty());
}

TEST(ResolveRole, AppliesTheGroupThatHolds) {
  const auto loading = test::load_text(kGroups);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto resolved = Subject("gpu9", {"bnxt_en"}).resolve(*loading.policy);
  EXPECT_TRUE(resolved.parameters.cnp.priority.is(7));
  EXPECT_TRUE(resolved.parameters.cnp.dscp.is(48));
  EXPECT_TRUE(resolved.parameters.roce_priorities.is({4}));
  EXPECT_EQ(resolved.provenance.at("cnp.priority"), "acme:6");
  EXPECT_EQ(resolved.provenance.at("roce_priorities"), "acme:6");
  EXPECT_THAT(resolved.provenance.at("cnp.dscp"), testing::StartsWith("lossless-dscp26:"));
}

TEST(ResolveRole, TheLaterGroupWins) {
  const auto loading = test::load_text(kGroups);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto resolved = Subject("gpu1", {"bnxt_en"}).resolve(*loading.policy);
  EXPECT_TRUE(resolved.parameters.cnp.priority.is(5));
  EXPECT_TRUE(resolved.parameters.roce_priorities.is({4}));
  EXPECT_EQ(resolved.parameters.mtu, MtuPolicy{});
  EXPECT_EQ(resolved.provenance.count("mtu.active_bytes"), 0U);
}

TEST(ResolveRole, SetStandsAboveGroups) {
  const auto loading = test::load_text(kGroups, {"cnp.priority=6"});
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto resolved = Subject("gpu1", {"bnxt_en"}).resolve(*loading.policy);
  EXPECT_TRUE(resolved.parameters.cnp.priority.is(6));
  EXPECT_EQ(resolved.provenance.at("cnp.priority"), "--set");
  EXPECT_TRUE(resolved.parameters.roce_priorities.is({4}));
}

TEST(ResolveRole, AGroupByPortHoldsForAHostWhereItDoesForAllPorts) {
  const auto loading = test::load_text(kGroups, {"cnp.dscp=40"});
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& policy = *loading.policy;
  const Subject bnxt("gpu9", {"bnxt_en"});
  const auto held = bnxt.resolve(policy);
  const auto other = Subject("gpu9", {"mlx5_core"}).resolve(policy);
  const auto unknown =
      Subject("gpu9", {Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 13}})
          .resolve(policy);
  EXPECT_THAT(held.groups, testing::ElementsAre(0U));

  const auto all = bnxt.resolve_host(policy, {held, held});
  EXPECT_EQ(all.parameters, held.parameters);
  EXPECT_EQ(all.provenance, held.provenance);
  EXPECT_THAT(all.undecided, IsEmpty());

  for (const auto& ports : {std::vector{held, other}, std::vector{held, unknown},
                            std::vector{other}, std::vector<ResolvedRole>{}}) {
    const auto host = bnxt.resolve_host(policy, ports);
    EXPECT_EQ(host.parameters, policy.roles[0].parameters);
    ASSERT_EQ(host.undecided.size(), 1U);
    EXPECT_TRUE(host.undecided[0].asks_about_port);
  }
  EXPECT_TRUE(Subject("gpu1", {"bnxt_en"}).resolve_host(policy, {}).parameters.cnp.priority.is(5));
}

TEST(ResolveRole, SaysWhichGroupCantBeDecidedAndLeavesItOut) {
  const auto loading = test::load_text(kGroups);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto resolved =
      Subject("gpu1", {Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 13}})
          .resolve(*loading.policy);
  EXPECT_TRUE(resolved.parameters.cnp.priority.is(5));
  EXPECT_TRUE(resolved.parameters.roce_priorities.is({3}));
  ASSERT_EQ(resolved.undecided.size(), 1U);
  EXPECT_EQ(resolved.undecided[0].from, "acme:4");
  EXPECT_EQ(resolved.undecided[0].why.reason, Reason::permission);
}

}  // namespace

}  // namespace rocelint
