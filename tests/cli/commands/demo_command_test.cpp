// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/snapshot.h"

#include "tests/support/command_run.h"
#include "tests/support/golden.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing::UnorderedElementsAre;

TEST(Demo, ShowsTheFaultyHostAndSaysThatItIsASample) {
  const auto run = run_rocelint({"demo"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, StartsWith("SAMPLE: "));
  EXPECT_THAT(run.out, HasSubstr("NOT READY  gpu0418"));
  EXPECT_THAT(run.err, IsEmpty());
}

TEST(Demo, ShowsTheHealthyHost) {
  const auto run = run_rocelint({"demo", "healthy"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("READY  gpu0417  8/8 ports"));
}

TEST(Demo, QuietStaysOneLine) {
  const auto run = run_rocelint({"demo", "-q"});
  EXPECT_EQ(test::lines_of(run.out).size(), 1);
  EXPECT_THAT(run.out, StartsWith("SAMPLE: NOT READY"));
}

TEST(Demo, ListsAndRefuses) {
  EXPECT_EQ(run_rocelint({"demo", "--list"}).out, "faulty\nhealthy\n");
  const auto run = run_rocelint({"demo", "heathy"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("(faulty, healthy), did you mean healthy?"));
}

TEST(Demo, IgnoresThePolicyOfTheSite) {
  const auto run =
      run_rocelint({"demo", "healthy"}, {.environment = {{"ROCELINT_POLICY", "/no/such"}}});
  EXPECT_EQ(run.exit_code, 0);
}

// Root causes of the faulty host: one of each fault that was put in, and nothing else.
TEST(Demo, FaultsOfTheSampleAreFoundAndNothingElse) {
  const auto json = nlohmann::json::parse(run_rocelint({"demo", "--format", "json"}).out);
  std::vector<std::string> causes;
  std::set<std::string> unknown;
  for (const auto& finding : json["findings"]) {
    const auto name =
        finding["rule"].get<std::string>() + " " + finding["subject"]["device"].get<std::string>();
    if (finding["outcome"] == "fail" && finding["folded_under"].get<std::string>().empty()) {
      causes.push_back(name);
    } else if (finding["outcome"] == "unknown") {
      unknown.insert(name);
    }
  }
  EXPECT_THAT(causes,
              UnorderedElementsAre("pfc-off mlx5_5", "port-down mlx5_3",
                                   "mtu-active-below-policy mlx5_1", "pause-with-pfc mlx5_2"));
  EXPECT_THAT(unknown,
              UnorderedElementsAre("mtu-active-below-policy mlx5_7", "mtu-active-1024 mlx5_7"));
}

TEST(Demo, NothingOfTheHealthySampleFailsOrIsUnknown) {
  const auto json =
      nlohmann::json::parse(run_rocelint({"demo", "healthy", "--format", "json"}).out);
  EXPECT_EQ(json["counts"]["fail"], 0);
  EXPECT_EQ(json["counts"]["unknown"], 0);
  EXPECT_EQ(json["verdict"], "ready");
}

class SampleGolden : public testing::TestWithParam<std::string> {};

// The samples are what `rocelint probe` would have written, byte by byte. Make them anew with
// scripts/make_samples.
TEST_P(SampleGolden, IsCanonical) {
  const auto reading = read_snapshot(test::read_file(test::sample_file(GetParam())), GetParam());
  ASSERT_THAT(reading.errors, IsEmpty()) << reading.errors.front().text;
  EXPECT_THAT(reading.warnings, IsEmpty());
  test::expect_golden("../../src/cli/samples/" + GetParam() + ".json",
                      write_snapshot(*reading.snapshot) + "\n");
}

TEST_P(SampleGolden, ReportLooksAsApproved) {
  test::expect_golden("cli/demo_" + GetParam() + ".txt", run_rocelint({"demo", GetParam()}).out);
}

INSTANTIATE_TEST_SUITE_P(Samples, SampleGolden, testing::Values("faulty", "healthy"),
                         [](const testing::TestParamInfo<std::string>& row) { return row.param; });

}  // namespace
}  // namespace rocelint
