// SPDX-License-Identifier: Apache-2.0
#include "inputs/job_settings.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>
#include <unistd.h>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/job.h"
#include "rocelint/facts/pcie.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/system.h"
#include "rocelint/snapshot.h"

#include "base/write_all.h"
#include "facts/gpu.h"
#include "facts/json/facts_json.h"
#include "facts/unknown.h"
#include "inputs/job_file.h"
#include "inputs/topology_file.h"
#include "os/host/process_limits.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "probe/child.h"

namespace rocelint {

/// What comes back from the child that reads the job's files.
struct JobReading {
  Job job;
  Fact<std::vector<std::string>> notes;
};
template <>
struct Fields<JobReading> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::job>("the job", "rocelint"),
      field<&T::notes>("what a user should know", "rocelint"),
  };
};

namespace {

constexpr auto kDefaultTopology = "/var/run/nvidia-topologyd/virtualTopology.xml";
constexpr std::size_t kMostBytes = 8'000'000;

bool is_amd_host(const Snapshot& snapshot) {
  const auto* devices = snapshot.host.pci_devices.known();
  return devices != nullptr && std::ranges::any_of(*devices, [](const PciDevice& device) {
           return is_gpu(device) && device.vendor_id.is("0x1002");
         });
}

std::string process_directory(std::int64_t pid) {
  return "/proc/" + std::to_string(pid);
}

std::string own_environment() {
  std::string bytes;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    bytes += *entry;
    bytes += '\0';
  }
  return bytes;
}

Fact<std::int64_t> slowest_link(const TopologyCount& count) {
  return count.slowest_link_mbps
             ? Fact<std::int64_t>(*count.slowest_link_mbps)
             : Fact<std::int64_t>(unsupported("the file names no link's speed and width"));
}

/// Limits belong to processes: a file with an environment has none.
ProcessLimits limits_of_no_process() {
  return unknown_limits(
      unsupported("an environment tells no limits: --pid N of a process of the job does"));
}

/// Reads what the job is told, in the child.
class JobReader {
 public:
  JobReader(const JobSource& source, const JobPlace& place, std::string_view library)
      : source_(source), place_(place), library_(library), files_(root_of_job()) {}

  JobReading read() {
    out_.job.limits = limits();
    auto environment = read_environment();
    const auto failure =
        environment ? add_configuration(*environment) : std::optional(environment.error());
    if (failure) {
      out_.job.settings = *failure;
      out_.job.topology_file = *failure;
    } else {
      out_.job.topology_file = topology(environment->settings);
      out_.job.settings = std::move(environment->settings);
    }
    out_.notes = notes_;
    return std::move(out_);
  }

 private:
  /// A process has files of its own where it runs in a container.
  [[nodiscard]] std::string root_of_job() const {
    if (source_.pid) {
      return place_.root + process_directory(*source_.pid) + "/root";
    }
    return source_.own_environment ? "" : place_.root;
  }

  [[nodiscard]] ProcessLimits limits() const {
    if (source_.pid) {
      return read_process_limits(Files(place_.root), process_directory(*source_.pid));
    }
    return source_.own_environment ? read_process_limits(Files(""), "/proc/self")
                                   : limits_of_no_process();
  }

  [[nodiscard]] Read<JobEnvironment> read_environment() const {
    if (source_.file) {
      auto environment = *source_.file;
      // Root's own file is not that of a job, which hardly runs as root.
      const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): one thread
      if (environment.home.empty() && home != nullptr && geteuid() != 0 && place_.root.empty()) {
        environment.home = home;
      }
      return environment;
    }
    if (source_.own_environment) {
      return read_environ(own_environment(), "environment");
    }
    const auto bytes = Files(place_.root).read(process_directory(*source_.pid) + "/environ");
    if (!bytes) {
      return tl::unexpected(bytes.error());
    }
    return read_environ(*bytes, "pid " + std::to_string(*source_.pid));
  }

  /// Why the settings are not known in full, or nothing.
  std::optional<Unknown> add_configuration(JobEnvironment& environment) {
    const auto conf = environment.settings.find("NCCL_CONF_FILE");
    if (conf != environment.settings.end() && !conf->second.value.empty()) {
      const auto path = conf->second.value;
      if (const auto failure = add_file(environment, path, true)) {
        return failure;
      }
    } else if (!environment.home.empty()) {
      if (const auto failure =
              add_file(environment, environment.home + "/." + library_ + ".conf", false)) {
        return failure;
      }
    }
    return add_file(environment, "/etc/" + library_ + ".conf", false);
  }

  std::optional<Unknown> add_file(JobEnvironment& environment, const std::string& path,
                                  bool named) {
    if (const auto odd = diagnostic_about(path)) {
      return odd;
    }
    const auto text = files_.read(path);
    if (text) {
      add_nccl_conf(environment.settings, *text, path);
      return std::nullopt;
    }
    const auto& why = text.error();
    if (why.reason != Reason::not_found && why.sys_errno != ENOTDIR) {
      return why;
    }
    if (named) {
      notes_.push_back("NCCL_CONF_FILE: " + why.detail + "; NCCL goes on without it");
    }
    return std::nullopt;
  }

  /// Only a job that we run in has our working directory.
  [[nodiscard]] std::optional<Unknown> diagnostic_about(const std::string& path) const {
    if (path.starts_with('/') || source_.own_environment) {
      return std::nullopt;
    }
    return not_found(path + " is relative to a working directory that is not known here");
  }

  [[nodiscard]] Fact<TopologyFile> topology(const JobSettings& settings) const {
    const auto named = settings.find("NCCL_TOPO_FILE");
    const bool is_named = named != settings.end() && !named->second.value.empty();
    TopologyFile file{.path = is_named ? named->second.value : kDefaultTopology,
                      .gpus = {},
                      .nics = {},
                      .slowest_link_mbps = {}};
    const auto odd = diagnostic_about(file.path);
    const auto text = odd ? Read<std::string>(tl::unexpected(*odd)) : files_.read(file.path);
    if (!text && !is_named && text.error().reason == Reason::not_found) {
      return not_found("NCCL_TOPO_FILE is not set, and there is no " + file.path);
    }
    const auto count =
        text ? count_topology(*text) : Read<TopologyCount>(tl::unexpected(text.error()));
    if (count) {
      file.gpus = count->gpus;
      file.nics = count->nics;
      file.slowest_link_mbps = slowest_link(*count);
    } else {
      file.gpus = count.error();
      file.nics = count.error();
      file.slowest_link_mbps = count.error();
    }
    return file;
  }

  const JobSource& source_;
  const JobPlace& place_;
  std::string library_;  ///< "nccl" or "rccl"
  Files files_;
  JobReading out_;
  std::vector<std::string> notes_;
};

Diagnostic note(std::string text) {
  return {.file = "", .line = 0, .column = 0, .text = std::move(text)};
}

void mark_unread(Job& job, const Unknown& why, bool limits) {
  job.settings = why;
  job.topology_file = why;
  if (limits) {
    job.limits = unknown_limits(why);
  }
}

}  // namespace

Diagnostics add_job(const JobSource& source, const JobPlace& place, Snapshot& snapshot) {
  if (!source.names_a_job()) {
    return {};
  }
  const std::string_view library = is_amd_host(snapshot) ? "rccl" : "nccl";
  auto run = run_in_child(
      [&] {
        auto read = JobReader(source, place, library).read();
        std::string json;
        write_json_value(json, kType<JobReading>, &read);
        if (write_all(STDOUT_FILENO, json) != 0) {
          _exit(EXIT_FAILURE);
        }
      },
      {.deadline = place.deadline, .most_bytes = kMostBytes});
  JobReading reading;
  if (!run.failure &&
      !read_json_value(run.out, "job", kType<JobReading>, &reading, UnknownKeys::refuse).ok) {
    run.failure = malformed("no answer");
  }
  if (run.failure) {
    run.failure->detail = "reading what the job is told " + run.failure->detail;
    mark_unread(snapshot.job, *run.failure, source.pid.has_value());
    return {};
  }
  snapshot.job = std::move(reading.job);
  Diagnostics notes;
  if (const auto* said = reading.notes.known()) {
    std::ranges::transform(*said, std::back_inserter(notes), note);
  }
  const auto* settings = snapshot.job.settings.known();
  if (settings != nullptr && settings->empty()) {
    notes.push_back(note("the job sets no variable NCCL_*, RCCL_* or UCX_*"));
  }
  return notes;
}

void lay_job_over(const JobEnvironment& environment, Snapshot& snapshot) {
  const Unknown saved = not_collected("the host is a saved snapshot: its files are not at hand");
  snapshot.job = Job{};
  snapshot.job.limits = limits_of_no_process();
  snapshot.job.settings = environment.settings;
  snapshot.job.topology_file = saved;
  if (const auto named = environment.settings.find("NCCL_TOPO_FILE");
      named != environment.settings.end() && !named->second.value.empty()) {
    snapshot.job.topology_file = TopologyFile{
        .path = named->second.value, .gpus = saved, .nics = saved, .slowest_link_mbps = saved};
  }
}

}  // namespace rocelint
