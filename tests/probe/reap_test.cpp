// SPDX-License-Identifier: Apache-2.0
#include "probe/reap.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill is POSIX
#include <sys/types.h>
#include <unistd.h>

namespace rocelint {
namespace {

using std::chrono::milliseconds;

TEST(Reap, SaysHowAChildDied) {
  EXPECT_EQ(death_in_words(SIGSEGV), "died of SIGSEGV");
  EXPECT_EQ(death_in_words(SIGKILL), "died of SIGKILL");
  EXPECT_EQ(death_in_words(SIGRTMIN + 3), "died of signal " + std::to_string(SIGRTMIN + 3));
  EXPECT_EQ(death_in_words(7 << 8), "exited with status 7");
}

TEST(Reap, WaitsNoLongerThanItMay) {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  EXPECT_FALSE(reap(child, milliseconds(20)));
  kill(child, SIGKILL);
  const auto status = reap(child, milliseconds(5000));
  ASSERT_TRUE(status);
  EXPECT_EQ(death_in_words(*status), "died of SIGKILL");
}

}  // namespace
}  // namespace rocelint
