// SPDX-License-Identifier: Apache-2.0
#include "advise/policy_fit.h"

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::healthy;
using testing_support::patched;
using testing_support::policy_from;

// Policies are of one name, "site", and their roles start on line 3.
struct Row {
  std::string name;
  std::string policy;
  std::vector<std::string> expected;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

std::vector<std::string> diagnostics(const Policy& policy, const std::vector<NamedHost>& hosts) {
  std::vector<std::string> out;
  for (const auto& diagnostic : lint_against(policy, hosts)) {
    out.push_back(to_string(diagnostic));
  }
  return out;
}

class PolicyFit : public testing::TestWithParam<Row> {};

TEST_P(PolicyFit, FindsWhatDoesNotFitTheHealthyHost) {
  const auto policy = policy_from("policy: site\nroles:\n" + GetParam().policy);
  EXPECT_EQ(diagnostics(policy, {{.name = "gpu1", .snapshot = healthy()}}), GetParam().expected);
}

const std::vector<Row> kRows = {
    {"Fits", "  a: {expect: {ports: 4}, mtu: {active_bytes: 4096, netdev_bytes: 9978}}\n", {}},
    {"SelectorPicksNothing",
     "  a: {ports: 'true'}\n  b: {ports: 'dev.driver == \"bnxt_en\"'}\n",
     {"site:4:14: role b selects no port on this host"}},
    {"PortOfTwoRoles",
     "  a: {ports: 'dev.driver == \"mlx5_core\"'}\n  b: {ports: 'dev.name == \"mlx5_3\"'}\n",
     {"site:4:14: role b selects ports that role a already has: gpu1/mlx5_3"}},
    {"ManyPortsOfTwoRoles",
     "  a: {ports: 'true'}\n  b: {ports: 'dev.driver == \"mlx5_core\"'}\n",
     {"site:4:14: role b selects ports that role a already has: gpu1/mlx5_0, "
      "gpu1/mlx5_1, gpu1/mlx5_2 and 1 more"}},
    {"OtherNumberOfPorts",
     "  a: {expect: {ports: 8}}\n",
     {"site:3:23: role a expects 8 ports, but its selector picks another number: gpu1 has 4"}},
    {"MtuBeyondTheDriver",
     "  a: {mtu: {netdev_bytes: 9979}}\n",
     {"site:3:27: mtu.netdev_bytes 9979 exceeds the NIC's maximum, 9978: gpu1/mlx5_0, gpu1/mlx5_1, "
      "gpu1/mlx5_2 and 1 more"}},
    {"GroupHoldsNowhere",
     "  a: {}\ngroups:\n- {where: 'dev.driver == \"bnxt_en\"', roles: {a: {trust: any}}}\n",
     {"site:5:3: the condition of this group matches nothing on this host: it changes nothing"}},
    {"GroupOfTheHost",
     "  a: {}\ngroups:\n- {where: 'host.hostname == \"gpu0417\"', roles: {a: {trust: any}}}\n",
     {}},
    {"WaiverHoldsNowhere",
     "  a: {}\nwaivers:\n- {rule: pfc-off, where: 'host.hostname == \"gpu9\"', reason: x, until: "
     "2099-01-01}\n",
     {"site:5:3: the condition of this waiver of pfc-off matches nothing on this host: it covers "
      "nothing"}},
    {"WaiverOfTheFleet",
     "  a: {}\nwaivers:\n- {rule: pfc-off, fleet: true, reason: x, until: 2099-01-01}\n",
     {}},
    {"GroupsThatMeet",
     "  a: {roce: [{priority: 3}]}\ngroups:\n- {where: 'true', roles: {a: {pfc: {mode: "
     "required}}}}\n- {where: 'true', roles: {a: {cnp: {priority: 3}}}}\n",
     {"site:6:47: role a: cnp.priority 3 is a RoCE priority with PFC: pauses would delay CNPs"}},
};

INSTANTIATE_TEST_SUITE_P(Rows, PolicyFit, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(PolicyFitLimits, CountsLosslessPrioritiesAgainstTheNic) {
  const auto snapshot =
      patched(R"([{"op": "replace", "path": "/host/netdevs/0/dcb/pfc/max_classes", "value": 1}])");
  const auto policy = policy_from(
      "policy: site\nroles:\n  a: {pfc: {mode: required}, roce: [{priority: 3}, {priority: 4}]}\n");
  EXPECT_THAT(diagnostics(policy, {{.name = "gpu1", .snapshot = snapshot}}),
              ElementsAre("site:3:36: roce has 2 lossless priorities, but the NIC supports PFC on "
                          "1 traffic classes: gpu1/mlx5_0"));
}

TEST(PolicyFitLimits, AsksTheDeviceForTheRdmaMtu) {
  const auto snapshot = patched(
      R"([{"op": "replace", "path": "/host/devices/1/ports/0/max_mtu_bytes", "value": 2048}])");
  const auto policy = policy_from("policy: site\nroles:\n  a: {mtu: {active_bytes: 4096}}\n");
  EXPECT_THAT(
      diagnostics(policy, {{.name = "gpu1", .snapshot = snapshot}}),
      ElementsAre("site:3:27: mtu.active_bytes 4096 exceeds the NIC's maximum, 2048: gpu1/mlx5_1"));
}

TEST(PolicyFitHosts, OneIsEnoughForAConditionToHold) {
  auto other = healthy();
  other.host.hostname = std::string("gpu2");
  const std::vector<NamedHost> hosts{{.name = "gpu1", .snapshot = healthy()},
                                     {.name = "gpu2", .snapshot = other}};
  const auto group = [](const std::string& host) {
    return policy_from("policy: site\nroles: {a: {}}\ngroups:\n- {where: 'host.hostname == \"" +
                       host + "\"', roles: {a: {trust: any}}}\n");
  };
  EXPECT_THAT(diagnostics(group("gpu2"), hosts), IsEmpty());
  EXPECT_THAT(diagnostics(group("gpu3"), hosts),
              ElementsAre("site:4:3: the condition of this group matches nothing on these 2 hosts: "
                          "it changes nothing"));
}

TEST(PolicyFitHosts, SaysWhyAConditionCanNotBeDecided) {
  const auto snapshot = patched(
      R"([{"op": "replace", "path": "/host/devices/0/hca_type", "value": {"unknown": "timeout"}}])");
  const auto policy = policy_from(
      "policy: site\nroles: {a: {}}\ngroups:\n- {where: 'dev.hca_type == \"x\"', roles: {a: "
      "{trust: "
      "any}}}\n");
  EXPECT_THAT(diagnostics(policy, {{.name = "gpu1", .snapshot = snapshot}}),
              ElementsAre("site:4:3: the condition of this group could not be decided on this host "
                          "(timeout): it changes nothing"));
}

// It has no selector to point at.
TEST(PolicyFitHosts, NoPortAtAllIsNamedAtTheRole) {
  const auto snapshot = patched(R"([{"op": "replace", "path": "/host/devices", "value": []}])");
  const auto policy = policy_from("policy: site\nroles:\n  a: {}\n");
  EXPECT_THAT(diagnostics(policy, {{.name = "gpu1", .snapshot = snapshot}}),
              ElementsAre("site:3:3: role a selects no port on this host"));
}

// What can't be told is no reason to blame the policy for a port that it may pick.
TEST(PolicyFitHosts, DoubtPicks) {
  const auto snapshot = patched(
      R"([{"op": "replace", "path": "/host/devices/0/driver", "value": {"unknown": "timeout"}}])");
  const auto policy = policy_from(
      "policy: site\nroles:\n  a: {ports: 'dev.driver == \"bnxt_en\"'}\n  b: {ports: 'true'}\n");
  EXPECT_THAT(diagnostics(policy, {{.name = "gpu1", .snapshot = snapshot}}), IsEmpty());
}

}  // namespace
}  // namespace rocelint
