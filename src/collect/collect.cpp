// SPDX-License-Identifier: Apache-2.0
#include "collect/collect.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <utility>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "collect/order.h"
#include "collect/stuck.h"
#include "collect/supervisor.h"
#include "collect/vantage.h"
#include "os/files.h"
#include "rocelint_version.h"

namespace rocelint {

Snapshot collect(std::span<const Check* const> checks, const ProbeOptions& options,
                 const MakeParts& make_parts) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::string taken_at = utc_now();

  Supervisor supervisor(order_modules(checks).modules, make_parts,
                        {.module_timeout = options.module_timeout,
                         .timeout = options.timeout,
                         .notes_folder = options.root.empty() ? stuck_notes_folder() : "",
                         .ending = {}});
  Snapshot snapshot = supervisor.run();
  // Like every list with a key, so that a snapshot read back is equal to the one written.
  if (auto* modules = snapshot.probe.modules.known()) {
    std::ranges::sort(*modules, {}, &ModuleRun::id);
  }

  Probe vantage = read_vantage(Files());
  vantage.root = options.root;
  vantage.interrupted = std::move(snapshot.probe.interrupted);
  vantage.modules = std::move(snapshot.probe.modules);
  vantage.duration_us =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
  snapshot.schema = kSnapshotSchema;
  snapshot.tool_version = kVersion;
  snapshot.taken_at = std::move(taken_at);
  snapshot.probe = std::move(vantage);
  return snapshot;
}

}  // namespace rocelint
