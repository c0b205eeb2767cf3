// SPDX-License-Identifier: Apache-2.0

// check --confirm, on the machine of the test: whatever RDMA devices it has, it has not a thousand.
// What becomes of a blocker that is gone the second time is in tests/engine/confirm_test.cpp.

#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using testing::HasSubstr;
using testing::Not;

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

const std::vector<std::string> kFailing{"check", "--policy", "lossless-dscp26", "--set",
                                        "expect.ports=1000"};

std::vector<std::string> failing(const std::vector<std::string>& more) {
  auto arguments = kFailing;
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(CheckConfirm, ABlockerThatStaysIsReadAgainAndStops) {
  const auto start = Clock::now();
  const auto run = run_rocelint(failing({"--confirm", "--format", "json"}));
  EXPECT_GE(Clock::now() - start, std::chrono::seconds(2));
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const auto json = Json::parse(run.out);
  EXPECT_EQ(json["verdict"], "not_ready");
  EXPECT_EQ(json["unconfirmed"], Json::array());
}

TEST(CheckConfirm, WithoutItNothingIsReadAgain) {
  const auto json = Json::parse(run_rocelint(failing({"--format", "json"})).out);
  EXPECT_EQ(json["verdict"], "not_ready");
  EXPECT_TRUE(json["unconfirmed"].is_null());
}

TEST(CheckConfirm, WithoutAFailedBlockerNothingIsReadAgain) {
  const auto start = Clock::now();
  const auto run = run_rocelint({"check", "--policy", "lossless-dscp26", "--set", "expect.ports=0",
                                 "--confirm", "--format", "json"});
  const auto json = Json::parse(run.out);
  if (json["verdict"] != "not_ready") {  // a machine with RDMA devices may fail another blocker
    EXPECT_TRUE(json["unconfirmed"].is_null());
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(2));
  }
}

TEST(CheckConfirm, TheSecondReadingHasTheSameWindow) {
  const auto json = Json::parse(
      run_rocelint(failing({"--confirm", "--interval", "20ms", "--format", "json"})).out);
  EXPECT_EQ(json["unconfirmed"], Json::array());
  EXPECT_THAT(json["not_run"].dump(), Not(HasSubstr("no window")));
}

TEST(CheckConfirm, WhatIsReadFromStandardInputIsReadOnce) {
  auto arguments = failing({"--confirm", "--job", "-", "--format", "json"});
  const auto run = run_rocelint(arguments, {.stdin_text = "NCCL_IB_TC=104\n"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(Json::parse(run.out)["unconfirmed"], Json::array());
}

TEST(CheckConfirm, WhatDoesNotChangeCantBeReadAgain) {
  for (const auto& [option, value] :
       {std::pair("--snapshot", sample_file("faulty")), std::pair("--root", std::string("/tmp"))}) {
    const auto run = run_rocelint({"check", "--confirm", option, value});
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_THAT(run.err, HasSubstr("--confirm"));
    EXPECT_THAT(run.err, HasSubstr(option));
    EXPECT_THAT(run.err, HasSubstr("does not change"));
  }
}

/// Standard output of the command when Ctrl-C comes a second and a half after its start.
test::CommandRun interrupted(const std::string& arguments) {
  const test::TemporaryFolder folder;
  const auto err = (folder.path() / "err").string();
  const auto line = "timeout --preserve-status -s INT 1.5 " + std::string(ROCELINT_COMMAND) + ' ' +
                    arguments + " 2>" + err;
  auto* pipe = popen(line.c_str(), "r");  // NOLINT(cert-env33-c): words of this test
  test::CommandRun run;
  std::array<char, 4096> block{};
  for (std::size_t got = 0; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) {
    run.out.append(block.data(), got);
  }
  run.exit_code = WEXITSTATUS(pclose(pipe));
  run.err = test::read_file(err);
  return run;
}

TEST(CheckConfirm, CtrlCEndsTheWaitWithWhatThereIs) {
  const auto run =
      interrupted("check --policy lossless-dscp26 --set expect.ports=1000 --confirm --format json");
  ASSERT_TRUE(Json::accept(run.out)) << run.exit_code << run.err;
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const auto json = Json::parse(run.out);
  EXPECT_EQ(json["verdict"], "not_ready");
  EXPECT_TRUE(json["unconfirmed"].is_null());
  EXPECT_THAT(run.err, HasSubstr("interrupted"));
}

TEST(CheckConfirm, CtrlCEndsTheWindowWithWhatThereIs) {
  const auto start = Clock::now();
  const auto run = interrupted("check --interval 20s --format json");
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(15));
  EXPECT_TRUE(Json::accept(run.out)) << run.exit_code << run.err;
}

}  // namespace
}  // namespace rocelint
