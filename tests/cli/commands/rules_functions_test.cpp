// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::run_rocelint;

TEST(RulesFunctions, AreListedWithWhatTheyYieldAndAnExample) {
  const auto run = run_rocelint({"rules", "functions"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, testing::HasSubstr("bitlist  string\n"));
  EXPECT_THAT(run.out, testing::HasSubstr("    bitlist([3]) == \"0,0,0,1,0,0,0,0\"\n"));
  EXPECT_THAT(run.out, testing::HasSubstr("priorities"));
}

TEST(RulesFunctions, AreListedAsJson) {
  const auto json =
      nlohmann::json::parse(run_rocelint({"rules", "functions", "--format", "json"}).out);
  ASSERT_GT(json.size(), 12);
  for (const auto& entry : json) {
    EXPECT_EQ(entry.size(), 5) << entry;
  }
}

}  // namespace
}  // namespace rocelint
