// SPDX-License-Identifier: Apache-2.0
#include "cli/io/job_options.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "rocelint/base/diagnostic.h"

#include "base/text_file.h"
#include "base/whole_number.h"
#include "cli/command_line.h"
#include "cli/io/input.h"
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

/// A whole number in decimal: 010 is 10 and 0x10 an error.
Option number_option(std::string_view names, std::optional<std::int64_t>& number,
                     std::int64_t least, std::int64_t most) {
  return {
      .names = names,
      .value = "N",
      .help = {},
      .target = [&number](const std::string& text) { number = whole_number<std::int64_t>(text); },
      .group = OptionGroup::job,
      .check =
          [least, most](const std::string& text) {
            const auto read = whole_number<std::int64_t>(text);
            return read && *read >= least && *read <= most
                       ? ""
                       : fmt::format(R"("{}" is not a whole number from {} to {})", text, least,
                                     most);
          }};
}

}  // namespace

void add_job_options(CommandLine& command, JobOptions& options) {
  constexpr auto kJob = OptionGroup::job;
  command.options.push_back(
      {.names = "--job",
       .value = "FILE",
       .help = "environment of a job that will run here: lines KEY=VALUE; - is stdin",
       .target = &options.file,
       .group = kJob,
       .check = validate_name});
  command.options.push_back({.names = "--job-env",
                             .help = "rocelint runs inside the job: take its own environment",
                             .target = &options.own_environment,
                             .group = kJob,
                             .excludes = {"--job"}});
  auto pid = number_option("--pid", options.pid, 1, std::numeric_limits<pid_t>::max());
  pid.help = "take the environment of this process of the job";
  pid.excludes = {"--job", "--job-env"};
  command.options.push_back(std::move(pid));
}

void add_traffic_class_option(CommandLine& command, JobOptions& options) {
  auto option = number_option("--traffic-class", options.traffic_class, 0, 255);
  option.help = "IP traffic class of the job's packets (DSCP times 4); overrides job and policy";
  command.options.push_back(std::move(option));
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
