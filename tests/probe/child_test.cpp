// SPDX-License-Identifier: Apache-2.0
#include "probe/child.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <unistd.h>

#include "probe/reap.h"

namespace rocelint {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr ChildLimits kLimits{.deadline = milliseconds(5000), .most_bytes = 100'000};

void say(int descriptor, const std::string& text) {
  if (write(descriptor, text.data(), text.size()) < 0) {
    _exit(9);
  }
}

TEST(Child, GivesBackWhatItSays) {
  const auto run = run_in_child(
      [] {
        say(STDOUT_FILENO, std::string(90'000, 'x'));
        say(STDERR_FILENO, "careful");
      },
      kLimits);
  EXPECT_FALSE(run.failure) << run.failure->detail;
  EXPECT_EQ(run.out, std::string(90'000, 'x'));
  EXPECT_EQ(run.err, "careful");
}

TEST(Child, HasNoInputAndNothingOfOursOpen) {
  const auto run = run_in_child(
      [] {
        char byte = 0;
        const bool no_input = read(STDIN_FILENO, &byte, 1) == 0;
        say(STDOUT_FILENO, no_input && lseek(3, 0, SEEK_CUR) < 0 ? "so" : "not so");
      },
      kLimits);
  EXPECT_EQ(run.out, "so");
}

struct Bad {
  const char* name;
  std::function<void()> body;
  Reason reason;
  std::string detail;
  milliseconds deadline{20'000};  ///< short only where it is what ends the child
};
void PrintTo(const Bad& c, std::ostream* out) {
  *out << c.name;
}

class BadChild : public testing::TestWithParam<Bad> {};

TEST_P(BadChild, IsEndedInTimeAndSaysWhy) {
  const auto start = steady_clock::now();
  const auto run =
      run_in_child(GetParam().body, {.deadline = GetParam().deadline, .most_bytes = 1000});
  EXPECT_LT(steady_clock::now() - start, milliseconds(10'000));
  ASSERT_TRUE(run.failure);
  EXPECT_EQ(run.failure->reason, GetParam().reason);
  EXPECT_EQ(run.failure->detail, GetParam().detail);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, BadChild,
    testing::Values(Bad{"Hangs", [] { pause(); }, Reason::timeout, "did not end within 300 ms",
                        milliseconds(300)},
                    Bad{"LeavesSomebodyBehindWhoHangs",
                        [] {
                          if (fork() == 0) {
                            pause();
                          }
                        },
                        Reason::timeout, "did not end within 300 ms", milliseconds(300)},
                    Bad{"SaysTooMuch", [] { say(STDOUT_FILENO, std::string(1001, 'x')); },
                        Reason::malformed, "says more than 1000 bytes"},
                    Bad{"NeverStopsTalking",
                        [] {
                          for (;;) {
                            say(STDOUT_FILENO, "again");
                          }
                        },
                        Reason::malformed, "says more than 1000 bytes"},
                    Bad{"Fails", [] { _exit(7); }, Reason::crashed, "exited with status 7"},
                    Bad{"Dies", [] { kill(getpid(), SIGKILL); }, Reason::crashed,
                        "died of SIGKILL"},
                    Bad{"ClosesItsOutputAndHangs",
                        [] {
                          close(STDOUT_FILENO);
                          close(STDERR_FILENO);
                          pause();
                        },
                        Reason::crashed, "died of SIGKILL"}),
    [](const auto& info) { return info.param.name; });

/// A process that is interrupted while its child hangs, and whom that has started: `started`.
[[noreturn]] void be_interrupted(std::atomic<pid_t>& started) {
  ::signal(SIGINT, SIG_DFL);
  std::ignore = run_in_child(
      [&] {
        const pid_t pid = fork();
        if (pid != 0) {
          started = pid;
          kill(getppid(), SIGINT);
        }
        pause();
      },
      kLimits);
  _exit(EXIT_SUCCESS);
}

TEST(Child, DiesWithAllItHasStartedBeforeTheSignalKillsUs) {
  using Started = std::atomic<pid_t>;
  void* page =
      mmap(nullptr, sizeof(Started), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  auto& started = *std::construct_at(static_cast<Started*>(page));
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // who is left behind becomes ours
  const pid_t interrupted = fork();
  if (interrupted == 0) {
    be_interrupted(started);
  }
  const auto status = reap(interrupted, milliseconds(5000));
  ASSERT_TRUE(status);
  EXPECT_EQ(death_in_words(*status), "died of SIGINT");
  ASSERT_GT(started.load(), 0);
  const bool is_gone = reap(started, milliseconds(1000)).has_value();
  EXPECT_TRUE(is_gone);
  if (!is_gone) {
    kill(started, SIGKILL);
    std::ignore = reap(started, milliseconds(1000));
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  munmap(page, sizeof(Started));
}

}  // namespace
}  // namespace rocelint
