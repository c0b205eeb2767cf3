// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"
#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "cli/command_line.h"
#include "cli/io/job_options.h"

namespace rocelint::cli {

/// How this host is probed, as given on the command line.
struct ProbeSettings {
  std::string root;
  std::string host_root;
  std::string node_facts;
  JobOptions job;
  std::string timeout = "5s";
  bool no_verbs = false;
  bool deep = false;
  bool facts_exec = false;
};

/// Options of the probe, --node-facts and those of the job.
void add_probe_options(CommandLine& command, ProbeSettings& settings);

/// The host that is looked at, or why it can't be.
struct HostReading {
  std::optional<Snapshot> snapshot;
  std::optional<Snapshot> since;  ///< the host earlier, where counters are to be compared
  std::optional<std::int64_t> traffic_class = std::nullopt;  ///< of the job, where it is given
  Diagnostics errors;
  Diagnostics warnings;
  /// Probes once more with the same options. None where a saved host was read.
  std::function<HostReading()> look_again = {};  // NOLINT(readability-redundant-member-init)
};

/// Which host is looked at: this one or a saved one, and over which time.
struct HostSettings {
  ProbeSettings probe;
  std::string snapshot;
  std::string since;
  std::string interval;
};

void add_host_options(CommandLine& command, HostSettings& settings);

/// Probes this host, twice for an interval, or reads the saved one; and the earlier one for
/// --since.
[[nodiscard]] HostReading look_at_host(const HostSettings& settings);

/// Probes this host, with progress on a terminal, and reads what the job is told.
[[nodiscard]] HostReading probe_host(const ProbeSettings& settings);

/// Reads a saved snapshot; "-" is standard input.
[[nodiscard]] HostReading read_host(const std::string& file);

/// Whether a signal ended the probe before its time.
[[nodiscard]] bool was_interrupted(const Snapshot& snapshot);

/// "rocelint: interrupted: the report is partial" where it was.
[[nodiscard]] std::string note_if_partial(const Snapshot& snapshot, std::string_view what);

}  // namespace rocelint::cli
