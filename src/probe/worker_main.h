// SPDX-License-Identifier: Apache-2.0
#pragma once

// The life of a worker after fork().

#include <sys/types.h>

#include "probe/worker.h"

namespace rocelint {

/// Makes the process a worker: it dies with its parent, leaves no core, has nothing open but the
/// pipe, and SIGINT and SIGTERM are its parent's business. Returns the pipe's new number.
[[nodiscard]] int become_worker(pid_t parent, int pipe);

/// Runs the modules and streams their parts to `pipe`, then exits.
[[noreturn]] void run_worker(const WorkerJob& job, int pipe, Breadcrumb* breadcrumb);

/// Adds what a module delivered to a snapshot. What it owed and could not read becomes unknown.
void add_part(Snapshot& so_far, const Check& check, const Fact<Snapshot>& part);

}  // namespace rocelint
