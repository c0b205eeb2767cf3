// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/golden.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(PolicyLearn, GoldenOfTheHealthySample) {
  const auto run = run_rocelint({"policy", "learn", sample_file("healthy")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("role mlx5_core-400g: roce: DSCP 26 is assumed"));
  test::expect_golden("cli/policy_learn_healthy.yaml", run.out);
}

TEST(PolicyLearn, GoldenOfBothSamples) {
  const auto run = run_rocelint({"policy", "learn", sample_file("healthy"), sample_file("faulty")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("but none on gpu0418 mlx5_5\n"));
  test::expect_golden("cli/policy_learn_both.yaml", run.out);
  for (const auto& line : test::lines_of(run.out)) {
    EXPECT_LE(line.size(), 80) << line;
  }
}

TEST(PolicyLearn, WhatItPrintsIsCleanAndJudgesTheHost) {
  const TemporaryDirectory directory;
  const auto policy =
      directory.write("site.yaml", run_rocelint({"policy", "learn", sample_file("healthy")}).out);
  const auto lint =
      run_rocelint({"policy", "lint", "--strict", policy, "--against", sample_file("healthy")});
  EXPECT_EQ(lint.exit_code, 0) << lint.err;
  const auto check =
      run_rocelint({"check", "--snapshot", sample_file("healthy"), "--policy", policy, "-q"});
  EXPECT_EQ(check.exit_code, 0) << check.out;
  EXPECT_THAT(check.out, HasSubstr("policy learned@"));
}

TEST(PolicyLearn, ABadHostIsExitTwo) {
  const TemporaryDirectory directory;
  for (const auto& file : {std::string("/no/such/file"), directory.write("odd.json", "{")}) {
    const auto run = run_rocelint({"policy", "learn", sample_file("healthy"), file});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr(file));
  }
  EXPECT_EQ(run_rocelint({"policy", "learn"}).exit_code, 2);
}

TEST(PolicyLearn, AHostWithoutAPortTeachesNothing) {
  auto json = nlohmann::ordered_json::parse(test::read_file(sample_file("healthy")));
  json["host"]["devices"] = nlohmann::ordered_json::array();
  const TemporaryDirectory directory;
  const auto run = run_rocelint({"policy", "learn", directory.write("none.json", json.dump())});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("no RoCE port with a known driver"));
}

}  // namespace
}  // namespace rocelint
