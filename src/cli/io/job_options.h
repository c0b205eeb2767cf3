// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rocelint/base/diagnostic.h"

#include "cli/command_line.h"
#include "inputs/job_settings.h"

namespace rocelint::cli {

/// Which job is to run on the host, as given on the command line.
struct JobOptions {
  std::string file;
  bool own_environment = false;
  std::optional<std::int64_t> pid;
  std::optional<std::int64_t> traffic_class;
};

/// --job, --job-env, --pid.
void add_job_options(CommandLine& command, JobOptions& options);
/// --traffic-class, where a host is judged.
void add_traffic_class_option(CommandLine& command, JobOptions& options);

/// What the job is told, or why that can't be had.
struct JobSourceReading {
  JobSource source;
  Diagnostics errors;
};

/// Reads the job file; looks whether the process is there, below `host_root`.
[[nodiscard]] JobSourceReading read_job_source(const JobOptions& options,
                                               const std::string& host_root);

}  // namespace rocelint::cli
