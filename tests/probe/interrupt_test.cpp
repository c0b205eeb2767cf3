// SPDX-License-Identifier: Apache-2.0
#include "probe/interrupt.h"

#include <csignal>

#include <gtest/gtest.h>
#include <poll.h>

namespace rocelint {
namespace {

bool is_readable(int fd) {
  pollfd polled{.fd = fd, .events = POLLIN, .revents = 0};
  return poll(&polled, 1, 0) == 1;
}

bool is_blocked(int signal) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, signal) == 1;
}

TEST(InterruptWatch, TakesSignalsInsteadOfDying) {
  for (const int signal : {SIGINT, SIGTERM}) {
    InterruptWatch watch;
    EXPECT_FALSE(watch.take());
    raise(signal);
    EXPECT_TRUE(is_readable(watch.fd()));
    EXPECT_TRUE(watch.take());
    EXPECT_FALSE(is_readable(watch.fd()));
  }
}

TEST(InterruptWatch, PutsTheMaskBack) {
  ASSERT_FALSE(is_blocked(SIGINT));
  {
    const InterruptWatch watch;
    EXPECT_TRUE(is_blocked(SIGINT));
    EXPECT_TRUE(is_blocked(SIGTERM));
  }
  EXPECT_FALSE(is_blocked(SIGINT));
  EXPECT_FALSE(is_blocked(SIGTERM));
}

TEST(InterruptWatch, LeavesASignalIgnoredThatTheCallerIgnores) {
  auto* const before = std::signal(SIGINT, SIG_IGN);
  {
    InterruptWatch watch;
    raise(SIGINT);
    EXPECT_FALSE(watch.take());
    raise(SIGTERM);
    EXPECT_TRUE(watch.take());
  }
  std::signal(SIGINT, before);
}

TEST(InterruptWatchDeathTest, AnUntakenSignalStillDoesItsWork) {
  EXPECT_EXIT(
      {
        const InterruptWatch watch;
        raise(SIGTERM);
      },
      testing::KilledBySignal(SIGTERM), "");
}

}  // namespace
}  // namespace rocelint
