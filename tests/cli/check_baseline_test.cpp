// SPDX-License-Identifier: Apache-2.0

// check --baseline and --fail-on new: which failures are new.

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/golden.h"
#include "tests/support/words.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;

using Json = nlohmann::ordered_json;

test::CommandRun check(const std::string& sample, const std::vector<std::string>& more) {
  return run_rocelint(test::with_more(
      {"check", "--snapshot", sample_file(sample), "--policy", "lossless-dscp26"}, more));
}

struct CheckBaseline : testing::Test {
  TemporaryDirectory directory;
  std::string faulty = directory.write("faulty.json", check("faulty", {"--format", "json"}).out);
  std::string healthy = directory.write("healthy.json", check("healthy", {"--format", "json"}).out);
};

TEST_F(CheckBaseline, WhatFailedBeforeIsKnownAndStopsNothing) {
  const auto run = check("faulty", {"--baseline", faulty, "--fail-on", "new", "--format", "json"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const auto json = Json::parse(run.out);
  EXPECT_EQ(json["gate"], "pass");
  EXPECT_EQ(json["verdict"], "not_ready");
  EXPECT_EQ(json["baseline"]["new"], 0);
  EXPECT_GT(json["baseline"]["known"], 0);
  EXPECT_EQ(json["baseline"]["fixed"], Json::array());
}

TEST_F(CheckBaseline, WhatIsNewStops) {
  const auto run = check("faulty", {"--baseline", healthy, "--fail-on", "new"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("new, 0 known, 0 fixed"));
  EXPECT_THAT(run.out, HasSubstr("new: pfc-off mlx5_"));
}

TEST_F(CheckBaseline, WhatIsNewIsNamedBeforeWhatIsKnown) {
  auto earlier = Json::parse(test::read_file(faulty));
  auto& findings = earlier["findings"];
  const auto fixed = [](const Json& one) { return one["rule"] == "pause-with-pfc"; };
  findings.erase(std::ranges::remove_if(findings, fixed).begin(), findings.end());
  const auto held = directory.write("earlier.json", earlier.dump());
  const std::vector<std::string> options{"--baseline", held, "--fail-on", "new"};
  const auto run = check("faulty", options);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("\n1  ERROR  pause-with-pfc  mlx5_2  new  ("));
  EXPECT_THAT(run.out, HasSubstr("\n2  BLOCKER  pfc-off  mlx5_5  known  ("));
  EXPECT_THAT(check("faulty", test::with_more(options, {"-q"})).out,
              HasSubstr("  new: pause-with-pfc mlx5_2  3 known"));
  // Where known ones stop as well, they are not passed over.
  EXPECT_THAT(check("faulty", {"--baseline", held, "-q"}).out,
              HasSubstr("  pfc-off mlx5_5 (known)"));
  EXPECT_THAT(check("faulty", {"--baseline", held, "--format", "gate"}).out,
              HasSubstr("rocelint:pfc-off mlx5_5 +3\n"));
  EXPECT_THAT(check("faulty", test::with_more(options, {"--format", "gate"})).out,
              HasSubstr("rocelint:pause-with-pfc mlx5_2\n"));
  const auto known = check("faulty", {"--baseline", faulty, "--fail-on", "new", "-q"});
  EXPECT_EQ(known.exit_code, 0);
  EXPECT_THAT(known.out, HasSubstr("  known: pfc-off mlx5_5"));
}

TEST_F(CheckBaseline, WhatIsFixedIsNamed) {
  const auto run = check("healthy", {"--baseline", faulty, "--format", "json"});
  EXPECT_EQ(run.exit_code, 0);
  const auto json = Json::parse(run.out);
  EXPECT_EQ(json["baseline"]["new"], 0);
  EXPECT_EQ(json["baseline"]["known"], 0);
  EXPECT_THAT(json["baseline"]["fixed"].dump(), HasSubstr("\"pfc-off@"));
  EXPECT_THAT(run.err, HasSubstr("is of gpu0418, not of gpu0417"));
}

TEST_F(CheckBaseline, ReportsWithoutOneSaySo) {
  const auto json = Json::parse(check("faulty", {"--format", "json"}).out);
  EXPECT_TRUE(json["baseline"].is_null());
  EXPECT_TRUE(json["findings"][0]["baseline"].is_null());
}

TEST_F(CheckBaseline, NoBaselineIsAnErrorOfUse) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"--fail-on", "new"},
           {"--baseline", directory.path().string() + "/none.json"},
           {"--baseline", sample_file("healthy")},
           {"--baseline", directory.write("odd.json", "{")}}) {
    const auto run = check("healthy", arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments.back();
    EXPECT_NE(run.err, "");
  }
}

}  // namespace
}  // namespace rocelint
