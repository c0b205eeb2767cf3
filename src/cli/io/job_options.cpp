// SPDX-License-Identifier: Apache-2.0
#include "cli/io/job_options.h"

#include <cerrno>
#include <cstddef>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <sys/stat.h>
#include <sys/types.h>

#include "rocelint/base/diagnostic.h"

#include "base/text_file.h"
#include "cli/io/input.h"
#include "cli/io/number_option.h"
#include "inputs/job_file.h"
#include "inputs/job_settings.h"

namespace rocelint::cli {

namespace {

constexpr std::size_t kMostBytes = 4'000'000;

JobSourceReading refused(Diagnostics errors) {
  return {.source = {}, .errors = std::move(errors)};
}

JobSourceReading read_file(const std::string& file) {
  const auto text = read_input(file, kMostBytes);
  if (!text) {
    return refused({text.error()});
  }
  auto reading = read_job_file(*text, file);
  if (!reading.errors.empty()) {
    return refused(std::move(reading.errors));
  }
  JobSourceReading out;
  out.source.file = std::move(reading.environment);
  return out;
}

}  // namespace

void add_job_options(CLI::App& command, JobOptions& options) {
  auto* file = command
                   .add_option("--job", options.file,
                               "the environment of a job that is to run here: lines\n"
                               "KEY=VALUE; - is stdin")
                   ->type_name("FILE")
                   ->check(validate_name);
  auto* own = command
                  .add_flag("--job-env", options.own_environment,
                            "rocelint runs inside the job: its own environment")
                  ->excludes(file);
  add_number_option(command, "--pid", options.pid,
                    {.least = 1, .most = std::numeric_limits<pid_t>::max()},
                    "the environment of a process of the job")
      ->excludes(file)
      ->excludes(own);
}

void add_traffic_class_option(CLI::App& command, JobOptions& options) {
  add_number_option(command, "--traffic-class", options.traffic_class, {.least = 0, .most = 255},
                    "IP traffic class of the job's packets (DSCP times\n"
                    "4), above what the job and the policy say");
}

JobSourceReading read_job_source(const JobOptions& options, const std::string& host_root) {
  if (!options.file.empty()) {
    return read_file(options.file);
  }
  JobSourceReading out;
  out.source.own_environment = options.own_environment;
  out.source.pid = options.pid;
  if (options.pid) {
    const auto number = std::to_string(*options.pid);
    struct stat status{};
    if (stat((host_root + "/proc/" + number).c_str(), &status) != 0) {
      return refused({{.file = "",
                       .line = 0,
                       .column = 0,
                       .text = "--pid " + number + ": " +
                               (errno == ENOENT ? "no such process"
                                                : std::generic_category().message(errno))}});
    }
  }
  return out;
}

}  // namespace rocelint::cli
