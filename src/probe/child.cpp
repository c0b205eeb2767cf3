// SPDX-License-Identifier: Apache-2.0
#include "probe/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill and friends are POSIX
#include <sys/types.h>
#include <unistd.h>

#include "rocelint/facts/fact.h"

#include "base/file_descriptor.h"
#include "os/read.h"
#include "probe/after_fork.h"
#include "probe/blame.h"
#include "probe/interrupt.h"
#include "probe/reap.h"

namespace rocelint {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t kMostErrorBytes = 4096;
constexpr milliseconds kGrace{250};

struct Pipe {
  FileDescriptor from;
  FileDescriptor to;
};

std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  return Pipe{.from = FileDescriptor(ends[0]), .to = FileDescriptor(ends[1])};
}

/// In the child: its own process group, so that it can be killed with what it starts, and signals
/// as a program expects them, which the parent has blocked.
void become_child(pid_t parent, int out, int err) {
  setpgid(0, 0);
  die_with(parent);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
      dup2(err, STDERR_FILENO) < 0) {
    _exit(kCannotStart);
  }
  close_from(STDERR_FILENO + 1);
}

/// Takes what a pipe has. A pipe that has ended is closed.
void read_some(FileDescriptor& pipe, std::string& into, std::size_t most_bytes) {
  std::array<char, 65536> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
  const ssize_t got = read(pipe.get(), bytes.data(), bytes.size());
  if (got > 0) {
    const auto room = most_bytes - std::min(most_bytes, into.size());
    into.append(bytes.data(), std::min(static_cast<std::size_t>(got), room));
  } else if (got == 0 || errno != EINTR) {
    pipe.close();
  }
}

Unknown failed(Reason reason, std::string detail) {
  return {.reason = reason, .detail = std::move(detail), .sys_errno = 0};
}

/// Listens until both pipes have ended, or says why not.
std::optional<Unknown> listen(Pipe& out, Pipe& err, const InterruptWatch& interrupt, ChildRun& run,
                              const ChildLimits& limits) {
  const auto deadline = Clock::now() + limits.deadline;
  while (out.from.is_open() || err.from.is_open()) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds(0)) {
      return failed(Reason::timeout, "did not end within " + in_words(limits.deadline));
    }
    // poll() leaves out what is closed: a negative descriptor.
    std::array<pollfd, 3> polled{pollfd{.fd = out.from.get(), .events = POLLIN, .revents = 0},
                                 pollfd{.fd = err.from.get(), .events = POLLIN, .revents = 0},
                                 pollfd{.fd = interrupt.fd(), .events = POLLIN, .revents = 0}};
    if (poll(polled.data(), polled.size(), static_cast<int>(left.count())) <= 0) {
      continue;
    }
    if (polled[2].revents != 0) {
      return failed(Reason::not_collected, "interrupted");
    }
    if (polled[0].revents != 0) {
      read_some(out.from, run.out, limits.most_bytes + 1);
    }
    if (polled[1].revents != 0) {
      read_some(err.from, run.err, kMostErrorBytes);
    }
    if (run.out.size() > limits.most_bytes) {
      return failed(Reason::malformed, fmt::format("says more than {} bytes", limits.most_bytes));
    }
  }
  return std::nullopt;
}

}  // namespace

ChildRun run_in_child(const std::function<void()>& body, const ChildLimits& limits) {
  // Until the child is gone with all that it has started: the signal may kill us when this ends.
  const InterruptWatch interrupt;
  auto out = make_pipe();
  auto err = make_pipe();
  const pid_t parent = getpid();
  const pid_t pid = out && err ? fork() : -1;
  if (pid < 0) {
    return {.out = {}, .err = {}, .failure = unknown_from_errno(errno, "fork of a child")};
  }
  if (pid == 0) {
    become_child(parent, out->to.get(), err->to.get());
    body();
    _exit(EXIT_SUCCESS);
  }
  setpgid(pid, pid);  // whoever comes first, so that the group is there when it is to be killed
  out->to.close();
  err->to.close();
  ChildRun run;
  run.failure = listen(*out, *err, interrupt, run, limits);
  // It has closed its output: it is over, or as good as that.
  auto status = run.failure ? std::nullopt : reap(pid, kGrace);
  kill(-pid, SIGKILL);
  if (!status) {
    status = reap(pid, kGrace);
  }
  if (!run.failure && status != 0) {
    run.failure = failed(Reason::crashed, status ? death_in_words(*status) : "can't be killed");
  }
  return run;
}

}  // namespace rocelint
