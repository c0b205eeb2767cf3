// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a job is told by its environment, in the forms that an environment is written in.

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/job.h"

namespace rocelint {

using JobSettings = std::map<std::string, JobSetting, std::less<>>;

/// Whether a variable of this name goes into a snapshot: NCCL_*, RCCL_*, UCX_*.
[[nodiscard]] bool is_job_variable(std::string_view name);

struct JobEnvironment {
  JobSettings settings;
  std::string home;  ///< HOME, where it is set; never saved

  bool operator==(const JobEnvironment&) const = default;
};

struct JobFileReading {
  JobEnvironment environment;
  Diagnostics errors;
};

/// Lines of KEY=VALUE, as `env` prints them, as `docker --env-file` takes them, or as a shell reads
/// them (`export KEY="value"`). Lines that set none of our variables are not looked at: no shell is
/// run, so one that only a shell can understand is an error if it names one of ours. `file` is its
/// name. A file with NULs in it is a saved /proc/P/environ.
[[nodiscard]] JobFileReading read_job_file(std::string_view text, const std::string& file);

/// Entries with a NUL after each: /proc/P/environ. Of two with the same name getenv(3) finds the
/// first.
[[nodiscard]] JobEnvironment read_environ(std::string_view bytes, const std::string& origin);

/// Adds what a configuration file of NCCL says and nobody has said before (NCCL, src/misc/param.cc:
/// setenv() without overwriting; nothing is trimmed, nothing unquoted).
void add_nccl_conf(JobSettings& settings, std::string_view text, const std::string& file);

}  // namespace rocelint
