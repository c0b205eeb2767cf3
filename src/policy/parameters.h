// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every policy parameter, in one table per struct: name, unit, doc line, and in place of a kernel
// source the built-in default. What rules see as `policy`. A parameter that nobody set is
// unknown(not_collected) and makes the rules that name it not applicable. There is no universally
// right DSCP or priority: none is built in.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "policy/parameter_choices.h"

namespace rocelint {

// What a row's source says where it is not a default written as YAML.
inline constexpr std::string_view kNoDefault = "none";
inline constexpr std::string_view kMustBeGiven = "required";
inline constexpr std::string_view kDerived = "derived";

struct ExpectPolicy {
  Fact<std::int64_t> ports;
  Fact<std::int64_t> speed_mbps;

  bool operator==(const ExpectPolicy&) const = default;
};
template <>
struct Fields<ExpectPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::ports>("how many ports the role has on one host", "none"),
      field<&T::speed_mbps>("negotiated speed of each port", "none"),
  };
};

/// One class of RoCE traffic, lossless where `pfc.mode` is required. `dscp` may be left out unless
/// ports trust it.
struct RoceClass {
  std::int64_t priority = 0;
  Fact<std::int64_t> dscp;
  Fact<std::int64_t> pcp;
  Fact<Tsa> tsa;
  Fact<std::int64_t> share_min_percent;

  bool operator==(const RoceClass&) const = default;
};
template <>
struct Fields<RoceClass> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::priority>("priority of the class, 0 to 7", "required"),
      field<&T::dscp>("DSCP that the job's packets carry, 0 to 63", "none"),
      field<&T::pcp>("802.1p priority that they carry, 0 to 7", "none"),
      field<&T::tsa>("how its traffic class is scheduled; only ets has a share", "none"),
      field<&T::share_min_percent>("least share of its traffic class among the ets ones", "none"),
  };
};

struct CnpPolicy {
  Fact<std::int64_t> priority;
  Fact<std::int64_t> dscp;
  Fact<bool> strict;

  bool operator==(const CnpPolicy&) const = default;
};
template <>
struct Fields<CnpPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::priority>("priority of congestion notification packets, 0 to 7", "none"),
      field<&T::dscp>("DSCP of congestion notification packets, 0 to 63", "none"),
      field<&T::strict>("their traffic class is scheduled strictly", "none"),
  };
};

struct MtuPolicy {
  Fact<std::int64_t> active_bytes;
  Fact<std::int64_t> netdev_bytes;

  bool operator==(const MtuPolicy&) const = default;
};
template <>
struct Fields<MtuPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::active_bytes>("least RDMA payload: 256, 512, 1024, 2048 or 4096", "none"),
      field<&T::netdev_bytes>("MTU of the netdev", "none"),
  };
};

struct PfcPolicy {
  Fact<PfcMode> mode;

  bool operator==(const PfcPolicy&) const = default;
};
template <>
struct Fields<PfcPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::mode>("required: lossless; forbidden: lossy; unmanaged: not ours to judge", "none"),
  };
};

struct CcPolicy {
  Fact<CcMode> mode;

  bool operator==(const CcPolicy&) const = default;
};
template <>
struct Fields<CcPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::mode>("congestion control; independent of pfc.mode", "none"),
  };
};

struct GidPolicy {
  Fact<GidFamily> family;

  bool operator==(const GidPolicy&) const = default;
};
template <>
struct Fields<GidPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::family>("address family of the fabric", "any"),
  };
};

struct DcbxPolicy {
  Fact<DcbxOwner> owner;

  bool operator==(const DcbxPolicy&) const = default;
};
template <>
struct Fields<DcbxPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::owner>("who may configure DCB; firmware-owned and lossless is healthy", "any"),
  };
};

struct PciePolicy {
  Fact<std::int64_t> max_read_request_bytes;
  Fact<std::vector<PciDistance>> gpu_distances;
  Fact<bool> ats;

  bool operator==(const PciePolicy&) const = default;
};
template <>
struct Fields<PciePolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::max_read_request_bytes>(
          "least size of the reads that a NIC may ask for: 128, 256, 512, 1024, 2048 or 4096",
          "none"),
      field<&T::gpu_distances>("how far a GPU may be from the NIC nearest to it", "none"),
      field<&T::ats>("address translation services of the NIC: off for GPUDirect on bare "
                     "metal, on in virtual machines",
                     "none"),
  };
};

struct GdrPolicy {
  Fact<bool> required;

  bool operator==(const GdrPolicy&) const = default;
};
template <>
struct Fields<GdrPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::required>("jobs need NICs that reach GPU memory by themselves", "none"),
  };
};

struct AddressingPolicy {
  Fact<std::vector<std::string>> subnets;
  Fact<bool> source_routing;
  Fact<std::int64_t> neighbours;

  bool operator==(const AddressingPolicy&) const = default;
};
template <>
struct Fields<AddressingPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::subnets>("where the addresses of the role lie: 10.1.0.0/16", "none"),
      field<&T::source_routing>(
          "each address has its own rule and table, which leave by its own port", "none"),
      field<&T::neighbours>("hosts times rails that one host may talk to directly", "none"),
  };
};

struct FirmwarePolicy {
  Fact<std::vector<std::string>> allowed;
  Fact<std::vector<std::string>> denied;

  bool operator==(const FirmwarePolicy&) const = default;
};
template <>
struct Fields<FirmwarePolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::allowed>("firmware that is right, as patterns of \"BOARD-ID VERSION\"", "none"),
      field<&T::denied>("firmware that must not run, as patterns of \"BOARD-ID VERSION\"", "none"),
  };
};

struct SystemPolicy {
  Fact<std::int64_t> memlock_bytes;
  Fact<std::int64_t> open_files;
  Fact<std::int64_t> shm_bytes;
  Fact<std::int64_t> max_map_count;
  Fact<std::string> kernel_release;
  Fact<std::string> cpu_governor;
  Fact<RdmaNamespaceMode> rdma_namespace_mode;

  bool operator==(const SystemPolicy&) const = default;
};
template <>
struct Fields<SystemPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::memlock_bytes>("least memory that a job may lock", "1073741824"),
      field<&T::open_files>("least number of files that a job may open", "none"),
      field<&T::shm_bytes>("least size of /dev/shm", "1073741824"),
      field<&T::max_map_count>("least number of memory areas of a process", "none"),
      field<&T::kernel_release>("oldest kernel that is right: 5.15", "none"),
      field<&T::cpu_governor>("how processors choose their frequency", "none"),
      field<&T::rdma_namespace_mode>(
          "whether network namespaces share RDMA devices: shared or exclusive", "none"),
  };
};

/// What may happen within the window of --interval or --since before it is a finding.
struct RatesPolicy {
  Fact<std::int64_t> min_packets;
  Fact<std::int64_t> loss_per_million;
  Fact<std::int64_t> rx_pause_permille;
  Fact<std::int64_t> tx_pause_permille;
  Fact<std::int64_t> cnp_per_second;
  Fact<std::int64_t> link_downs;

  bool operator==(const RatesPolicy&) const = default;
};
template <>
struct Fields<RatesPolicy> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::min_packets>(
          "packets that a port must have carried in the window to be judged by a ratio", "10000"),
      field<&T::loss_per_million>("lost or reordered packets in a million received ones", "0"),
      field<&T::rx_pause_permille>("thousandths of the window for which the fabric may stop a port",
                                   "10"),
      field<&T::tx_pause_permille>("thousandths of the window for which a port may stop the fabric",
                                   "1"),
      field<&T::cnp_per_second>("congestion notifications that a port acts on", "10000"),
      field<&T::link_downs>("link losses in the window", "0"),
  };
};

/// The parameters of one role, as resolved for one host or port: the root `policy` of rules.
struct RoleParameters {
  std::string role;
  ExpectPolicy expect;
  Fact<std::vector<RoceClass>> roce;
  CnpPolicy cnp;
  MtuPolicy mtu;
  PfcPolicy pfc;
  CcPolicy cc;
  GidPolicy gid;
  DcbxPolicy dcbx;
  PciePolicy pcie;
  GdrPolicy gdr;
  AddressingPolicy addressing;
  FirmwarePolicy firmware;
  SystemPolicy system;
  RatesPolicy rates;
  Fact<Bonding> bonding;
  Fact<Rails> rails;
  Fact<std::vector<std::string>> lldp_neighbors;
  Fact<std::vector<std::string>> socket_interfaces;
  Fact<Reordering> reordering;
  Fact<std::vector<std::string>> optics;
  Fact<std::vector<FecMode>> fec;
  Fact<TrustMode> trust;
  Fact<std::vector<std::int64_t>> roce_priorities;

  bool operator==(const RoleParameters&) const = default;
};
template <>
struct Fields<RoleParameters> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::role>("name of the role", kDerived),
      field<&T::expect>("what the host must have", ""),
      field<&T::roce>("the classes of RoCE traffic", "none"),
      field<&T::cnp>("congestion notification packets", ""),
      field<&T::mtu>("packet sizes", ""),
      field<&T::pfc>("priority flow control", ""),
      field<&T::cc>("congestion control", ""),
      field<&T::gid>("addresses", ""),
      field<&T::dcbx>("who owns the DCB configuration", ""),
      field<&T::pcie>("the way from the NIC to memory", ""),
      field<&T::gdr>("GPUDirect", ""),
      field<&T::addressing>("addresses and routes", ""),
      field<&T::firmware>("firmware of the NICs", ""),
      field<&T::system>("the operating system", ""),
      field<&T::rates>("limits for what counters show over a window", ""),
      field<&T::bonding>("whether ports are put together in bonds", "any"),
      field<&T::rails>(
          "isolated: ports of one rail reach only each other; connected: all reach all", "none"),
      field<&T::lldp_neighbors>(
          "switch ports that its ports may be cabled to, as patterns of \"SYSTEM PORT\"", "none"),
      field<&T::socket_interfaces>("interfaces for the job's TCP connections, as patterns", "none"),
      field<&T::reordering>(
          "whether the fabric may reorder packets of one queue pair (adaptive routing, spraying)",
          "never"),
      field<&T::optics>("modules that are approved, as patterns of \"VENDOR PART-NUMBER\"", "none"),
      field<&T::fec>("encodings that are right; left out: whatever the speed needs", "none"),
      field<&T::trust>("what a port classifies by", "any"),
      field<&T::roce_priorities>("priorities of `roce`, sorted", kDerived),
  };
};

/// Parameters, and one group of them, that rules ask of a host as a whole and never of a port.
inline constexpr std::array<std::string_view, 3> kHostParameters = {
    "expect.ports", "addressing.neighbours", "system"};

/// What a number may be: a range, or one of `allowed` where that is set.
struct ParameterLimit {
  std::string_view parameter;  ///< without list indices: "roce.priority"
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::span<const std::int64_t> allowed;
};
inline constexpr std::array<std::int64_t, 5> kRdmaMtus = {256, 512, 1024, 2048, 4096};
inline constexpr std::array<std::int64_t, 6> kPcieSizes = {128, 256, 512, 1024, 2048, 4096};
inline constexpr std::array kParameterLimits = {
    ParameterLimit{"expect.ports", 0, 1024, {}},
    ParameterLimit{"expect.speed_mbps", 1000, 6'400'000, {}},
    ParameterLimit{"roce.priority", 0, 7, {}},
    ParameterLimit{"roce.dscp", 0, 63, {}},
    ParameterLimit{"roce.pcp", 0, 7, {}},
    ParameterLimit{"roce.share_min_percent", 1, 100, {}},
    ParameterLimit{"cnp.priority", 0, 7, {}},
    ParameterLimit{"cnp.dscp", 0, 63, {}},
    ParameterLimit{"mtu.active_bytes", 0, 0, kRdmaMtus},
    ParameterLimit{"mtu.netdev_bytes", 576, 65'535, {}},
    ParameterLimit{"pcie.max_read_request_bytes", 0, 0, kPcieSizes},
    ParameterLimit{"addressing.neighbours", 1, 100'000'000, {}},
    ParameterLimit{"system.memlock_bytes", 0, 1LL << 62, {}},
    ParameterLimit{"system.open_files", 1, 1LL << 62, {}},
    ParameterLimit{"system.shm_bytes", 0, 1LL << 62, {}},
    ParameterLimit{"system.max_map_count", 1, 1LL << 31, {}},
    ParameterLimit{"rates.min_packets", 0, 1'000'000'000'000, {}},
    ParameterLimit{"rates.loss_per_million", 0, 1'000'000, {}},
    ParameterLimit{"rates.rx_pause_permille", 0, 1000, {}},
    ParameterLimit{"rates.tx_pause_permille", 0, 1000, {}},
    ParameterLimit{"rates.cnp_per_second", 0, 1'000'000'000, {}},
    ParameterLimit{"rates.link_downs", 0, 1'000'000, {}},
};

}  // namespace rocelint
