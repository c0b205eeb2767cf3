// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill, sigaction and friends are POSIX
#include <sys/types.h>

#include "rocelint/check.h"

#include "base/file_descriptor.h"
#include "os/read.h"
#include "probe/blame.h"
#include "probe/collect.h"
#include "probe/frame.h"
#include "probe/shared_page.h"

namespace rocelint {

/// What a worker is to do. It takes all of it along when it is forked.
struct WorkerJob {
  std::span<const Check* const> modules;  ///< to be run in this order
  const Snapshot& so_far;
  const MakeParts& make_parts;
  const LeaveAlone& leave_alone;
};

/// How a worker is ended.
struct Ending {
  int signal = SIGKILL;  ///< tests put 0 here, which is how a process in D state takes SIGKILL
  std::chrono::milliseconds grace{250};  ///< time for it to be gone
};

struct DeadlinePassed {};
struct Interrupted {};
struct StreamEnded {};  ///< the worker is gone, or has closed the pipe
struct StreamBroken {
  std::string why;
};
using WorkerEvent = std::variant<PartFrame, DeadlinePassed, Interrupted, StreamEnded, StreamBroken>;

/// A forked process that runs check modules and streams back their parts. It has no file of the
/// parent's open, so that nobody who reads the parent's output waits for it.
class Worker {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] static Read<Worker> start(const WorkerJob& job);
  Worker(Worker&& other) noexcept;
  Worker& operator=(Worker&&) = delete;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker();  ///< kills it, if nobody has ended it

  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Where `module` is, or was when the worker died.
  [[nodiscard]] std::optional<AnnouncedRead> place(std::string_view module) const;
  /// The next thing that happens; `interrupt_fd` becomes readable when the user has had enough.
  [[nodiscard]] WorkerEvent wait(Clock::time_point deadline, int interrupt_fd);

  /// Lets a worker whose stream has ended exit, so as to learn how; kills any other. Returns how it
  /// died ("died of SIGSEGV"), or nothing if it is still there: a process in D state can't be
  /// killed.
  [[nodiscard]] std::optional<std::string> end(const Ending& ending);

 private:
  Worker(pid_t pid, FileDescriptor stream, SharedPage page);
  [[nodiscard]] std::optional<WorkerEvent> read_stream();

  pid_t pid_ = -1;  ///< -1 once moved from
  bool ended_ = false;
  FileDescriptor stream_;
  SharedPage page_;
  FrameReader frames_;
  bool stream_ended_ = false;
};

}  // namespace rocelint
