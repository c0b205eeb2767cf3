// SPDX-License-Identifier: Apache-2.0
#include "advise/fact_coverage.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "facts/only_deep.h"
#include "tests/judge/engine_support.h"
#include "tests/support/healthy_hosts.h"

namespace rocelint {
namespace {

using testing_support::netdev_of;
using testing_support::profile;
using testing_support::rules_from;
using testing_support::set_model;
using testing_support::shipped_rule_set;
using testing_support::take_dcb_away;
using testing_support::unsupported;
using testing_support::with_nics;

/// A rule with this `when` and `assert`, and how far it sees on a host.
struct Row {
  const char* name;
  const char* conditions;
  Sight sight;
  const char* missing = "";  ///< the fact that it does not get
  Snapshot (*host)() = [] { return with_nics(1); };
  const char* profile = "lossless-dscp26";
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

std::vector<RuleSight> look(const Row& row) {
  static const auto* const kHead =
      "rules:\n- id: area-one\n  title: t\n  expects: e\n  scope: port\n  severity: error\n  "
      "message: m\n"
      "  impact: w\n";
  const auto rules = rules_from(kHead + std::string(row.conditions));
  const auto policy = profile(row.profile);
  auto rule_coverage = rule_coverage_of(row.host(), policy, rules, {});
  for (auto& sight : rule_coverage) {
    sight.rule = nullptr;  // its rules end here
  }
  return rule_coverage;
}

class CoverageTest : public testing::TestWithParam<Row> {};

TEST_P(CoverageTest, SaysHowFarARuleSees) {
  const auto& row = GetParam();
  const auto rule_coverage = look(row);
  ASSERT_EQ(rule_coverage.size(), 1U);
  EXPECT_EQ(rule_coverage[0].sight, row.sight);
  EXPECT_EQ(rule_coverage[0].driver.empty(), false);
  const std::string missing =
      rule_coverage[0].spots.empty() ? "" : rule_coverage[0].spots[0].fact.fact;
  EXPECT_EQ(missing, row.missing);
}

Snapshot without_pfc(Reason reason) {
  auto host = with_nics(1);
  netdev_of(host, 0).dcb.pfc = Unknown{.reason = reason, .detail = "PFC", .sys_errno = 0};
  return host;
}

constexpr auto kPfc = R"(host.netdevs["ens1np0"].dcb.pfc)";
constexpr auto kEnabled = R"(host.netdevs["ens1np0"].dcb.pfc.enabled)";

INSTANTIATE_TEST_SUITE_P(
    Rows, CoverageTest,
    testing::Values(
        Row{"passes", "  assert: size(netdev.dcb.pfc.enabled) == 1\n", Sight::decided},
        Row{"fails", "  assert: size(netdev.dcb.pfc.enabled) == 0\n", Sight::decided},
        Row{"unsupported", "  assert: size(netdev.dcb.pfc.enabled) == 1\n", Sight::blind, kEnabled,
            [] { return without_pfc(Reason::unsupported); }},
        Row{"not_authoritative", "  assert: size(netdev.dcb.pfc.enabled) == 1\n", Sight::blind,
            kEnabled, [] { return without_pfc(Reason::not_authoritative); }},
        Row{"refused", "  assert: size(netdev.dcb.pfc.enabled) == 1\n", Sight::unread, kEnabled,
            [] { return without_pfc(Reason::permission); }},
        Row{"asks_only_where_it_is_told",
            "  when: has(netdev.dcb.pfc)\n  assert: netdev.mtu_bytes > 0\n", Sight::blind, kPfc,
            [] { return without_pfc(Reason::unsupported); }},
        Row{"does_not_apply", "  when: netdev.mtu_bytes > 65000\n  assert: netdev.mtu_bytes > 0\n",
            Sight::idle},
        Row{"the_policy_leaves_it_open", "  assert: netdev.mtu_bytes >= policy.mtu.netdev_bytes\n",
            Sight::left_open},
        Row{"in_no_bond", "  when: has(lag.mode)\n  assert: lag.bond != \"\"\n", Sight::idle},
        Row{"no_window", "  assert: growth.lowers.all(w, w.carrier_downs == 0)\n", Sight::not_run},
        Row{"no_window_and_blind",
            "  when: has(netdev.dcb.pfc)\n"
            "  assert: growth.lowers.all(w, w.carrier_downs == 0)\n",
            Sight::blind, kPfc, [] { return without_pfc(Reason::unsupported); }},
        Row{"no_job", "  context: job\n  assert: job.nccl.used\n", Sight::not_run},
        Row{"only_a_deep_probe", "  assert: size(netdev.cc.parameters) > 0\n", Sight::not_run, "",
            [] {
              auto host = with_nics(1);
              netdev_of(host, 0).cc.parameters = only_deep();
              return host;
            }}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Coverage, DecidedOnOnePortIsDecidedAndTheOtherIsStillNamed) {
  auto host = with_nics(2);
  netdev_of(host, 1).dcb.pfc = unsupported("PFC");
  const auto policy = profile("lossless-dscp26");
  const auto rules = shipped_rule_set();
  const auto rule_coverage = rule_coverage_of(host, policy, rules, {});
  const auto found = std::ranges::find_if(
      rule_coverage, [](const RuleSight& sight) { return sight.rule->id == "pfc-off"; });
  ASSERT_NE(found, rule_coverage.end());
  EXPECT_EQ(found->sight, Sight::decided);
  ASSERT_EQ(found->spots.size(), 1U);
  EXPECT_EQ(found->spots[0].subject.device, "mlx5_1");
}

TEST(Coverage, DriversAreToldApart) {
  auto host = with_nics(2);
  set_model(host, 1, "ionic", "ionic_0", 400000);
  take_dcb_away(netdev_of(host, 1));
  const auto policy = profile("lossless-dscp26");
  const auto rules = shipped_rule_set();
  for (const auto& sight : rule_coverage_of(host, policy, rules, {})) {
    if (sight.rule->id == "pfc-off") {
      EXPECT_EQ(sight.sight, sight.driver == "ionic" ? Sight::blind : Sight::decided);
    }
  }
}

}  // namespace
}  // namespace rocelint
