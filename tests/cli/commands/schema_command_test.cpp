// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/json_schema_check.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using testing::IsEmpty;

TEST(Schema, PrintsEach) {
  for (const auto* which : {"snapshot", "report", "policy"}) {
    const auto run = run_rocelint({"schema", which});
    EXPECT_EQ(run.exit_code, 0);
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_EQ(json["$schema"], "https://json-schema.org/draft/2020-12/schema");
  }
}

TEST(Schema, TheSamplesFitTheSnapshotSchema) {
  const auto schema = nlohmann::json::parse(run_rocelint({"schema", "snapshot"}).out);
  for (const auto* name : {"healthy", "faulty"}) {
    const auto sample = nlohmann::json::parse(test::read_file(test::sample_file(name)));
    EXPECT_THAT(test::SchemaCheck(schema).check(sample), IsEmpty());
  }
}

}  // namespace
}  // namespace rocelint
