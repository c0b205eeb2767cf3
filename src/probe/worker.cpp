// SPDX-License-Identifier: Apache-2.0
#include "probe/worker.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill, sigaction and friends are POSIX
#include <sys/types.h>
#include <tl/expected.hpp>
#include <unistd.h>

#include "base/file_descriptor.h"
#include "os/breadcrumb.h"
#include "os/read.h"
#include "probe/blame.h"
#include "probe/frame.h"
#include "probe/reap.h"
#include "probe/shared_page.h"
#include "probe/worker_main.h"

namespace rocelint {
namespace {

/// Rounded up, so that poll() does not come back before the deadline.
int poll_timeout(Worker::Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Worker::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

}  // namespace

Worker::Worker(pid_t pid, FileDescriptor stream, SharedPage page)
    : pid_(pid), stream_(std::move(stream)), page_(std::move(page)) {}

Worker::Worker(Worker&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      ended_(other.ended_),
      stream_(std::move(other.stream_)),
      page_(std::move(other.page_)),
      frames_(std::move(other.frames_)),
      stream_ended_(other.stream_ended_) {}

Worker::~Worker() {
  if (pid_ > 0 && !ended_) {
    std::ignore = end({});
  }
}

Read<Worker> Worker::start(const WorkerJob& job) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return tl::unexpected(unknown_from_errno(errno, "pipe for a worker"));
  }
  FileDescriptor from_worker(ends[0]);
  const FileDescriptor to_parent(ends[1]);
  SharedPage page;
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    return tl::unexpected(unknown_from_errno(errno, "fork of a worker"));
  }
  if (pid == 0) {
    run_worker(job, become_worker(parent, to_parent.get()), page.breadcrumb());
  }
  fcntl(from_worker.get(), F_SETFL, O_NONBLOCK);
  return Worker(pid, std::move(from_worker), std::move(page));
}

std::optional<AnnouncedRead> Worker::place(std::string_view module) const {
  const Breadcrumb* breadcrumb = page_.breadcrumb();
  return breadcrumb != nullptr ? place_in(*breadcrumb, module) : std::nullopt;
}

std::optional<WorkerEvent> Worker::read_stream() {
  std::array<char, 65536> bytes;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
  const ssize_t got = read(stream_.get(), bytes.data(), bytes.size());
  if (got > 0) {
    frames_.append({bytes.data(), static_cast<std::size_t>(got)});
  } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
    stream_ended_ = true;
    return StreamEnded{};
  }
  return std::nullopt;
}

WorkerEvent Worker::wait(Clock::time_point deadline, int interrupt_fd) {
  for (;;) {
    auto frame = frames_.next();
    if (!frame) {
      return StreamBroken{std::move(frame).error()};
    }
    const bool in_time = Clock::now() < deadline;
    if (*frame && (in_time || (*frame)->kind == PartKind::whole)) {
      return std::move(**frame);
    }
    if (!in_time) {
      return DeadlinePassed{};
    }
    std::array<pollfd, 2> polled{pollfd{.fd = interrupt_fd, .events = POLLIN, .revents = 0},
                                 pollfd{.fd = stream_.get(), .events = POLLIN, .revents = 0}};
    if (poll(polled.data(), polled.size(), poll_timeout(deadline)) <= 0) {
      continue;
    }
    // First what the worker has sent: a signal must not cost what is read already.
    if (polled[1].revents != 0) {
      if (auto event = read_stream()) {
        return *std::move(event);
      }
    } else if (polled[0].revents != 0) {
      return Interrupted{};
    }
  }
}

std::optional<std::string> Worker::end(const Ending& ending) {
  ended_ = true;
  stream_.close();
  if (stream_ended_) {
    if (const auto status = reap(pid_, ending.grace)) {
      return death_in_words(*status);
    }
  }
  kill(pid_, ending.signal);
  if (!reap(pid_, ending.grace)) {
    return std::nullopt;
  }
  return stream_ended_ ? "closed its stream and had to be killed" : "had to be killed";
}

}  // namespace rocelint
