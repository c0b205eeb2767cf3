// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;

std::string site_rule(const std::string& expected) {
  return R"(rules:
- id: site-mtu-odd
  title: The MTU of the site is 9000
  expects: The MTU of the site is 9000
  scope: port
  severity: warning
  assert: netdev.mtu_bytes == 9000
  message: "MTU is {netdev.mtu_bytes}"
  impact: The storage of this site needs it.
  tests:
    - )" +
         expected + ": {netdev: {mtu_bytes: 9000}}\n" + R"(    - fail: {netdev: {mtu_bytes: 1500}}
    - unknown: {netdev: {mtu_bytes: {unknown: permission}}}
)";
}

TEST(Rules, ListsEveryRuleWithSeverityScopeAndWhatItExpects) {
  const auto run = run_rocelint({"rules"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, testing::ContainsRegex("pfc-off +blocker +port +PFC is on"));
  for (const auto& line : test::lines_of(run.out)) {
    EXPECT_LE(line.size(), 80) << line;
  }
}

TEST(Rules, ListsThemAsJson) {
  const auto json = nlohmann::json::parse(run_rocelint({"rules", "--format", "json"}).out);
  ASSERT_GT(json.size(), 5);
  for (const auto& rule : json) {
    EXPECT_EQ(rule.size(), 10);
    EXPECT_THAT(rule["title"].get<std::string>(), testing::Not(IsEmpty()));
    EXPECT_THAT(rule["expects"].get<std::string>(), testing::Not(IsEmpty()));
  }
}

TEST(Rules, TakesRulesOfTheSite) {
  const TemporaryDirectory directory;
  [[maybe_unused]] const auto file = directory.write("site.yaml", site_rule("pass"));
  const auto run = run_rocelint({"rules", "--rules", directory.path().string()});
  EXPECT_THAT(run.out, HasSubstr("site-mtu-odd"));
}

TEST(RulesTest, TheShippedRulesPassTheirOwnTests) {
  const auto run = run_rocelint({"rules", "test"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, testing::MatchesRegex("[0-9]+ tests of [0-9]+ rules pass\n"));
}

TEST(RulesTest, ATestThatFailsIsExitTwoAtItsLine) {
  const TemporaryDirectory directory;
  [[maybe_unused]] const auto good = directory.write("site.yaml", site_rule("pass"));
  EXPECT_EQ(run_rocelint({"rules", "test", directory.path().string()}).exit_code, 0);
  [[maybe_unused]] const auto bad = directory.write("site.yaml", site_rule("fail"));
  const auto run = run_rocelint({"rules", "test", directory.path().string()});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("site.yaml:11"));
  EXPECT_THAT(run.out, IsEmpty());
}

}  // namespace
}  // namespace rocelint
