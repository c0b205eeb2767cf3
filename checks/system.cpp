// SPDX-License-Identifier: Apache-2.0

// The operating system around a job: what its processes may take, what runs beside them, how the
// processors and the clock are kept. Files, and four system calls that only tell.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/timex.h>
#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/unknown.h"
#include "os/host/process.h"
#include "os/host/process_limits.h"
#include "os/host/rdma_cgroup.h"
#include "os/host/system_files.h"
#include "os/host/systemd_limits.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/files.h"
#include "os/sysfs/sysfs_device.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 7> kLaunchers{
    "slurmd", "kubelet", "containerd", "dockerd", "crio", "pbs_mom", "sshd",
};

struct Daemon {
  std::string_view comm;  ///< at most 15 bytes
  std::string_view name;
};
constexpr std::array<Daemon, 16> kDaemons{{
    {"irqbalance", "irqbalance"},
    {"lldpad", "lldpad"},
    {"lldpd", "lldpd"},
    {"chronyd", "chronyd"},
    {"ntpd", "ntpd"},
    {"systemd-timesyn", "systemd-timesyncd"},
    {"ptp4l", "ptp4l"},
    {"phc2sys", "phc2sys"},
    {"firewalld", "firewalld"},
    {"tuned", "tuned"},
    {"NetworkManager", "NetworkManager"},
    {"systemd-network", "systemd-networkd"},
    {"numad", "numad"},
    {"opensm", "opensm"},
    {"nv-fabricmanage", "nv-fabricmanager"},
    {"nvidia-persiste", "nvidia-persistenced"},
}};

Unknown not_in_a_dead_tree(std::string_view what) {
  return unsupported(std::string(what) + ": only a live host tells");
}

std::vector<Launcher> find_launchers(const Files& files, const std::vector<Process>& processes) {
  std::map<std::string, ProcessLimits> limits;
  for (const auto& process : processes) {
    if (std::ranges::count(kLaunchers, process.name) == 0) {
      continue;
    }
    const auto own = read_process_limits(files, process.directory);
    const auto [at, is_first] = limits.try_emplace(process.name, own);
    if (!is_first) {
      at->second = lesser_limits(at->second, own);
    }
  }
  std::vector<Launcher> launchers;
  for (const auto& [name, least] : limits) {
    launchers.push_back({.name = name, .limits = least});
  }
  return launchers;
}

std::vector<std::string> find_daemons(const std::vector<Process>& processes) {
  std::set<std::string> names;
  for (const auto& daemon : kDaemons) {
    if (std::ranges::count(processes, daemon.comm, &Process::name) > 0) {
      names.emplace(daemon.name);
    }
  }
  return {names.begin(), names.end()};
}

void read_processes(const Files& files, System& system) {
  const auto processes = list_processes(files);
  if (!processes) {
    system.launchers = processes.error();
    system.daemons = processes.error();
    return;
  }
  system.launchers = find_launchers(files, *processes);
  system.daemons = find_daemons(*processes);
}

// adjtimex(2) with no mode bits changes nothing.
Fact<bool> clock_synchronized() {
  timex clock{};
  if (::adjtimex(&clock) < 0) {
    return unknown_from_errno(errno, "adjtimex");
  }
  return (clock.status & STA_UNSYNC) == 0;
}

Fact<std::int64_t> read_shm_bytes(const Files& files) {
  const auto bytes = files.filesystem_bytes("/dev/shm");
  return bytes ? Fact<std::int64_t>(static_cast<std::int64_t>(*bytes))
               : Fact<std::int64_t>(bytes.error());
}

// A kernel without the file moves no pages by itself (CONFIG_NUMA_BALANCING).
Fact<std::int64_t> read_numa_balancing(const Files& files) {
  auto value = read_sysfs_number(files, "/proc/sys/kernel/numa_balancing");
  const auto* why = value.unknown();
  const bool is_absent = why != nullptr && why->reason == Reason::not_found;
  return is_absent && files.exists("/proc/sys/kernel/osrelease") ? Fact<std::int64_t>(0) : value;
}

void read_what_needs_a_live_host(ProbeEnv& env, System& system) {
  if (!env.is_live()) {
    system.limits = unknown_limits(not_in_a_dead_tree("limits of a process"));
    system.shm_bytes = not_in_a_dead_tree("the size of a filesystem");
    system.rdma_cgroup = not_in_a_dead_tree("the control group of a process");
    system.device_nodes = not_in_a_dead_tree("device files");
    system.clock_synchronized = not_in_a_dead_tree("the clock");
    return;
  }
  const Files& files = env.files();
  system.limits = read_process_limits(files, "/proc/self");
  system.shm_bytes = read_shm_bytes(files);
  system.rdma_cgroup = read_rdma_cgroup(files);
  system.device_nodes = read_device_nodes(files);
  system.clock_synchronized = clock_synchronized();
}

std::optional<Unknown> collect_system(ProbeEnv& env, const Snapshot& /*so_far*/, Snapshot& out) {
  const Files& files = env.files();
  System& system = out.host.system;
  system.os_name = read_os_name(files);
  system.command_line = read_sysfs_text(files, "/proc/cmdline");
  system.lockdown = read_lockdown(files);
  system.container = read_container(files);
  system.systemd_limits = read_systemd_limits(files);
  system.max_map_count = read_sysfs_number(files, "/proc/sys/vm/max_map_count");
  system.cma_total_bytes = read_cma_total_bytes(files);
  system.numa_balancing = read_numa_balancing(files);
  system.numa_nodes = read_numa_nodes(files);
  system.cpu_governors = read_cpu_governors(files);
  system.firewall.nf_tables = read_module_presence(files, "nf_tables");
  system.firewall.ip_tables = read_module_presence(files, "ip_tables");
  env.keep(out);
  read_what_needs_a_live_host(env, system);
  read_processes(files, system);
  return std::nullopt;
}

}  // namespace

extern const Check system{.id = "system",
                          .summary = "limits, services and settings of the operating system",
                          .needs = {},
                          .collect = collect_system};

}  // namespace rocelint::checks
