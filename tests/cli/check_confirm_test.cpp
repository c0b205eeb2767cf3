// SPDX-License-Identifier: Apache-2.0

// check --confirm, on the machine of the test: whatever RDMA devices it has, it has not a thousand.
// What becomes of a blocker that is gone the second time is in tests/judge/confirm_test.cpp.

#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/types.h>

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
  const auto run = run_rocelint({"check", "--policy", "lossless-dscp26", "--set", "expect.ports=0",
                                 "--confirm", "--format", "json"});
  const auto json = Json::parse(run.out);
  if (json["verdict"] != "not_ready") {  // a machine with RDMA devices may fail another blocker
    EXPECT_TRUE(json["unconfirmed"].is_null());
  }
}

TEST(CheckConfirm, TheSecondReadingHasTheSameWindow) {
  const auto json = Json::parse(
      run_rocelint(failing({"--confirm", "--interval", "20ms", "--format", "json"})).out);
  EXPECT_EQ(json["unconfirmed"], Json::array());
  EXPECT_THAT(json["not_run"].dump(), Not(HasSubstr("needs_window")));
}

TEST(CheckConfirm, WhatIsReadFromStandardInputIsReadOnce) {
  auto arguments = failing({"--confirm", "--job", "-", "--format", "json"});
  const auto run = run_rocelint(arguments, {.stdin_text = "NCCL_IB_TC=104\n"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(Json::parse(run.out)["unconfirmed"], Json::array());
}

TEST(CheckConfirm, AnEarlierReportIsReadOnceForBothReadings) {
  const auto before = run_rocelint(failing({"--interval", "20ms", "--format", "json"}));
  const auto run = run_rocelint(failing({"--confirm", "--interval", "20ms", "--baseline", "-",
                                         "--fail-on", "new", "--format", "json"}),
                                {.stdin_text = before.out});
  EXPECT_EQ(run.exit_code, 0) << run.err;
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

/// Whether a process does nothing but wait, with Ctrl-C put off: it probes no more, or not yet. Its
/// worker is a child of it.
bool waits(pid_t process) {
  const auto proc = "/proc/" + std::to_string(process);
  const auto status = test::read_file(proc + "/status");
  const auto blocked = status.find("SigBlk:");
  constexpr std::uint64_t kInterrupt = 1U << (SIGINT - 1);
  return blocked != std::string::npos &&
         (std::stoull(status.substr(blocked + 7), nullptr, 16) & kInterrupt) != 0 &&
         status.find("State:\tS") != std::string::npos &&
         test::read_file(proc + "/task/" + std::to_string(process) + "/children").empty();
}

/// The command, with Ctrl-C as soon as it waits.
test::CommandRun interrupted(const std::vector<std::string>& arguments) {
  constexpr std::chrono::milliseconds kStep{20};
  constexpr int kInARow = 5;
  test::RunningCommand command(arguments);
  for (int seen = 0; seen < kInARow && !command.has_ended();) {
    std::this_thread::sleep_for(kStep);
    seen = waits(command.process()) ? seen + 1 : 0;
  }
  if (!command.has_ended()) {
    kill(command.process(), SIGINT);
  }
  return command.wait();
}

TEST(CheckConfirm, CtrlCEndsTheWaitWithWhatThereIs) {
  const auto run = interrupted(failing({"--confirm", "--format", "json"}));
  ASSERT_TRUE(Json::accept(run.out)) << run.exit_code << run.err;
  EXPECT_EQ(run.exit_code, 1) << run.err;
  const auto json = Json::parse(run.out);
  EXPECT_EQ(json["verdict"], "not_ready");
  EXPECT_TRUE(json["unconfirmed"].is_null());
  EXPECT_THAT(run.err, HasSubstr("interrupted: failed blockers were not read again"));
}

TEST(CheckConfirm, CtrlCEndsTheWindowWithWhatThereIs) {
  const auto start = Clock::now();
  const auto run = interrupted({"check", "--interval", "5m", "--format", "json"});
  EXPECT_LT(Clock::now() - start, std::chrono::minutes(4));
  EXPECT_TRUE(Json::accept(run.out)) << run.exit_code << run.err;
}

}  // namespace
}  // namespace rocelint
