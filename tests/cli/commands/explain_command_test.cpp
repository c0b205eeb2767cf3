// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/golden.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using testing::HasSubstr;

TEST(Explain, ShowsARuleInFull) {
  const auto run = run_rocelint({"explain", "pfc-off"});
  EXPECT_EQ(run.exit_code, 0);
  for (const auto* part :
       {"pfc-off", "blocker", "assert", "expects", "message", "impact", "fix", "verify"}) {
    EXPECT_THAT(run.out, HasSubstr(part));
  }
}

TEST(Explain, RulesFitEightyColumns) {
  const auto rules = nlohmann::json::parse(run_rocelint({"rules", "--format", "json"}).out);
  constexpr std::size_t kStep = 8;  // each run loads all rules
  for (std::size_t i = 0; i < rules.size(); i += kStep) {
    const auto& rule = rules[i];
    const auto run = run_rocelint({"explain", rule["id"].get<std::string>()});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_TRUE(test::is_tame(run.out)) << rule["id"];
    for (const auto& line : test::lines_of(run.out)) {
      EXPECT_LE(line.size(), 80) << line;
    }
  }
}

TEST(Explain, PrintsARuleAsJson) {
  const auto run = run_rocelint({"explain", "pfc-off", "--format", "json"});
  EXPECT_EQ(run.exit_code, 0);
  const auto rule = nlohmann::json::parse(run.out);
  EXPECT_EQ(rule["id"], "pfc-off");
  for (const auto* key : {"title", "expects", "assert", "message", "impact", "verify"}) {
    EXPECT_FALSE(rule[key].get<std::string>().empty()) << key;
  }
  EXPECT_GT(rule["fixes"].size(), 1);
  EXPECT_FALSE(rule["fixes"][0]["run"].get<std::string>().empty());
  EXPECT_FALSE(rule.contains("why"));
}

TEST(Explain, ListsTheRulesThatMatch) {
  for (const auto* word : {"pfc", "pfc-*"}) {
    const auto run = run_rocelint({"explain", word});
    EXPECT_EQ(run.exit_code, 0) << word;
    EXPECT_THAT(run.out, testing::ContainsRegex("pfc-off +blocker +port ")) << word;
    const auto json =
        nlohmann::json::parse(run_rocelint({"explain", word, "--format", "json"}).out);
    EXPECT_GT(json.size(), 2);
    for (const auto& rule : json) {
      EXPECT_THAT(rule["id"].get<std::string>(), HasSubstr("pfc"));
    }
  }
  EXPECT_EQ(run_rocelint({"explain", "zzz-*"}).exit_code, 2);
}

TEST(Explain, SuggestsTheNearestRule) {
  const auto run = run_rocelint({"explain", "pfc-oof"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("did you mean pfc-off?"));
  EXPECT_THAT(run_rocelint({"explain", "\x1b[2J"}).err, HasSubstr("\\x1b[2J"));
}

}  // namespace
}  // namespace rocelint
