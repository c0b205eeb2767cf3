// SPDX-License-Identifier: Apache-2.0
#include "judge/group_reach.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"

#include "judge/engine.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;
using testing_support::finding;
using testing_support::healthy;
using testing_support::policy_from;
using testing_support::rules_from;

constexpr std::string_view kRules = R"(
tests_policy: baseline
rules:
- id: host-gdr
  title: Asks the host by a parameter of ports
  expects: Asks the host by a parameter of ports
  scope: host
  severity: error
  when: policy.gdr.required
  assert: host.hostname == "another"
  impact: For this test.
  tests: []
- id: host-roce
  title: Asks the host by a list that is derived
  expects: Asks the host by a list that is derived
  scope: host
  severity: error
  assert: policy.roce_priorities.all(p, p < 8)
  impact: For this test.
  tests: []
- id: port-mtu
  title: Asks ports alone
  expects: Asks ports alone
  scope: port
  severity: error
  assert: policy.mtu.active_bytes > 0
  impact: For this test.
  tests: []
)";

/// Line 5 is the group; by kOnePort its parameters begin in column 47.
Policy policy_with(const std::string& role, const std::string& where, const std::string& sets,
                   const std::string& more = "") {
  return policy_from("policy: site\nroles:\n  a: {" + role + "}\ngroups:\n- {where: '" + where +
                     "', roles: {a: {" + sets + "}}}\n" + more);
}

std::vector<std::string> texts(const Diagnostics& diagnostics) {
  std::vector<std::string> lines;
  for (const auto& diagnostic : diagnostics) {
    lines.push_back(to_string(diagnostic));
  }
  return lines;
}

const std::string kOnePort = R"(dev.name == "mlx5_3")";
const std::string kAllPorts = R"(dev.driver == "mlx5_core")";
const std::string kNoPort = R"(dev.driver == "bnxt_en")";

std::string warning(const std::string& place_and_parameter, const std::string& rule) {
  return "site:5:" + place_and_parameter + ", set by port, is asked by rules of the host too (" +
         rule +
         "): on a host where this group does not hold for every port of role a, they judge by the "
         "policy's own value; ask by `host`, or make a role of these ports";
}

struct LintRow {
  std::string name;
  Policy policy;
  std::vector<std::string> said;
};

TEST(GroupReach, LintSaysWhatRulesOfTheHostAskToo) {
  for (const auto& row : {
           LintRow{"ByPort",
                   policy_with("", kOnePort, "gdr: {required: false}"),
                   {warning("63: gdr.required", "host-gdr")}},
           LintRow{"TakenBackWhole",
                   policy_with("gdr: {required: true}", kOnePort, "gdr: null"),
                   {warning("47: gdr.required", "host-gdr")}},
           LintRow{"Derived",
                   policy_with("", kOnePort, "roce: [{priority: 3}]"),
                   {warning("53: roce", "host-roce")}},
           LintRow{
               "ByHost", policy_with("", "host.hostname == \"x\"", "gdr: {required: false}"), {}},
           LintRow{"AskedOfPortsAlone", policy_with("", kOnePort, "mtu: {active_bytes: 4096}"), {}},
           LintRow{
               "NoRuleLeft",
               policy_with("", kOnePort, "gdr: {required: false}", "rules: {host-gdr: disabled}\n"),
               {}},
       }) {
    EXPECT_EQ(texts(groups_not_covering_host(row.policy, rules_from(kRules))), row.said)
        << row.name;
  }
}

TEST(GroupReach, LintKnowsTheShippedRules) {
  const auto policy = policy_with("", kOnePort, "gdr: {required: false}, gid: {family: ipv4}");
  EXPECT_THAT(texts(groups_not_covering_host(policy, testing_support::shipped_rule_set())),
              ElementsAre(StartsWith("site:5:63: gdr.required, set by port, is asked by rules of "
                                     "the host too (gdr-bar-small"),
                          StartsWith("site:5:85: gid.family, set by port, is asked by rules of the "
                                     "host too (routing-neighbour-table-small")));
}

struct CheckRow {
  std::string name;
  Policy policy;
  Outcome outcome;
  std::vector<std::string> said;
};

// The host has four ports, mlx5_0 to mlx5_3.
TEST(GroupReach, RulesOfTheHostFollowAGroupThatHoldsForAllPorts) {
  const std::string wants = "gdr: {required: true}";
  const std::string wants_not = "gdr: {required: false}";
  const std::string in_part =
      "site:5:63: gdr.required: this group holds for some ports of role a here and not for all, so "
      "rules of the host (host-gdr) judge by the policy's own value";
  for (const auto& row : {
           CheckRow{"AllTakeItBack",
                    policy_with(wants, kAllPorts, wants_not),
                    Outcome::not_applicable,
                    {}},
           CheckRow{"AllWantIt", policy_with("", kAllPorts, wants), Outcome::fail, {}},
           CheckRow{
               "OneTakesItBack", policy_with(wants, kOnePort, wants_not), Outcome::fail, {in_part}},
           CheckRow{
               "OneWantsIt", policy_with("", kOnePort, wants), Outcome::not_applicable, {in_part}},
           CheckRow{"NoneTakesItBack", policy_with(wants, kNoPort, wants_not), Outcome::fail, {}},
       }) {
    const auto judgement = judge(healthy(), row.policy, rules_from(kRules),
                                 {.fail_on = {}, .now = std::chrono::sys_seconds{}});
    ASSERT_TRUE(judgement.report.has_value()) << row.name;
    EXPECT_EQ(finding(*judgement.report, "host-gdr@a").outcome, row.outcome) << row.name;
    EXPECT_EQ(texts(judgement.warnings), row.said) << row.name;
  }
}

TEST(GroupReach, SaysNothingOfRulesThatWereNotRun) {
  const auto rules = rules_from(R"(
tests_policy: baseline
rules:
- id: job-gdr
  title: Asks about a job
  expects: Asks about a job
  scope: host
  context: job
  severity: error
  assert: policy.gdr.required
  impact: For this test.
  tests: []
)");
  const auto policy = policy_with("", kOnePort, "gdr: {required: false}");
  const auto judgement =
      judge(healthy(), policy, rules, {.fail_on = {}, .now = std::chrono::sys_seconds{}});
  EXPECT_THAT(texts(judgement.warnings), IsEmpty());
  EXPECT_EQ(groups_not_covering_host(policy, rules).size(), 1U);
}

}  // namespace
}  // namespace rocelint
