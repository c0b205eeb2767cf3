// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/snapshot.h"

#include "inputs/job_file.h"

namespace rocelint {

/// Who says what the job is told. A prolog's environment is never taken for a job's, so somebody
/// must name one of these.
struct JobSource {
  std::optional<JobEnvironment> file;  ///< of --job
  bool own_environment = false;        ///< --job-env: rocelint runs inside the job
  std::optional<std::int64_t> pid;     ///< --pid

  [[nodiscard]] bool names_a_job() const { return file || own_environment || pid; }
};

/// Where the job's files are, and how long reading them may take: a home directory may be on a
/// server that is gone, and a process can hold its own memory against every reader.
struct JobPlace {
  std::string root;  ///< of the host, "" for "/"; a process is found in its proc
  std::chrono::milliseconds deadline{1000};
};

/// Fills snapshot.job: the environment first, then the user's and the system's configuration file
/// of NCCL (of RCCL where the GPUs are AMD's), as they do themselves. Returns what a user should
/// know.
[[nodiscard]] Diagnostics add_job(const JobSource& source, const JobPlace& place,
                                  Snapshot& snapshot);

/// Lays a job file over a saved host, in the place of the job that it was saved with. None of the
/// host's files is at hand.
void lay_job_over(const JobEnvironment& environment, Snapshot& snapshot);

}  // namespace rocelint
