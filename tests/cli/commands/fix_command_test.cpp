// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "tests/support/command_run.h"
#include "tests/support/golden.h"
#include "tests/support/words.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr auto kPolicy = "lossless-dscp26";

std::vector<std::string> fix(const std::string& snapshot,
                             const std::vector<std::string>& more = {}) {
  return test::with_more({"fix", "--snapshot", snapshot, "--policy", kPolicy}, more);
}

bool is_shell(const std::string& script) {
  const TemporaryDirectory directory;
  const auto command =
      "bash -n " + shell_quote(directory.write("script", script)) + " 2> /dev/null";
  return std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe): one thread
}

TEST(Fix, GoldenOfTheFaultySample) {
  const auto run = run_rocelint(fix(sample_file("faulty")));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_TRUE(is_shell(run.out)) << run.out;
  test::expect_golden("cli/fix_faulty.sh", run.out);
}

TEST(Fix, SaysThatAHealthyHostNeedsNothing) {
  const auto run = run_rocelint(fix(sample_file("healthy")));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, HasSubstr("failed: there is nothing to fix."));
  EXPECT_TRUE(is_shell(run.out)) << run.out;
}

TEST(Fix, TakesOnlyTheRulesAndPortsThatAreAskedFor) {
  const auto rule = run_rocelint(fix(sample_file("faulty"), {"--rule", "p*-off"}));
  EXPECT_THAT(rule.out, HasSubstr("pfc-off"));
  EXPECT_THAT(rule.out, Not(HasSubstr("port-down")));
  for (const auto* port : {"mlx5_3", "ens4np0", "0000:5d:00.0", "mlx5_3/1", "ens4*"}) {
    const auto run = run_rocelint(fix(sample_file("faulty"), {"--port", port}));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("port-down")) << port;
    EXPECT_THAT(run.out, Not(HasSubstr("pfc-off"))) << port;
  }
}

TEST(Fix, RefusesNamesThatMatchNothing) {
  const auto rule = run_rocelint(fix(sample_file("faulty"), {"--rule", "pfc-of"}));
  EXPECT_EQ(rule.exit_code, 2);
  EXPECT_THAT(rule.err, HasSubstr("did you mean pfc-off?"));
  const auto port = run_rocelint(fix(sample_file("faulty"), {"--port", "mlx5_99"}));
  EXPECT_EQ(port.exit_code, 2);
  EXPECT_THAT(port.err, HasSubstr("--port mlx5_99"));
}

TEST(Fix, RefusesWhatItCanNotRead) {
  const TemporaryDirectory directory;
  const auto bad = directory.write("bad.json", "{\"schema\":\n]");
  EXPECT_EQ(run_rocelint(fix(bad)).exit_code, 2);
  EXPECT_THAT(run_rocelint(fix(bad)).err, StartsWith("rocelint: " + bad + ":2:1"));
  const auto policy = run_rocelint({"fix", "--snapshot", sample_file("faulty"), "--policy", "no"});
  EXPECT_EQ(policy.exit_code, 2);
  EXPECT_THAT(policy.out, IsEmpty());
}

// A host whose names try to leave their quotes and comments. The commands fail, since there is no
// such netdev and perhaps no dcb; what must not happen is that a name is run.
TEST(Fix, NamesOfAHostileHostAreNeverRun) {
  for (const std::string name :
       {"ens1\n>owned\n#", "$(>owned)", "`>owned`", "';>owned;'", "a\\", "\x1b]0;x\x07\n>owned"}) {
    auto json = nlohmann::ordered_json::parse(test::read_file(sample_file("faulty")));
    json["host"]["hostname"] = name;
    for (auto& device : json["host"]["devices"]) {
      device["firmware_version"] = name;
      for (auto& port : device["ports"]) {
        if (port["netdev"] == "ens6np0") {
          port["netdev"] = name;
          device["name"] = name + "x";
        }
      }
    }
    for (auto& netdev : json["host"]["netdevs"]) {
      if (netdev["name"] == "ens6np0") {
        netdev["name"] = name;
        netdev["lowers"] = {name};
      }
    }
    const TemporaryDirectory directory;
    const auto run = run_rocelint(fix(directory.write("h.json", json.dump())));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(test::is_tame(run.out)) << testing::PrintToString(run.out);
    EXPECT_THAT(run.out, HasSubstr("pfc-off"));
    EXPECT_TRUE(is_shell(run.out)) << run.out;
    std::ignore = directory.write("script.sh", run.out);
    // With an empty PATH no command is found; a name that is run would still make the file.
    const auto command = "cd " + shell_quote(directory.path().string()) +
                         " && sed s/^set.-eu// script.sh > all.sh" +
                         " && PATH= /bin/bash all.sh > /dev/null 2>&1";
    std::ignore = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): one thread
    EXPECT_FALSE(std::filesystem::exists(directory.path() / "owned")) << run.out;
  }
}

}  // namespace
}  // namespace rocelint
