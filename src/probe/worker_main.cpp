// SPDX-License-Identifier: Apache-2.0
#include "probe/worker_main.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill, sigaction and friends are POSIX
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#include "rocelint/check.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "base/write_all.h"
#include "facts/snapshot_paths.h"
#include "os/breadcrumb.h"
#include "os/probe_env.h"
#include "probe/after_fork.h"
#include "probe/frame.h"
#include "probe/worker.h"

namespace rocelint {
namespace {

constexpr int kPipe = 3;
using Clock = std::chrono::steady_clock;

/// RLIMIT_CORE 1 and not 0: core_pattern may name a program, which the kernel starts whatever the
/// limit is, except at 1 (fs/coredump.c).
void leave_no_core() {
  rlimit limit{};
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    limit.rlim_cur = std::min<rlim_t>(1, limit.rlim_max);
    setrlimit(RLIMIT_CORE, &limit);
  }
}

/// A handler of the host program (or of a sanitizer) must not turn a crash into something else.
void crash_plainly() {
  for (const int signal : std::array{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    ::signal(signal, SIG_DFL);
  }
}

void send(int pipe, const PartFrame& frame) {
  if (write_all(pipe, encode_frame(frame)) != 0) {
    _exit(kCannotStart);
  }
}

/// A module that adds facts to the elements of a list must not bring back the list that its
/// provider could not read: an empty one would read as "this host has none".
void drop_lost_lists(Snapshot& part, const Check& check, const Snapshot& so_far) {
  for (const auto& field : kType<Host>.fields) {
    const Unknown* lost =
        field.type->fact ? field.type->unknown(member(field, &so_far.host)) : nullptr;
    if (lost != nullptr && lost->reason != Reason::not_collected && field.check != check.id) {
      field.type->set_unknown(field.at(&part.host), *lost);
    }
  }
}

/// The module that runs now, for parts that it hands over on its way.
struct Running {
  std::string_view module;
  Clock::time_point since;

  [[nodiscard]] PartFrame frame(PartKind kind, Fact<Snapshot> part) const {
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - since);
    return {.module = std::string(module),
            .kind = kind,
            .duration_us = time.count(),
            .part = std::move(part)};
  }
};

}  // namespace

int become_worker(pid_t parent, int pipe) {
  die_with(parent);
  prctl(PR_SET_NAME, "rocelint-worker");
  leave_no_core();
  crash_plainly();
  if (pipe != kPipe && dup2(pipe, kPipe) < 0) {
    _exit(kCannotStart);
  }
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int standard : std::array{STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (null < 0 || (null != standard && dup2(null, standard) < 0)) {
      _exit(kCannotStart);
    }
  }
  close_from(kPipe + 1);
  return kPipe;
}

void run_worker(const WorkerJob& job, int pipe, Breadcrumb* breadcrumb) {
  Running running{.module = {}, .since = Clock::now()};
  ProbeEnv::Parts parts = job.make_parts();
  parts.breadcrumb = breadcrumb;
  parts.sick_devices = job.leave_alone.devices;
  parts.rtnl_held = job.leave_alone.rtnl;
  parts.keep = [&](const Snapshot& out) { send(pipe, running.frame(PartKind::kept, out)); };
  ProbeEnv env(std::move(parts));

  Snapshot so_far = job.so_far;
  for (const Check* check : job.modules) {
    env.set_module(check->id);
    running = {.module = check->id, .since = Clock::now()};
    Snapshot out;
    auto failure = check->collect(env, so_far, out);
    const PartFrame frame = failure ? running.frame(PartKind::whole, *std::move(failure))
                                    : running.frame(PartKind::whole, std::move(out));
    send(pipe, frame);
    add_part(so_far, *check, frame.part);
  }
  _exit(EXIT_SUCCESS);
}

void add_part(Snapshot& so_far, const Check& check, const Fact<Snapshot>& part) {
  if (const Unknown* why = part.unknown()) {
    mark_missing(so_far, check.id, *why);
    return;
  }
  Snapshot delivered = *part.known();
  drop_lost_lists(delivered, check, so_far);
  merge_snapshot(so_far, delivered);
}

}  // namespace rocelint
