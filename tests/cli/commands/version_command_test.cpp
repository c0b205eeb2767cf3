// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

TEST(Version, NamesProgramRulesAndSchemas) {
  const auto run = test::run_rocelint({"version"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, testing::StartsWith("rocelint "));
  EXPECT_THAT(run.out, testing::HasSubstr("rocelint.snapshot/1, rocelint.report/1"));
}

}  // namespace
}  // namespace rocelint
