// SPDX-License-Identifier: Apache-2.0

// What happens to output that can't be written.

#include <cerrno>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

int run_shell(const std::string& line) {
  const int status = std::system(("bash -c '" + line + "'").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(StandardOutput, AFullDiskIsNoPass) {
  const auto run = test::run_rocelint({"demo", "healthy"}, {.stdout_file = "/dev/full"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("can't write to standard output: No space left on device"));
}

TEST(StandardOutput, AFullDiskDoesNotHideAStop) {
  const auto run = test::run_rocelint({"demo", "faulty"}, {.stdout_file = "/dev/full"});
  EXPECT_EQ(run.exit_code, 1);
}

TEST(StandardOutput, AClosedOneIsNoPass) {
  const test::TemporaryDirectory directory;
  const auto err = (directory.path() / "err").string();
  EXPECT_EQ(run_shell(std::string(ROCELINT_COMMAND) + " demo healthy >&- 2>" + err), 4);
  EXPECT_THAT(test::read_file(err), HasSubstr("can't write to standard output"));
}

TEST(StandardOutput, AReaderThatHasGoneIsMetQuietly) {
  const test::TemporaryDirectory directory;
  const auto err = (directory.path() / "err").string();
  // `true` reads nothing and ends; the sleep lets it be gone.
  const auto line = "(sleep 0.2; exec " + std::string(ROCELINT_COMMAND) + " schema report) 2>" +
                    err + " | true; exit ${PIPESTATUS[0]}";
  EXPECT_EQ(run_shell(line), 4);
  EXPECT_THAT(test::read_file(err), IsEmpty());
}

TEST(StandardOutput, ClosedDescriptorsAreNotTakenForFiles) {
  EXPECT_EQ(run_shell(std::string(ROCELINT_COMMAND) + " demo healthy <&- >&- 2>&-"), 4);
}

}  // namespace
}  // namespace rocelint
