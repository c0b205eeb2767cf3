// SPDX-License-Identifier: Apache-2.0
#include "probe/collect.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "facts/snapshot_paths.h"
#include "facts/unknown.h"
#include "os/sysfs/files.h"
#include "probe/check_order.h"
#include "probe/probe_run_context.h"
#include "probe/stuck.h"
#include "probe/supervisor.h"
#include "rocelint_version.h"

namespace rocelint {
namespace {

/// The modules that `ids` names and, over and over, those that they need.
std::set<std::string_view> with_needs(std::span<const Check* const> checks,
                                      std::span<const std::string> ids) {
  std::set<std::string_view> chosen(ids.begin(), ids.end());
  const auto add_needs = [&](const Check* check) {
    if (chosen.contains(check->id)) {
      chosen.insert(check->needs.begin(), check->needs.end());
    }
  };
  for (std::size_t before = 0; before != chosen.size();) {
    before = chosen.size();
    std::ranges::for_each(checks, add_needs);
  }
  return chosen;
}

std::vector<const Check*> choose_modules(std::span<const Check* const> checks,
                                         const ProbeOptions& options) {
  const auto named = with_needs(checks, options.modules);
  std::vector<const Check*> chosen;
  std::ranges::copy_if(checks, std::back_inserter(chosen), [&](const Check* check) {
    return (options.deep || !check->deep) && (named.empty() || named.contains(check->id));
  });
  return chosen;
}

}  // namespace

Snapshot collect(std::span<const Check* const> checks, const ProbeOptions& options,
                 const MakeParts& make_parts) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::string taken_at = utc_now();

  const auto chosen = choose_modules(checks, options);
  Supervisor supervisor(order_modules(chosen).modules, make_parts,
                        {.module_timeout = options.module_timeout,
                         .timeout = options.timeout,
                         .notes_directory = options.root.empty() ? stuck_notes_directory() : "",
                         .ending = {}});
  Snapshot snapshot = supervisor.run();
  // Like every list with a key, so that a snapshot read back is equal to the one written.
  if (auto* modules = snapshot.probe.modules.known()) {
    std::ranges::sort(*modules, {}, &ModuleRun::id);
  }

  for (const Check* check : checks) {
    if (check->deep && !options.deep) {
      mark_missing(snapshot, check->id, needs_deep());
    }
  }

  Probe run_context = read_run_context(Files());
  run_context.root = options.root;
  if (!options.host_root.empty()) {
    run_context.host_root = options.host_root;
  }
  run_context.interrupted = std::move(snapshot.probe.interrupted);
  run_context.modules = std::move(snapshot.probe.modules);
  run_context.duration_us =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
  snapshot.schema = kSnapshotSchema;
  snapshot.tool_version = kVersion;
  snapshot.taken_at = std::move(taken_at);
  snapshot.probe = std::move(run_context);
  return snapshot;
}

}  // namespace rocelint
