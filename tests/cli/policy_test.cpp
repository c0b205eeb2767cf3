// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::TemporaryFolder;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(PolicyLint, TakesEveryShippedProfile) {
  const auto list = run_rocelint({"policy", "list"});
  EXPECT_EQ(list.exit_code, 0);
  const auto lines = test::lines_of(list.out);
  EXPECT_GE(lines.size(), 5);
  for (const auto& line : lines) {
    EXPECT_LE(line.size(), 80);
    const auto name = line.substr(0, line.find(' '));
    const auto run = run_rocelint({"policy", "lint", name});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, IsEmpty());
  }
}

TEST(PolicyLint, ComplainsWithThePlaceAndASuggestion) {
  const TemporaryFolder folder;
  const auto file = folder.write("p.yaml", "policy: x\nroles:\n  a:\n    trsut: dscp\n");
  const auto run = run_rocelint({"policy", "lint", file});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(file + ":4:5"));
  EXPECT_THAT(run.err, HasSubstr("trust"));
}

TEST(PolicyLint, ChecksAllThatItIsGiven) {
  const TemporaryFolder folder;
  const auto good = folder.write("good.yaml", "policy: good\nroles: {a: {trust: dscp}}\n");
  const auto bad = folder.write("bad.yaml", "policy: [\n");
  const auto run = run_rocelint({"policy", "lint", good, bad});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, HasSubstr("good: 1 role"));
  EXPECT_THAT(run.err, HasSubstr("bad.yaml"));
}

TEST(PolicyShow, TellsWhereEachParameterWasWritten) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("p.yaml",
                   "policy: acme\nextends: lossless-dscp26\nroles:\n  compute:\n    mtu: "
                   "{active_bytes: 2048}\n");
  const auto run = run_rocelint({"policy", "show", file, "--set", "pfc.mode=required"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("acme@"));
  EXPECT_THAT(run.out, ContainsRegex("mtu.active_bytes +2048"));
  EXPECT_THAT(run.out, HasSubstr("p.yaml:5"));
  EXPECT_THAT(run.out, ContainsRegex("roce\\[0\\].dscp +26 +lossless-dscp26:"));
  EXPECT_THAT(run.out, ContainsRegex("pfc.mode +required +--set"));
}

TEST(PolicyShow, AMissingPolicyIsExitTwo) {
  const auto run = run_rocelint({"policy", "show", "/no/such/policy.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("/no/such/policy.yaml"));
}

}  // namespace
}  // namespace rocelint
