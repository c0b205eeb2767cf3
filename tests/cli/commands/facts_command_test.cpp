// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using testing::HasSubstr;

TEST(Facts, NamesTypeUnitAndSource) {
  const auto run = run_rocelint({"facts"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("host.netdevs.mtu_bytes  int  bytes\n    largest IP packet\n"
                                 "    from IFLA_MTU, by link\n"));
  EXPECT_TRUE(test::is_tame(run.out));
  for (const auto& line : test::lines_of(run.out)) {
    EXPECT_LE(line.size(), 80) << line;
  }
}

TEST(Facts, ListsTheSameAsJson) {
  const auto json = nlohmann::json::parse(run_rocelint({"facts", "--format", "json"}).out);
  ASSERT_GT(json.size(), 50);
  const auto text = run_rocelint({"facts"}).out;
  for (const auto& fact : json) {
    EXPECT_THAT(text, HasSubstr(fact["path"].get<std::string>()));
    EXPECT_NE(fact["doc"], "");
  }
}

}  // namespace
}  // namespace rocelint
