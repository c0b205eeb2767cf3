// SPDX-License-Identifier: Apache-2.0
#include "advise/learn.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "advise/learn_verdicts.h"
#include "advise/policy_fit.h"
#include "policy/policy.h"
#include "policy/policy_lint.h"
#include "tests/judge/engine_support.h"
#include "tests/judge/learning.h"
#include "tests/support/healthy_hosts.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using namespace testing_support;

Report judge_by(const std::string& yaml, const NamedHost& host) {
  return judge_with(host.snapshot, policy_from(yaml), learning_rules());
}

class LearnFromHealthy : public testing::TestWithParam<HealthyKind> {
 protected:
  std::vector<NamedHost> hosts_{named("a", GetParam().host()), named("b", GetParam().host())};
};

TEST_P(LearnFromHealthy, FailsNothingOfWhatItWasLearnedFrom) {
  const auto yaml = learn(hosts_);
  const auto report = judge_by(yaml, hosts_.front());
  EXPECT_THAT(ids(report, Outcome::fail), IsEmpty()) << yaml;
  // What a driver does not tell stays as open as it was.
  const auto before = judge_with(hosts_.front().snapshot, profile("baseline"), learning_rules());
  EXPECT_GE(report.verdict, std::min(before.verdict, Verdict::ready_with_warnings)) << yaml;
}

TEST_P(LearnFromHealthy, HasNothingToLint) {
  const auto yaml = learn(hosts_);
  const auto policy = policy_from(yaml);
  const auto now = std::chrono::sys_days(std::chrono::year(2027) / 3 / 2);
  EXPECT_THAT(lint_policy(policy, now, {}), IsEmpty()) << yaml;
  EXPECT_THAT(lint_against(policy, hosts_), IsEmpty()) << yaml;
}

TEST_P(LearnFromHealthy, TheOrderOfHostsChangesNothing) {
  auto hosts = hosts_;
  netdev_of(hosts.front().snapshot, 0).mtu_bytes = 4200;
  const auto forward = learn(hosts);
  std::ranges::reverse(hosts);
  EXPECT_EQ(learn(hosts), forward);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LearnFromHealthy, testing::ValuesIn(kHealthyKinds),
                         [](const auto& row) { return std::string(row.param.name); });

/// One port of one of three hosts is broken.
struct Broken {
  const char* name;
  void (*breaks)(Snapshot& host);
  const char* learned;  ///< what the others have is learned all the same; null: it is not
  const char* said;     ///< what is said of the broken one
};
void PrintTo(const Broken& row, std::ostream* out) {
  *out << row.name;
}

class LearnWithOneBroken : public testing::TestWithParam<Broken> {};

TEST_P(LearnWithOneBroken, TheBrokenOneIsNotReadyAndTheOthersAre) {
  std::vector<NamedHost> hosts{named("a", healthy()), named("b", healthy()), named("c", healthy())};
  GetParam().breaks(hosts[1].snapshot);
  const auto yaml = learn(hosts);
  EXPECT_LE(judge_by(yaml, hosts[1]).verdict, Verdict::undetermined) << yaml;
  EXPECT_EQ(judge_by(yaml, hosts[0]).verdict, Verdict::ready) << yaml;
  EXPECT_EQ(judge_by(yaml, hosts[2]).verdict, Verdict::ready) << yaml;
  EXPECT_THAT(yaml, HasSubstr("Not ready by this policy, 1 of 3 hosts:"));
  if (GetParam().learned != nullptr) {
    EXPECT_THAT(yaml, HasSubstr(GetParam().learned));
  }
  EXPECT_THAT(joined(yaml), HasSubstr(GetParam().said)) << yaml;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, LearnWithOneBroken,
    testing::Values(
        Broken{"port_down",
               [](Snapshot& host) {
                 port_of(host, 2).state = PortState::down;
                 netdev_of(host, 2).carrier = false;
               },
               "\n      speed_mbps: 400000\n", "Left out, for they fail port-down: b mlx5_2"},
        Broken{"fec_off",
               [](Snapshot& host) { netdev_of(host, 2).fec.known()->active = FecMode::none; },
               "\n    fec: [rs]\n", "Left out, for they fail fec-off: b mlx5_2"},
        Broken{"no_pfc", [](Snapshot& host) { netdev_of(host, 2).dcb.pfc.known()->enabled = {}; },
               nullptr, "[3] on 11 ports, [] on 1: b mlx5_2"},
        Broken{"small_mtu", [](Snapshot& host) { netdev_of(host, 2).mtu_bytes = 4200; }, nullptr,
               "9000 on 11 ports, 4200 on 1: b mlx5_2 netdev_bytes: 9000"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(LearnNothing, WithoutARocePortThereIsNothingToLearn) {
  const std::vector<NamedHost> hosts{named("a", with_nics(0))};
  const auto text = learn_policy(hosts, learning_rules());
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().text, HasSubstr("nothing to learn from"));
}

TEST(LearnNothing, OfProbesThatWereCutShort) {
  auto host = named("a", healthy());
  host.snapshot.probe.interrupted = true;
  const auto text = learn_policy(std::vector{host}, learning_rules());
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().text, HasSubstr("on 0 hosts. Left out, for a signal cut"));
}

TEST(LearnVerdicts, NameTwentyHostsAndCountTheRest) {
  std::vector<NamedHost> hosts;
  for (int i = 0; i < 22; ++i) {
    hosts.push_back(named("gpu" + std::to_string(100 + i), with_nics(1)));
    netdev_of(hosts.back().snapshot, 0).dcb.pfc.known()->enabled.clear();
  }
  const auto verdicts = verdicts_by(
      "policy: site\nroles: {all: {roce: [{priority: 3, dscp: 26}], pfc: {mode: required}}}\n",
      hosts, learning_rules());
  ASSERT_TRUE(verdicts) << to_string(verdicts.error());
  EXPECT_THAT(*verdicts,
              HasSubstr("# Not ready by this policy, 22 of 22 hosts:\n# gpu100: pfc-off"));
  EXPECT_THAT(*verdicts, HasSubstr("# and 2 more\n"));
}

TEST(LearnVerdicts, SayWhatKeepsAPolicyFromLoading) {
  for (const auto* yaml : {"policy: [", "policy: site\n"}) {
    const auto verdicts = verdicts_by(yaml, {}, learning_rules());
    ASSERT_FALSE(verdicts) << yaml;
    EXPECT_THAT(verdicts.error().text, testing::Not(IsEmpty()));
  }
}

// Nothing that a host calls itself or its parts becomes a word of the policy.
TEST(LearnHostile, NamesStayInQuotesAndComments) {
  const std::string evil = "x\nroles: {evil: {}}\n' \" \\ # \x1b[2J\xE2\x80\xA8* ?";
  auto host = mlx5_in_tree();
  host.host.kernel_release = evil;
  host.host.system.cpu_governors = std::vector{evil};
  for (auto& device : *host.host.devices.known()) {
    device.name += evil;
    device.firmware_version = evil;
    device.board_id = evil;
  }
  auto other = mlx5_in_tree();
  netdev_of(other, 0).mtu_bytes = 4200;
  device_of(other, 0).driver = evil;
  const std::vector<NamedHost> hosts{named(evil, std::move(host)), named("b", std::move(other))};
  const auto yaml = learn(hosts);
  const auto policy = policy_from(yaml);
  ASSERT_EQ(policy.roles.size(), 1U) << yaml;
  EXPECT_EQ(policy.roles[0].name, "mlx5_core-400g");
  EXPECT_EQ(yaml.find('\x1b'), std::string::npos);
  EXPECT_THAT(yaml, HasSubstr("In no role"));
}

}  // namespace
}  // namespace rocelint
