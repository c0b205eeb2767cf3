// SPDX-License-Identifier: Apache-2.0
#include "engine/learn.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "engine/learn_verdicts.h"
#include "engine/policy_fit.h"
#include "policy/lint.h"
#include "policy/policy.h"
#include "tests/engine/engine_support.h"
#include "tests/support/healthy_hosts.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace testing_support;

const RuleSet& rules() {
  static const RuleSet kRules = shipped_rule_set();
  return kRules;
}

NamedHost named(std::string name, Snapshot host) {
  host.host.hostname = name;
  return {.name = std::move(name), .snapshot = std::move(host)};
}

/// Comments of several lines as one.
std::string joined(std::string text) {
  for (auto at = text.find("\n"); at != std::string::npos; at = text.find("\n", at + 1)) {
    const auto word = text.find_first_not_of(" #", at + 1);
    const auto hash = text.find('#', at + 1);
    if (hash != std::string::npos && word != std::string::npos && hash < word) {
      text.replace(at, word - at, " ");
    }
  }
  return text;
}

/// What was learned, with what it makes of the hosts.
std::string learn(const std::vector<NamedHost>& hosts) {
  const auto text = learn_policy(hosts, rules());
  EXPECT_TRUE(text) << (text ? "" : to_string(text.error()));
  const auto verdicts = text ? verdicts_by(*text, hosts, rules()) : std::string();
  EXPECT_TRUE(verdicts) << (verdicts ? "" : to_string(verdicts.error())) << *text;
  return text && verdicts ? *text + *verdicts : "";
}

Report judge_by(const std::string& yaml, const NamedHost& host) {
  return judge_with(host.snapshot, policy_from(yaml), rules());
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
  const auto before = judge_with(hosts_.front().snapshot, profile("baseline"), rules());
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

struct Sentence {
  const char* name;
  std::function<std::vector<NamedHost>()> hosts;
  std::vector<std::string> has;
  std::vector<std::string> has_not = {};
};
void PrintTo(const Sentence& row, std::ostream* out) {
  *out << row.name;
}

class Learn : public testing::TestWithParam<Sentence> {};

TEST_P(Learn, Says) {
  const auto yaml = joined(learn(GetParam().hosts()));
  for (const auto& text : GetParam().has) {
    EXPECT_THAT(yaml, HasSubstr(text));
  }
  for (const auto& text : GetParam().has_not) {
    EXPECT_THAT(yaml, Not(HasSubstr(text)));
  }
}

std::vector<NamedHost> one(Snapshot host, const std::function<void(Snapshot&)>& change) {
  change(host);
  return {named("a", std::move(host))};
}

const std::vector<Sentence> kSentences{
    {"a_profile_that_fits",
     [] { return one(healthy(), [](Snapshot&) {}); },
     {"policy: learned", "mlx5_core-400g:", "dev.max_speed_mbps == 400000",
      "extends: lossless-dscp26`"}},
    {"any_of_many_dscps",
     [] { return one(mlx5_in_tree(), [](Snapshot&) {}); },
     {"roce: [{priority: 3}]", "DSCP 24-31 lead to it",
      "it wants a dscp in each class of roce trust: dscp"}},
    {"the_dscp_that_the_driver_forces",
     [] {
       return one(mlx5_ofed(), [](Snapshot& host) {
         auto& app = netdev_of(host, 0).dcb.app.known()->emplace_back();
         app = dscp_entry(27, 3);
       });
     },
     {"{priority: 3, dscp: 26"}},
    {"no_lossless_priority",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.pfc.known()->enabled = {};
         }
       });
     },
     {"lossless, no fact says mode: forbidden", "PFC is on for no priority"},
     {"roce:"}},
    {"cnps_on_a_lossless_priority",
     [] {
       return one(bnxt(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.app = std::vector{dscp_entry(26, 3), dscp_entry(48, 3)};
         }
       });
     },
     {"where CNPs would be paused priority: 3"}},
    {"hosts_with_other_numbers_of_ports",
     [] { return std::vector{named("a", healthy()), named("b", with_nics(2))}; },
     {"2 on 1 host, 4 on 1: a ports: 2"}},
    {"a_value_that_one_port_does_not_tell",
     [] {
       return one(healthy(),
                  [](Snapshot& host) { netdev_of(host, 2).dcb.pfc = unsupported("PFC"); });
     },
     {"[3] on 3 ports; not told on 1 port (unsupported): a mlx5_2 mode: required"}},
    {"cnps_that_are_not_told",
     [] { return one(healthy(), [](Snapshot&) {}); },
     {"taken for that of CNPs\n      priority: 6"}},
    {"a_strict_class_that_may_be_anybodys",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.app = std::vector{dscp_entry(26, 3)};
         }
       });
     },
     {"Not ready by this policy, 1 of 1 host: a: ets-starved"},
     {"taken for"}},
    {"a_bond_that_rdma_cant_use",
     [] {
       return one(bond(), [](Snapshot& host) {
         host.host.netdevs.known()->back().bond.emplace().mode = BondMode::balance_rr;
       });
     },
     {"RDMA can't use a bond of mode balance_rr"},
     {"\n    bonding:"}},
    {"two_roles",
     [] {
       auto host = healthy();
       for (std::size_t i = 2; i < 4; ++i) {
         device_of(host, i).max_speed_mbps = 100000;
       }
       return std::vector{named("a", std::move(host))};
     },
     {"mlx5_core-400g:", "mlx5_core-100g:", "ports: 2"}},
    {"a_speed_that_is_not_told",
     [] {
       return one(healthy(), [](Snapshot& host) {
         device_of(host, 1).max_speed_mbps = unsupported("link modes");
       });
     },
     {"mlx5_core-ports:", "ports: 'dev.driver == \"mlx5_core\"'"}},
    {"boards_apart",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (std::size_t i = 2; i < 4; ++i) {
           device_of(host, i).board_id = std::string("MT_0000000999");
           device_of(host, i).firmware_version = std::string("28.99.1000");
         }
       });
     },
     {"groups:", "- where: \"dev.board_id == \\\"MT_0000000999\\\"\"",
      "allowed: [\"MT_0000000999 28.99.1000\"]"}},
    {"a_number_that_a_policy_does_not_take",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.mtu_bytes = 65536;
         }
       });
     },
     {"a policy does not take this number: 65536 netdev_bytes: 65536"}},
    {"a_board_with_such_a_number",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (std::size_t i = 2; i < 4; ++i) {
           device_of(host, i).board_id = std::string("MT_0000000999");
           netdev_of(host, i).mtu_bytes = 65536;
         }
       });
     },
     {"65536 on 2 ports, 9000 on 2: a mlx5_0,1 netdev_bytes: 65536"}},
};

INSTANTIATE_TEST_SUITE_P(Rows, Learn, testing::ValuesIn(kSentences),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(LearnNothing, WithoutARocePortThereIsNothingToLearn) {
  const std::vector<NamedHost> hosts{named("a", with_nics(0))};
  const auto text = learn_policy(hosts, rules());
  ASSERT_FALSE(text);
  EXPECT_THAT(text.error().text, HasSubstr("nothing to learn from"));
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
