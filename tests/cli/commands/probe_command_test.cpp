// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/snapshot.h"

#include "tests/support/command_run.h"
#include "tests/support/json_schema_check.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Probe, PrintsASnapshotThatCheckTakes) {
  const auto probe = run_rocelint({"probe"});
  EXPECT_EQ(probe.exit_code, 0);
  const auto reading = read_snapshot(probe.out, "probe");
  ASSERT_THAT(reading.errors, IsEmpty()) << reading.errors.front().text;
  EXPECT_THAT(reading.warnings, IsEmpty());
  EXPECT_EQ(write_snapshot(*reading.snapshot) + "\n", probe.out);
  const auto check = run_rocelint({"check", "--snapshot", "-"}, {.stdin_text = probe.out});
  EXPECT_NE(check.exit_code, 2) << check.err;
  EXPECT_NE(check.exit_code, 4) << check.err;
}

TEST(Probe, FitsTheSchemaThatTheCommandPrints) {
  const auto schema = nlohmann::json::parse(run_rocelint({"schema", "snapshot"}).out);
  const auto snapshot = nlohmann::json::parse(run_rocelint({"probe"}).out);
  EXPECT_THAT(test::SchemaCheck(schema).check(snapshot), IsEmpty());
}

TEST(Probe, ReadsADeadTree) {
  const TemporaryDirectory tree;
  [[maybe_unused]] const auto file = tree.write("proc/sys/kernel/hostname", "dead\x1b[2J\n");
  const auto run = run_rocelint({"probe", "--root", tree.path().string()});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(test::is_tame(run.out));
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["probe"]["root"], tree.path().string());
  EXPECT_EQ(json["host"]["hostname"], "dead\x1b[2J");
}

TEST(Probe, ARootThatIsNotThereIsExitTwo) {
  const auto run = run_rocelint({"probe", "--root", "/no/such/tree"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("/no/such/tree"));
}

TEST(Probe, EndsInTimeAndSaysWhatIsMissing) {
  const auto start = std::chrono::steady_clock::now();
  const auto run = run_rocelint({"probe", "--timeout", "1ms"});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(read_snapshot(run.out, "probe").errors.size(), 0);
}

}  // namespace
}  // namespace rocelint
