// SPDX-License-Identifier: Apache-2.0
#pragma once

// The operating system around a job: limits, memory, processors, services.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// getrlimit(2). 9223372036854775807 means: unlimited.
struct ProcessLimits {
  Fact<std::int64_t> memlock_bytes;
  Fact<std::int64_t> memlock_hard_bytes;
  Fact<std::int64_t> open_files;
  Fact<std::int64_t> open_files_hard;

  bool operator==(const ProcessLimits&) const = default;
};
inline constexpr auto kLimitsSource = "/proc/P/limits";
template <>
struct Fields<ProcessLimits> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::memlock_bytes>("memory that may be locked, which is what registering it does; "
                               "9223372036854775807: unlimited",
                               kLimitsSource),
      field<&T::memlock_hard_bytes>("what it may be raised to without privilege", kLimitsSource),
      field<&T::open_files>("file descriptors that may be open", kLimitsSource),
      field<&T::open_files_hard>("what it may be raised to without privilege", kLimitsSource),
  };
};

/// A service that starts jobs; they inherit its limits.
struct Launcher {
  std::string name;
  ProcessLimits limits;

  bool operator==(const Launcher&) const = default;
};
template <>
struct Fields<Launcher> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("slurmd, kubelet, containerd, dockerd, crio, pbs_mom, sshd", "/proc/P/comm",
                      FieldRole::key),
      field<&T::limits>("its limits", ""),
  };
};

/// A device file of RDMA.
struct DeviceNode {
  std::string path;
  Fact<std::string> mode;
  Fact<std::string> owner;
  Fact<bool> usable;

  bool operator==(const DeviceNode&) const = default;
};
template <>
struct Fields<DeviceNode> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::path>("/dev/infiniband/uverbs0", "/dev/infiniband", FieldRole::key),
      field<&T::mode>("permissions in octal: 0666", "stat st_mode"),
      field<&T::owner>("user and group by number: 0:0", "stat st_uid, st_gid"),
      field<&T::usable>("this process may read and write it; it is not opened", "faccessat"),
  };
};

/// What the control group of this process may hold of one RDMA device.
struct RdmaCgroupLimit {
  std::string device;
  std::int64_t hca_handles = 0;
  std::int64_t hca_objects = 0;

  bool operator==(const RdmaCgroupLimit&) const = default;
};
inline constexpr auto kRdmaMax = "/sys/fs/cgroup/*/rdma.max, up to the root";
template <>
struct Fields<RdmaCgroupLimit> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::device>("RDMA device", kRdmaMax, FieldRole::key),
      field<&T::hca_handles>("open contexts; 9223372036854775807: no limit", kRdmaMax),
      field<&T::hca_objects>("queue pairs, memory regions and so on together", kRdmaMax),
  };
};

/// A chain of the packet filter that sees what comes in.
struct InputChain {
  std::string name;
  bool drops = false;
  std::int64_t rules = 0;

  bool operator==(const InputChain&) const = default;
};
template <>
struct Fields<InputChain> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("family, table and chain: inet filter input", "NFT_MSG_GETCHAIN",
                      FieldRole::key),
      field<&T::drops>("what no rule takes is dropped", "NFTA_CHAIN_POLICY"),
      field<&T::rules>("rules in it", "NFTA_CHAIN_USE"),
  };
};

/// Packets of RDMA hardware do not pass here; those that bring a job up do.
struct Firewall {
  Fact<bool> nf_tables;
  Fact<bool> ip_tables;
  Fact<std::vector<InputChain>> input_chains;
  Fact<std::int64_t> ipsec_policies;

  bool operator==(const Firewall&) const = default;
};
template <>
struct Fields<Firewall> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::nf_tables>("nftables is loaded", "/sys/module/nf_tables"),
      field<&T::ip_tables>("the older iptables is loaded", "/sys/module/ip_tables"),
      field<&T::input_chains>("chains for what comes in; read with --deep", "NETLINK_NETFILTER",
                              FieldRole::state, Privilege::net_admin)
          .by("firewall"),
      field<&T::ipsec_policies>("policies of IPsec; read with --deep", "XFRM_MSG_GETPOLICY",
                                FieldRole::state, Privilege::net_admin)
          .by("firewall"),
  };
};

enum class Lockdown : std::uint8_t { none = 0, integrity = 1, confidentiality = 2 };
template <>
inline constexpr std::array kEnumNames<Lockdown> = {EnumName{0, "none"}, EnumName{1, "integrity"},
                                                    EnumName{2, "confidentiality"}};

struct System {
  Fact<std::string> os_name;
  Fact<std::string> command_line;
  Fact<Lockdown> lockdown;
  Fact<std::string> container;
  ProcessLimits limits;
  ProcessLimits systemd_limits;
  Fact<std::vector<Launcher>> launchers;
  Fact<std::int64_t> shm_bytes;
  Fact<std::int64_t> max_map_count;
  Fact<std::int64_t> cma_total_bytes;
  Fact<std::int64_t> numa_balancing;
  Fact<std::int64_t> numa_nodes;
  Fact<std::vector<RdmaCgroupLimit>> rdma_cgroup;
  Fact<std::vector<DeviceNode>> device_nodes;
  Fact<std::vector<std::string>> cpu_governors;
  Fact<std::vector<std::string>> daemons;
  Fact<bool> clock_synchronized;
  Firewall firewall;

  bool operator==(const System&) const = default;
};
template <>
struct Fields<System> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::os_name>("distribution and its release", "/etc/os-release PRETTY_NAME"),
      field<&T::command_line>("what the kernel was started with", "/proc/cmdline"),
      field<&T::lockdown>("what even root may not do to the kernel",
                          "/sys/kernel/security/lockdown"),
      field<&T::container>("what this process is in: docker, podman, kubernetes, lxc, other; "
                           "empty: the host itself",
                           "/run/systemd/container, /.dockerenv, /proc/1/environ"),
      field<&T::limits>("limits of this process", ""),
      field<&T::systemd_limits>("limits that systemd gives to a service that asks for none", ""),
      field<&T::launchers>("services that start jobs", "/proc/P/comm"),
      field<&T::shm_bytes>("size of /dev/shm", "statvfs"),
      field<&T::max_map_count>("memory areas that a process may have",
                               "/proc/sys/vm/max_map_count"),
      field<&T::cma_total_bytes>("memory set aside for contiguous allocations; unsupported by "
                                 "kernels without CONFIG_CMA",
                                 "/proc/meminfo CmaTotal"),
      field<&T::numa_balancing>("0: the kernel moves no pages between NUMA nodes",
                                "/proc/sys/kernel/numa_balancing"),
      field<&T::numa_nodes>("NUMA nodes that are online", "/sys/devices/system/node/online"),
      field<&T::rdma_cgroup>("limits on RDMA; an empty list: none", kRdmaMax),
      field<&T::device_nodes>("device files of RDMA", "/dev/infiniband"),
      field<&T::cpu_governors>("how processors choose their frequency, each once",
                               "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"),
      field<&T::daemons>("services that run, of those that matter to RDMA", "/proc/P/comm"),
      field<&T::clock_synchronized>("something keeps the clock right", "adjtimex STA_UNSYNC"),
      field<&T::firewall>("packet filters", ""),
  };
};

/// What lets a NIC read and write GPU memory.
struct GpuSoftware {
  Fact<bool> peer_memory;
  Fact<std::string> nvidia_version;
  Fact<bool> nvidia_open;

  bool operator==(const GpuSoftware&) const = default;
};
template <>
struct Fields<GpuSoftware> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::peer_memory>("a peer memory client is registered, by the files that NCCL looks at",
                             "/sys/kernel/mm/memory_peers/{nv_mem,nv_mem_nc,amdkfd}/version, "
                             "/sys/module/nvidia_peermem/version"),
      field<&T::nvidia_version>("NVIDIA's kernel driver", "/proc/driver/nvidia/version"),
      field<&T::nvidia_open>("it is the open one, which can share memory as a dma-buf",
                             "/proc/driver/nvidia/version"),
  };
};

/// A fact that a site adds: one of these is known.
struct CustomFact {
  Fact<bool> flag;
  Fact<std::int64_t> number;
  Fact<std::string> text;

  bool operator==(const CustomFact&) const = default;
};
inline constexpr auto kSiteFile = "/etc/rocelint/facts.d";
template <>
struct Fields<CustomFact> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::flag>("true or false", kSiteFile),
      field<&T::number>("a whole number", kSiteFile),
      field<&T::text>("text", kSiteFile),
  };
};

}  // namespace rocelint
