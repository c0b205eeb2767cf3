// SPDX-License-Identifier: Apache-2.0
#include "rocelint/judge.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::healthy;

TEST(Judge, TakesTheBaselineWhereNoPolicyIsNamed) {
  const auto judgement = judge(healthy(), {});
  ASSERT_TRUE(judgement.report.has_value());
  EXPECT_TRUE(judgement.report->policy.is_default);
  EXPECT_EQ(judgement.report->verdict, Verdict::ready);
  EXPECT_THAT(judgement.errors, IsEmpty());
}

TEST(Judge, TakesAProfileAndItsParameters) {
  JudgeOptions options;
  options.policy = "lossless-dscp26";
  options.set = {"expect.ports=5"};
  const auto judgement = judge(healthy(), options);
  ASSERT_TRUE(judgement.report.has_value());
  EXPECT_FALSE(judgement.report->policy.is_default);
  EXPECT_EQ(judgement.report->verdict, Verdict::not_ready);
  options.fail_on = {};
  EXPECT_EQ(judge(healthy(), options).report->exit_code, 0);
}

TEST(Judge, JudgesNothingByAWrongPolicyOrRule) {
  JudgeOptions options;
  options.policy = "no-such-profile";
  options.rule_directories = {"/no/such/directory"};
  const auto judgement = judge(healthy(), options);
  EXPECT_FALSE(judgement.report.has_value());
  EXPECT_EQ(judgement.errors.size(), 2U) << "both are complained of";
}

TEST(Judge, SaysWhichSettingsOfAPolicyAreOfNoRule) {
  const auto file = std::filesystem::path(testing::TempDir()) / "rocelint-judge.yaml";
  std::ofstream(file) << "policy: acme\nextends: lossless-dscp26\nrules:\n"
                         "  pfc-of: {severity: warning}\n  pfc-off: {severity: error}\n";
  JudgeOptions options;
  options.policy = file.string();
  const auto judgement = judge(healthy(), options);
  std::filesystem::remove(file);
  ASSERT_TRUE(judgement.report.has_value());
  ASSERT_EQ(judgement.warnings.size(), 1U);
  EXPECT_EQ(judgement.warnings[0].line, 4U);
  EXPECT_THAT(judgement.warnings[0].text,
              HasSubstr("no rule matches \"pfc-of\", did you mean \"pfc-off\"?"));
}

}  // namespace
}  // namespace rocelint
