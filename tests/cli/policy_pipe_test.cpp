// SPDX-License-Identifier: Apache-2.0

// A policy that comes from a pipe or from standard input, and so can be read but once.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/pipe.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using testing::ContainsRegex;
using testing::HasSubstr;

constexpr auto kPolicy = R"(policy: piped
extends: lossless-dscp26
roles:
  compute: {expect: {ports: 1000}}
)";

TEST(PolicyPipe, JudgesEachReadingOfAHost) {
  test::Pipe pipe;
  pipe.write(kPolicy);
  pipe.end();
  const auto run = run_rocelint(
      {"check", "--policy", pipe.path(), "--interval", "20ms", "--confirm", "--format", "json"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["policy"]["name"], "piped");
  EXPECT_EQ(json["unconfirmed"], nlohmann::json::array());
}

TEST(PolicyPipe, StandardInputIsNamedByItsPath) {
  const auto healthy = sample_file("healthy");
  for (const auto& command : std::vector<std::vector<std::string>>{
           {"check", "--snapshot", healthy, "--policy", "-"},
           {"fix", "--snapshot", healthy, "--policy", "-"},
           {"policy", "show", "-"},
           {"policy", "lint", "-"},
           {"policy", "impact", "-", "--against", "baseline", healthy}}) {
    const auto run = run_rocelint(command, {.stdin_text = kPolicy});
    EXPECT_NE(run.exit_code, 2) << command.front() << run.err;
    const auto wrong = run_rocelint(command, {.stdin_text = "policy: piped\nroless: {}\n"});
    EXPECT_EQ(wrong.exit_code, 2) << command.front();
    EXPECT_THAT(wrong.err, HasSubstr("/dev/stdin:2:1: unknown key")) << command.front();
  }
  EXPECT_THAT(run_rocelint({"policy", "show", "-"}, {.stdin_text = kPolicy}).out,
              ContainsRegex("expect.ports +1000 +/dev/stdin:4"));
}

}  // namespace
}  // namespace rocelint
