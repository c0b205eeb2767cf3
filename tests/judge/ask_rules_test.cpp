// SPDX-License-Identifier: Apache-2.0
#include "judge/ask_rules.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing_support::healthy;
using testing_support::ids;
using testing_support::judge_with;
using testing_support::profile;

constexpr auto kDeepRule = R"(
tests_policy: baseline
rules:
- id: optics-alarm
  title: The module is within its limits
  expects: The module is within its limits
  scope: port
  severity: error
  assert: lowers.all(w, w.mtu_bytes > 0 && size(w.module.alarms) == 0)
  impact: For this test.
  tests: []
)";

TEST(AskRules, DoesNotRunWhatOnlyADeepProbeReads) {
  const auto report =
      judge_with(healthy(), profile("baseline"), testing_support::rules_from(kDeepRule));
  EXPECT_EQ(report.verdict, Verdict::ready);
  EXPECT_TRUE(report.findings.empty());
  ASSERT_EQ(report.not_run.size(), 1U);
  EXPECT_EQ(report.not_run[0].rules, 1);
  EXPECT_EQ(report.not_run[0].would_run, "--deep");
  EXPECT_EQ(report.counts.unknown, 0);
}

TEST(AskRules, RunsItWhereOnePortWasReadOrAnotherFactIsUnknown) {
  auto host = healthy();
  Module module;
  module.alarms = std::vector<std::string>{};
  host.host.netdevs.known()->front().module = module;
  auto report = judge_with(host, profile("baseline"), testing_support::rules_from(kDeepRule));
  EXPECT_TRUE(report.not_run.empty());
  EXPECT_EQ(ids(report, Outcome::unknown).size(), 3U);

  host = healthy();
  for (auto& netdev : *host.host.netdevs.known()) {
    netdev.mtu_bytes = Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 0};
  }
  report = judge_with(host, profile("baseline"), testing_support::rules_from(kDeepRule));
  EXPECT_TRUE(report.not_run.empty());
  EXPECT_EQ(ids(report, Outcome::unknown).size(), 4U);
}

constexpr auto kGrowthRule = R"(
tests_policy: baseline
rules:
- id: transport-lost
  title: Nothing is lost
  expects: Nothing is lost
  scope: port
  severity: error
  assert: growth.transport.out_of_sequence == 0
  impact: For this test.
  tests: []
)";

TEST(AskRules, RunsRulesOnGrowthOnlyOverAWindow) {
  const auto rules = testing_support::rules_from(kGrowthRule);
  const auto report = judge_with(healthy(), profile("baseline"), rules);
  EXPECT_TRUE(report.findings.empty());
  ASSERT_EQ(report.not_run.size(), 1U);
  EXPECT_EQ(report.not_run[0].reason, NotRunReason::needs_window);

  auto since = healthy();
  since.taken_at = "2027-03-02T03:11:44Z";
  const auto window = judge(healthy(), profile("baseline"), rules, {.since = &since}).report;
  ASSERT_TRUE(window);
  EXPECT_TRUE(window->not_run.empty());
  EXPECT_FALSE(window->findings.empty());
}

}  // namespace
}  // namespace rocelint
