// SPDX-License-Identifier: Apache-2.0
#include "advise/learn.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "advise/policy_fit.h"
#include "policy/policy.h"
#include "policy/policy_lint.h"
#include "rules/rule.h"
#include "tests/judge/engine_support.h"
#include "tests/support/healthy_hosts.h"
#include "tests/support/host_parts.h"

namespace rocelint {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace testing_support;

const RuleSet& shipped() {
  static const RuleSet kRules = shipped_rule_set();
  return kRules;
}

NamedHost named(std::string name, Snapshot host) {
  host.host.hostname = name;
  return {.name = std::move(name), .snapshot = std::move(host)};
}

LearnedPolicy learn(const std::vector<NamedHost>& hosts) {
  auto learned = learn_policy(hosts, shipped());
  EXPECT_TRUE(learned) << (learned ? "" : to_string(learned.error()));
  return learned ? *std::move(learned) : LearnedPolicy{};
}

Report judge_by(const std::string& yaml, const NamedHost& host) {
  return judge_with(host.snapshot, policy_from(yaml), shipped());
}

class LearnFromHealthy : public testing::TestWithParam<HealthyKind> {
 protected:
  std::vector<NamedHost> hosts_{named("a", GetParam().host()), named("b", GetParam().host())};
};

TEST_P(LearnFromHealthy, FailsNothingOfWhatItWasLearnedFrom) {
  const auto yaml = learn(hosts_).yaml;
  const auto report = judge_by(yaml, hosts_.front());
  EXPECT_THAT(ids(report, Outcome::fail), IsEmpty()) << yaml;
  // What a driver does not tell stays as open as it was.
  const auto before = judge_with(hosts_.front().snapshot, profile("baseline"), shipped());
  EXPECT_GE(report.verdict, std::min(before.verdict, Verdict::ready_with_warnings)) << yaml;
}

TEST_P(LearnFromHealthy, HasNothingToLint) {
  const auto yaml = learn(hosts_).yaml;
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
  EXPECT_EQ(learn(hosts).yaml, forward.yaml);
}

INSTANTIATE_TEST_SUITE_P(Kinds, LearnFromHealthy, testing::ValuesIn(kHealthyKinds),
                         [](const auto& row) { return std::string(row.param.name); });

/// One port of three hosts is broken.
struct Broken {
  const char* name;
  void (*breaks)(Snapshot& host);
  const char* learned;  ///< what most have all the same
  const char* said;     ///< of the broken one; null: nothing
};
void PrintTo(const Broken& row, std::ostream* out) {
  *out << row.name;
}

class LearnWithOneBroken : public testing::TestWithParam<Broken> {};

TEST_P(LearnWithOneBroken, TheBrokenOneIsNotReadyAndTheOthersAre) {
  std::vector<NamedHost> hosts{named("a", healthy()), named("b", healthy()), named("c", healthy())};
  GetParam().breaks(hosts[1].snapshot);
  const auto [yaml, warnings] = learn(hosts);
  EXPECT_LE(judge_by(yaml, hosts[1]).verdict, Verdict::undetermined) << yaml;
  EXPECT_EQ(judge_by(yaml, hosts[0]).verdict, Verdict::ready) << yaml;
  EXPECT_EQ(judge_by(yaml, hosts[2]).verdict, Verdict::ready) << yaml;
  EXPECT_THAT(yaml, HasSubstr(GetParam().learned));
  if (GetParam().said != nullptr) {
    EXPECT_THAT(warnings, Contains(HasSubstr(GetParam().said)));
    EXPECT_THAT(yaml, HasSubstr("# " + std::string(GetParam().said)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, LearnWithOneBroken,
    testing::Values(
        Broken{"port_down",
               [](Snapshot& host) {
                 port_of(host, 2).state = PortState::down;
                 netdev_of(host, 2).carrier = false;
               },
               "\n      speed_mbps: 400000\n", nullptr},
        Broken{"no_pfc", [](Snapshot& host) { netdev_of(host, 2).dcb.pfc.known()->enabled = {}; },
               "\n      mode: required\n",
               "priorities with PFC: [3] on 11 of 12 ports, but none on b mlx5_2"},
        Broken{"trusts_pcp",
               [](Snapshot& host) {
                 std::erase_if(*netdev_of(host, 2).dcb.app.known(), [](const AppEntry& row) {
                   return row.selector == AppSelector::dscp;
                 });
               },
               "\n    trust: dscp\n", "dscp on 11 of 12 ports, but pcp on b mlx5_2"},
        Broken{"small_mtu", [](Snapshot& host) { netdev_of(host, 2).mtu_bytes = 4200; },
               "\n      netdev_bytes: 9000\n", "9000 on 11 of 12 ports, but 4200 on b mlx5_2"}),
    [](const auto& row) { return std::string(row.param.name); });

struct Sentence {
  const char* name;
  std::function<void(Snapshot&)> change;
  const char* warning;
  const char* yaml;
};
void PrintTo(const Sentence& row, std::ostream* out) {
  *out << row.name;
}

template <class Change>
std::function<void(Snapshot&)> on_each(Change change) {
  return [change](Snapshot& host) {
    for (auto& netdev : *host.host.netdevs.known()) {
      change(netdev);
    }
  };
}

class Learn : public testing::TestWithParam<Sentence> {};

TEST_P(Learn, Says) {
  auto host = healthy();
  GetParam().change(host);
  const auto [yaml, warnings] = learn({named("a", std::move(host))});
  EXPECT_THAT(warnings, Contains(HasSubstr(GetParam().warning)));
  EXPECT_THAT(yaml, HasSubstr(GetParam().yaml));
}

void lead_eight_dscps(Netdev& netdev) {
  auto& app = *netdev.dcb.app.known();
  std::erase_if(app, [](const AppEntry& row) { return row.selector == AppSelector::dscp; });
  for (int dscp = 24; dscp < 32; ++dscp) {
    app.push_back(dscp_entry(dscp, 3));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Learn,
    testing::Values(
        Sentence{"pfc_off_everywhere",
                 on_each([](Netdev& netdev) { netdev.dcb.pfc.known()->enabled = {}; }),
                 "roce and pfc.mode: PFC is off, decide whether the fabric is lossless",
                 "# Not set: roce and pfc.mode: PFC is off"},
        Sentence{"pfc_unread", on_each([](Netdev& netdev) { netdev.dcb.pfc = unsupported("x"); }),
                 "roce and pfc.mode: not read (unsupported) on any port",
                 "# Not set: roce and pfc.mode: not read (unsupported) on any port"},
        Sentence{"many_dscps", on_each(lead_eight_dscps),
                 "roce: DSCP 26 is assumed: 24-31 lead to priority 3",
                 "roce: [{priority: 3, dscp: 26}]"},
        Sentence{"odd_speed", on_each([](Netdev& netdev) { netdev.link.known()->speed_mbps = 10; }),
                 "expect.speed_mbps: a policy does not accept 10", "# Not set: expect.speed_mbps"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(LearnCongestion, AsksTheRules) {
  auto host = mlx5_ofed();
  EXPECT_THAT(learn({named("a", host)}).yaml, HasSubstr("mode: dcqcn"));
  for (auto& netdev : *host.host.netdevs.known()) {
    netdev.cc.reaction_point = std::vector<std::int64_t>{};
  }
  EXPECT_THAT(learn({named("a", host)}).yaml, HasSubstr("mode: disabled"));
}

TEST(LearnPorts, HostsOfAnotherKindDoNotCount) {
  const auto [yaml, warnings] =
      learn({named("a", healthy()), named("b", irdma()), named("c", irdma()), named("d", irdma())});
  EXPECT_THAT(yaml, HasSubstr("ice-100g:"));
  EXPECT_THAT(yaml, HasSubstr("mlx5_core-400g:"));
  EXPECT_THAT(warnings, Contains("role mlx5_core-400g: expect.ports: no such port on b, c, d"));
}

TEST(LearnNothing, WithoutARocePortThereIsNothingToLearn) {
  const auto learned = learn_policy(std::vector{named("a", with_nics(0))}, shipped());
  ASSERT_FALSE(learned);
  EXPECT_THAT(learned.error().text, HasSubstr("no RoCE port with a known driver"));
}

TEST(LearnNothing, OfProbesThatWereCutShort) {
  auto host = named("a", healthy());
  host.snapshot.probe.interrupted = true;
  EXPECT_FALSE(learn_policy(std::vector{host}, shipped()));
  EXPECT_THAT(learn({named("b", healthy()), host}).warnings,
              Contains("left out: the probe of a was interrupted"));
}

// Nothing that a host calls itself or its parts becomes a word of the policy.
TEST(LearnHostile, NamesStayInQuotesAndComments) {
  const std::string evil = "x\nroles: {evil: {}}\n' \" \\ # \x1b[2J\xE2\x80\xA8* ?";
  auto host = mlx5_in_tree();
  for (auto& device : *host.host.devices.known()) {
    device.name += evil;
  }
  auto other = mlx5_in_tree();
  netdev_of(other, 0).mtu_bytes = 4200;
  device_of(other, 0).driver = evil;
  const auto [yaml, warnings] = learn({named(evil, std::move(host)), named("b", std::move(other))});
  const auto policy = policy_from(yaml);
  ASSERT_EQ(policy.roles.size(), 1U) << yaml;
  EXPECT_EQ(policy.roles[0].name, "mlx5_core-400g");
  EXPECT_EQ(yaml.find('\x1b'), std::string::npos);
  EXPECT_THAT(warnings, Contains("in no role, the driver is not known: b mlx5_0"));
}

}  // namespace
}  // namespace rocelint
