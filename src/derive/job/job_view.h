// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a job makes of its settings: the values that NCCL, RCCL and UCX would use. Pure functions of
// the facts.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/ports.h"

namespace rocelint {

/// What is not set has NCCL's own default (2.23 and later). RCCL reads the same variables.
struct NcclView {
  Fact<bool> used;
  Fact<bool> ib_disabled;
  Fact<std::int64_t> traffic_class;
  Fact<std::int64_t> timeout;
  Fact<std::int64_t> retry_count;
  Fact<std::int64_t> cross_nic;
  Fact<std::int64_t> adaptive_routing;
  Fact<std::string> gdr_level;
  Fact<std::int64_t> queue_pairs;
  Fact<std::string> address_range;
  Fact<std::vector<std::string>> hca_without_device;
  Fact<std::vector<std::string>> hca_takes_more;
  Fact<std::vector<std::string>> protocols;
  Fact<bool> names_sockets;
  Fact<std::vector<std::string>> socket_interfaces;
  Fact<std::vector<std::string>> overrides;

  bool operator==(const NcclView&) const = default;
};
template <>
struct Fields<NcclView> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::used>("the job sets something of NCCL or RCCL", "NCCL_*, RCCL_*"),
      field<&T::ib_disabled>("it goes over sockets and leaves RDMA alone",
                             "NCCL_IB_DISABLE, NCCL_NET"),
      field<&T::traffic_class>("IP traffic class of its packets, DSCP and ECN bits; default 0",
                               "NCCL_IB_TC"),
      field<&T::timeout>("ACK timeout, 4.096 us times 2 to its power; default 20",
                         "NCCL_IB_TIMEOUT"),
      field<&T::retry_count>("retransmissions before a queue pair gives up; default 7",
                             "NCCL_IB_RETRY_CNT"),
      field<&T::cross_nic>("0: a ring stays on one rail; 1 and 2: it may change; default 2",
                           "NCCL_CROSS_NIC"),
      field<&T::adaptive_routing>(
          "1: it counts on a fabric that reorders packets; default -2: it chooses",
          "NCCL_IB_ADAPTIVE_ROUTING"),
      field<&T::gdr_level>(
          "how far a GPU may be for GPUDirect: LOC, PIX, PXB, PHB, SYS; empty: it chooses",
          "NCCL_NET_GDR_LEVEL"),
      field<&T::queue_pairs>("queue pairs of each connection; default 1",
                             "NCCL_IB_QPS_PER_CONNECTION"),
      field<&T::address_range>("the subnet that it takes its GID from; empty: any",
                               "NCCL_IB_ADDR_RANGE"),
      field<&T::hca_without_device>("entries of its list of devices that match none",
                                    "NCCL_IB_HCA"),
      field<&T::hca_takes_more>(
          "devices that its list takes only because an entry that is the whole name of another one "
          "is the beginning of theirs",
          "NCCL_IB_HCA"),
      field<&T::protocols>("protocols of the devices with an active port that it takes, sorted",
                           "NCCL_IB_HCA"),
      field<&T::names_sockets>("it names interfaces for its TCP connections", "NCCL_SOCKET_IFNAME"),
      field<&T::socket_interfaces>(
          "interfaces that are up and have an address, of those that it names",
          "NCCL_SOCKET_IFNAME"),
      field<&T::overrides>("variables for debugging that it sets, sorted",
                           "NCCL_P2P_DISABLE and others"),
  };
};

struct UcxView {
  Fact<std::int64_t> traffic_class;
  Fact<std::vector<std::string>> devices_not_found;

  bool operator==(const UcxView&) const = default;
};
template <>
struct Fields<UcxView> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::traffic_class>("IP traffic class of its packets; -1: it chooses",
                               "UCX_IB_TRAFFIC_CLASS"),
      field<&T::devices_not_found>("devices that it names and the host has not", "UCX_NET_DEVICES"),
  };
};

/// The root `job` of rules of scope host, port and gid.
struct JobView {
  Fact<std::int64_t> settings;
  Fact<std::map<std::string, std::string, std::less<>>> origins;
  NcclView nccl;
  UcxView ucx;
  ProcessLimits limits;
  Fact<std::string> topology_path;
  Fact<std::int64_t> topology_gpus;
  Fact<std::int64_t> topology_slowest_link_mbps;

  bool operator==(const JobView&) const = default;
};
template <>
struct Fields<JobView> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::settings>("how many variables of NCCL, RCCL and UCX it sets",
                          "--job, --job-env, --pid, nccl.conf"),
      field<&T::origins>("where each of them was set", "--job, --job-env, --pid, nccl.conf"),
      field<&T::nccl>("NCCL or RCCL", ""),
      field<&T::ucx>("UCX", ""),
      field<&T::limits>("limits of the process given by --pid", ""),
      field<&T::topology_path>("file with the topology that it is told; empty: none",
                               "NCCL_TOPO_FILE"),
      field<&T::topology_gpus>("GPUs in that file", "NCCL_TOPO_FILE"),
      field<&T::topology_slowest_link_mbps>("the slowest PCI Express link in that file",
                                            "NCCL_TOPO_FILE"),
  };
};

/// What the job makes of one port: the root `job_port` of rules of scope port and gid.
struct JobPort {
  Fact<bool> used;
  Fact<std::int64_t> pinned_index;
  Fact<std::string> pinned_gid;
  Fact<bool> pinned_routable;

  bool operator==(const JobPort&) const = default;
};
template <>
struct Fields<JobPort> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::used>("the list of devices takes it; true where there is no list", "NCCL_IB_HCA"),
      field<&T::pinned_index>("the entry of the GID table that the job names; -1: it chooses",
                              "NCCL_IB_GID_INDEX, UCX_IB_GID_INDEX"),
      field<&T::pinned_gid>("what is there; empty: nothing", "port.gids"),
      field<&T::pinned_routable>(
          "it is RoCE v2, not link-local, and its netdev is in this namespace",
          "derived from port.gids"),
  };
};

/// How the job's packets are marked, as far as it says so: above the policy.
struct JobIntent {
  std::optional<std::int64_t> traffic_class;
  std::optional<std::int64_t> service_level;
};
[[nodiscard]] JobIntent intent_of(const Job& job);

[[nodiscard]] JobView derive_job(const Snapshot& snapshot);

[[nodiscard]] JobPort derive_job_port(const Job& job, const PortView& port);

}  // namespace rocelint
