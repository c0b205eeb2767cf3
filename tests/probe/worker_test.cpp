// SPDX-License-Identifier: Apache-2.0
#include "probe/worker.h"

#include <array>
#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/probe/fakes.h"

namespace rocelint {
namespace {

using fakes::check;
using fakes::hang;
using std::chrono::milliseconds;

/// Starts a worker for one module.
Read<Worker> start(const Check& module) {
  const std::array modules{&module};
  const MakeParts make_parts = fakes::no_kernel;
  return Worker::start(
      {.modules = modules, .so_far = {}, .make_parts = make_parts, .leave_alone = {}});
}

/// The hostname that the module answers with.
std::string answer(fakes::Collect collect) {
  const Check module = check("asked", collect);
  auto worker = start(module);
  if (!worker) {
    return worker.error().detail;
  }
  const WorkerEvent event = worker->wait(Worker::Clock::now() + milliseconds(20'000), -1);
  const auto* frame = std::get_if<PartFrame>(&event);
  return frame == nullptr ? "no frame" : *frame->part.known()->host.hostname.known();
}

std::optional<Unknown> list_files(ProbeEnv& env, const Snapshot& /*so_far*/, Snapshot& out) {
  std::string text;
  const auto names = env.files().list("/proc/self/fd");
  for (const auto& name : *names) {
    std::error_code gone;
    const auto target = std::filesystem::read_symlink("/proc/self/fd/" + name, gone);
    if (!gone) {
      text += name + "=" + target.string().substr(0, target.string().find('[')) + " ";
    }
  }
  out.host.hostname = text;
  return std::nullopt;
}

TEST(Worker, HasNoFileOfItsParentOpen) {
  const int before = open("/dev/zero", O_RDONLY);  // not close-on-exec, as careless libraries do
  EXPECT_EQ(answer(list_files), "0=/dev/null 1=/dev/null 2=/dev/null 3=pipe: ")
      << "so nobody waits for it who reads the parent's output";
  close(before);
}

std::optional<Unknown> tell_core_limit(ProbeEnv& /*env*/, const Snapshot& /*so_far*/,
                                       Snapshot& out) {
  rlimit limit{};
  getrlimit(RLIMIT_CORE, &limit);
  int parent_death_signal = 0;
  prctl(PR_GET_PDEATHSIG, &parent_death_signal);
  out.host.hostname = std::to_string(limit.rlim_cur <= 1 ? 0 : 1) + " " +
                      std::to_string(parent_death_signal) + " " +
                      std::to_string(std::signal(SIGSEGV, SIG_DFL) == SIG_DFL ? 0 : 1);
  return std::nullopt;
}

TEST(Worker, LeavesNoCoreAndDiesWithItsParent) {
  EXPECT_EQ(answer(tell_core_limit), "0 9 0");
}

TEST(Worker, WaitEndsAtItsDeadline) {
  const Check module = check("bad", fakes::just<hang>);
  auto worker = start(module);
  ASSERT_TRUE(worker);
  const auto begin = Worker::Clock::now();
  const auto event = worker->wait(begin + milliseconds(30), -1);
  EXPECT_TRUE(std::holds_alternative<DeadlinePassed>(event));
  EXPECT_GE(Worker::Clock::now() - begin, milliseconds(30));
  EXPECT_EQ(worker->end({}), "had to be killed");
}

TEST(Worker, WaitEndsWhenTheUserHasHadEnough) {
  const Check module = check("bad", fakes::just<hang>);
  auto worker = start(module);
  ASSERT_TRUE(worker);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  ASSERT_EQ(write(ends[1], "x", 1), 1);
  const auto event = worker->wait(Worker::Clock::now() + milliseconds(20'000), ends[0]);
  EXPECT_TRUE(std::holds_alternative<Interrupted>(event));
  close(ends[0]);
  close(ends[1]);
}

TEST(Worker, IsKilledAndReapedWhenNobodyEndsIt) {
  pid_t pid = 0;
  {
    const Check module = check("bad", fakes::just<hang>);
    auto worker = start(module);
    ASSERT_TRUE(worker);
    pid = worker->pid();
    EXPECT_EQ(kill(pid, 0), 0);
  }
  EXPECT_NE(kill(pid, 0), 0);
}

TEST(Worker, ThatCantBeKilledIsLeft) {
  const Check module = check("bad", fakes::just<hang>);
  auto worker = start(module);
  ASSERT_TRUE(worker);
  EXPECT_EQ(worker->end({.signal = 0, .grace = milliseconds(5)}), std::nullopt);
  EXPECT_EQ(kill(worker->pid(), SIGKILL), 0);
  waitpid(worker->pid(), nullptr, 0);
}

TEST(Worker, IsEndedAlsoWhereTheCallerIgnoresItsChildren) {
  auto* const before = std::signal(SIGCHLD, SIG_IGN);
  const Check module = check("bad", fakes::just<hang>);
  auto worker = start(module);
  ASSERT_TRUE(worker);
  EXPECT_TRUE(worker->end({}));
  std::signal(SIGCHLD, before);
}

void outlive_the_parent() {
  prctl(PR_SET_PDEATHSIG, 0);
  hang();
}

/// `rocelint check | cat`: cat must see the end when rocelint exits, though a worker lives on.
TEST(Worker, DoesNotKeepTheParentsOutputOpen) {
  std::array<int, 2> output{};
  ASSERT_EQ(pipe(output.data()), 0);
  const pid_t command = fork();
  if (command == 0) {
    dup2(output[1], STDOUT_FILENO);
    close(output[1]);
    const Check module = check("bad", fakes::just<outlive_the_parent>);
    auto worker = start(module);
    std::ignore = worker->wait(Worker::Clock::now() + milliseconds(50), -1);
    std::ignore = worker->end({.signal = 0, .grace = milliseconds(1)});
    const pid_t left = worker->pid();
    std::ignore = write(STDOUT_FILENO, &left, sizeof left);
    _exit(0);
  }
  close(output[1]);
  pid_t left = -1;
  EXPECT_EQ(read(output[0], &left, sizeof left), static_cast<ssize_t>(sizeof left));
  waitpid(command, nullptr, 0);
  EXPECT_EQ(kill(left, 0), 0) << "the worker should be there still";
  pollfd end{.fd = output[0], .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&end, 1, 1000), 1);
  EXPECT_TRUE((end.revents & POLLHUP) != 0);
  kill(left, SIGKILL);
  close(output[0]);
}

TEST(Worker, DiesWhenItsParentIsKilled) {
  std::array<int, 2> output{};
  ASSERT_EQ(pipe(output.data()), 0);
  const pid_t command = fork();
  if (command == 0) {
    const Check module = check("bad", fakes::just<hang>);
    const auto worker = start(module);
    const pid_t pid = worker->pid();
    std::ignore = write(output[1], &pid, sizeof pid);
    hang();
  }
  pid_t pid = -1;
  ASSERT_EQ(read(output[0], &pid, sizeof pid), static_cast<ssize_t>(sizeof pid));
  kill(command, SIGKILL);
  waitpid(command, nullptr, 0);
  const auto gone = [&] {
    const auto stat = Files().read("/proc/" + std::to_string(pid) + "/stat");
    return !stat || stat->find(") Z ") != std::string::npos;  // process 1 may be slow to reap
  };
  const auto deadline = Worker::Clock::now() + milliseconds(20'000);
  while (!gone() && Worker::Clock::now() < deadline) {
    poll(nullptr, 0, 1);
  }
  EXPECT_TRUE(gone());
  close(output[0]);
  close(output[1]);
}

TEST(Worker, StartsWithoutStandardFiles) {
  const pid_t command = fork();
  if (command == 0) {
    for (const int fd : {0, 1, 2}) {
      close(fd);
    }
    const bool same = answer(fakes::hostname) == "gpu0417";
    _exit(same ? 0 : 1);
  }
  int status = -1;
  waitpid(command, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Worker, NoFileLeftToOpenIsAnUnknown) {
  const pid_t command = fork();
  if (command == 0) {
    const rlimit none{.rlim_cur = 3, .rlim_max = 3};
    setrlimit(RLIMIT_NOFILE, &none);
    const Check module = check("hostname", fakes::hostname);
    const auto worker = start(module);
    _exit(!worker && worker.error().sys_errno == EMFILE ? 0 : 1);
  }
  int status = -1;
  waitpid(command, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace rocelint
