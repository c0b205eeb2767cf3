// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

namespace rocelint {

class ProbeEnv;  // the kernel interfaces of one worker, src/os/probe_env.h

/// A check module: one file in checks/ that probes one area and fills its part of the snapshot.
/// The field tables say which facts that are: their rows name its id. When it hangs, dies or fails,
/// exactly these become unknown.
struct Check {
  std::string_view id;  ///< the file's name
  std::string_view summary;
  std::span<const std::string_view> needs;  ///< modules whose facts it reads
  bool deep = false;  ///< runs only when a deep probe is asked for: slow, or it needs root
  /// Fills `out`, which starts empty; parts are merged by each table's key. Returns why nothing at
  /// all could be read, or nothing. One odd file or device costs one fact, never the scan.
  std::optional<Unknown> (*collect)(ProbeEnv& env, const Snapshot& so_far, Snapshot& out);
};

/// Every module of checks/, sorted by id.
[[nodiscard]] std::span<const Check* const> all_checks();

struct ProbeOptions {
  std::string root;  ///< a dead tree instead of the live host: netlink and verbs are off
  std::chrono::milliseconds module_timeout{1000};  ///< for a module's next sign of life
  std::chrono::milliseconds timeout{5000};
  bool verbs = true;
  bool deep = false;  ///< also what is slow or needs root: module memory, debugfs
  /// Only these modules and what they need; empty: all. Facts of the others are not_collected.
  std::vector<std::string> modules;
  /// In a container: where the host's own files are mounted. Netlink and verbs stay live.
  std::string host_root;
};

/// Probes this host, read-only, in forked workers. Never waits longer than `timeout` plus the time
/// it takes to write down what is missing.
[[nodiscard]] Snapshot probe(const ProbeOptions& options);

}  // namespace rocelint
