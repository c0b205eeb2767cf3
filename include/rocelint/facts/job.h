// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a job is told of the network: settings of NCCL, RCCL and UCX. Other variables of its
// environment are never read into a snapshot.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/system.h"

namespace rocelint {

struct JobSetting {
  std::string value;
  std::string origin;

  bool operator==(const JobSetting&) const = default;
};
template <>
struct Fields<JobSetting> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::value>("as written", "--job, --job-env, --pid, nccl.conf"),
      field<&T::origin>("who says so: a file and line, a process, the environment", "rocelint"),
  };
};

struct TopologyFile {
  std::string path;
  Fact<std::int64_t> gpus;
  Fact<std::int64_t> nics;
  Fact<std::int64_t> slowest_link_mbps;

  bool operator==(const TopologyFile&) const = default;
};
template <>
struct Fields<TopologyFile> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::path>("the file", "NCCL_TOPO_FILE"),
      field<&T::gpus>("GPUs in it; unknown where it can't be read", "NCCL_TOPO_FILE"),
      field<&T::nics>("NICs in it", "NCCL_TOPO_FILE"),
      field<&T::slowest_link_mbps>("its slowest PCI Express link, link_speed times "
                                   "link_width; unsupported where it names none",
                                   "NCCL_TOPO_FILE"),
  };
};

struct Job {
  Fact<std::map<std::string, JobSetting, std::less<>>> settings;
  Fact<TopologyFile> topology_file;
  ProcessLimits limits;

  bool operator==(const Job&) const = default;
};
template <>
struct Fields<Job> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::settings>("variables NCCL_*, RCCL_*, UCX_*; not_collected without a job",
                          "--job, --job-env, --pid, nccl.conf"),
      field<&T::topology_file>("the topology that the job is told", "NCCL_TOPO_FILE"),
      field<&T::limits>("limits of the process given by --pid", ""),
  };
};

}  // namespace rocelint
