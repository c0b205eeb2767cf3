// SPDX-License-Identifier: Apache-2.0
#include <map>
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
using testing::Not;

TEST(PolicyLint, TakesEveryShippedProfile) {
  const auto list = run_rocelint({"policy", "list"});
  EXPECT_EQ(list.exit_code, 0);
  const auto lines = test::lines_of(list.out);
  EXPECT_GE(lines.size(), 5);
  for (const auto& line : lines) {
    EXPECT_LE(line.size(), 80);
    if (line.starts_with(' ')) {
      continue;  // a summary goes on
    }
    const auto name = line.substr(0, line.find(' '));
    const auto run = run_rocelint({"policy", "lint", name});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, IsEmpty());
  }
}

TEST(PolicyLint, ComplainsWithThePlaceAndASuggestion) {
  const TemporaryDirectory directory;
  const auto file = directory.write("p.yaml", "policy: x\nroles:\n  a:\n    trsut: dscp\n");
  const auto run = run_rocelint({"policy", "lint", file});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(file + ":4:5"));
  EXPECT_THAT(run.err, HasSubstr("trust"));
}

TEST(PolicyLint, ChecksAllThatItIsGiven) {
  const TemporaryDirectory directory;
  const auto good = directory.write("good.yaml", "policy: good\nroles: {a: {trust: dscp}}\n");
  const auto bad = directory.write("bad.yaml", "policy: [\n");
  const auto run = run_rocelint({"policy", "lint", good, bad});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, HasSubstr("good: 1 role"));
  EXPECT_THAT(run.err, HasSubstr("bad.yaml"));
}

// A variable of a script that nobody has set must not pass as the built-in policy, or the host's.
TEST(PolicyLint, NeedsAPolicy) {
  for (const auto& environment :
       std::vector<std::map<std::string, std::string>>{{}, {{"ROCELINT_POLICY", "baseline"}}}) {
    const auto run = run_rocelint({"policy", "lint", "--strict"}, {.environment = environment});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, HasSubstr("missing argument POLICY"));
  }
  EXPECT_EQ(run_rocelint({"policy", "lint", "--policy", "baseline"}).exit_code, 0);
}

// One of everything that loads and is wrong all the same.
constexpr auto kDoubtful = R"(policy: site
extends: lossless-dscp26
roles:
  compute:
    ports: 'dev.driver == "mlx5_core"'
    expect: {ports: 4}
    mtu: {netdev_bytes: 9979}
  lossy:
    ports: 'dev.driver == "mlx5_core"'
    pfc: {mode: forbidden}
    cc: {mode: disabled}
  storage: {ports: 'dev.driver == "bnxt_en"'}
groups:
  - {where: 'host.hostname == "gpu9"', roles: {compute: {trust: any}}}
rules:
  pfc-of: {severity: warning}
waivers:
  - {rule: port-down, where: 'host.hostname == "gpu9"', until: 2020-01-31, reason: optics}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(PolicyLint, GoldenOfADoubtfulPolicy) {
  const TemporaryDirectory directory;
  const auto file = directory.write("site.yaml", kDoubtful);
  const auto run = run_rocelint(
      {"policy", "lint", file, "--against", sample_file("healthy"), sample_file("faulty")});
  EXPECT_EQ(run.exit_code, 0);
  test::expect_golden("cli/policy_lint.txt",
                      replaced(run.err + run.out, directory.path().string() + "/", ""));
}

TEST(PolicyLint, GoldenJsonOfADoubtfulPolicy) {
  const TemporaryDirectory directory;
  const auto file = directory.write("site.yaml", kDoubtful);
  const auto run = run_rocelint({"policy", "lint", file, "--format", "json"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_EQ(nlohmann::json::parse(run.out)["policies"].size(), 1);
  test::expect_golden("cli/policy_lint.json",
                      replaced(run.out, directory.path().string() + "/", ""));
}

TEST(PolicyLint, SaysWhereRulesOfTheHostAreNotReached) {
  const TemporaryDirectory directory;
  const auto file = directory.write("site.yaml", R"(policy: site
extends: lossless-dscp26
groups:
  - {where: 'dev.name == "mlx5_3"', roles: {compute: {gdr: {required: true}}}}
)");
  const auto run = run_rocelint({"policy", "lint", file});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr(file + ":4:71: gdr.required, set by port, is asked by rules of "
                                        "the host too (gdr-bar-small"));
  EXPECT_THAT(run.out, HasSubstr("1 group, 0 waivers, 1 warning"));
}

TEST(PolicyLint, StrictTakesNoWarning) {
  const TemporaryDirectory directory;
  const auto doubtful = directory.write("site.yaml", kDoubtful);
  EXPECT_EQ(run_rocelint({"policy", "lint", "--strict", doubtful}).exit_code, 1);
  EXPECT_EQ(run_rocelint({"policy", "lint", "--strict", "lossless-dscp26"}).exit_code, 0);
}

TEST(PolicyLint, FindsNothingOnHostsThatFit) {
  const auto run = run_rocelint({"policy", "lint", "lossless-dscp26", "--against",
                                 sample_file("healthy"), sample_file("faulty")});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, IsEmpty());
}

TEST(PolicyLint, ASnapshotThatCanNotBeReadIsExitTwo) {
  const TemporaryDirectory directory;
  const auto bad = directory.write("bad.json", "{\n]");
  const auto run = run_rocelint({"policy", "lint", "baseline", "--against", bad});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(bad + ":2:1"));
  EXPECT_THAT(run.out, IsEmpty());
}

TEST(PolicyLint, AHostileHostNameStaysTame) {
  auto json = nlohmann::ordered_json::parse(test::read_file(sample_file("healthy")));
  json["host"]["hostname"] = "x\u001b[2J\n\u202e";
  const TemporaryDirectory directory;
  const auto run = run_rocelint({"policy", "lint", directory.write("site.yaml", kDoubtful),
                                 "--against", directory.write("h.json", json.dump())});
  EXPECT_THAT(run.err, HasSubstr("\\x1b[2J"));
  EXPECT_THAT(run.err, Not(HasSubstr("\x1b")));
  EXPECT_THAT(run.err, Not(HasSubstr("\u202e")));
}

}  // namespace
}  // namespace rocelint
