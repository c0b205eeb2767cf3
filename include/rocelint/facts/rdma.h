// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// RDMA_NLDEV_ATTR_DEV_PROTOCOL: never told from the name, the lid or the link layer.
enum class RdmaProtocol : std::uint8_t { ib, roce, iw, opa, usnic };
template <>
inline constexpr std::array kEnumNames<RdmaProtocol> = {EnumName{0, "ib"}, EnumName{1, "roce"},
                                                        EnumName{2, "iw"}, EnumName{3, "opa"},
                                                        EnumName{4, "usnic"}};

/// IBTA port states, include/rdma/ib_verbs.h.
enum class PortState : std::uint8_t { nop, down, init, armed, active, active_defer };
template <>
inline constexpr std::array kEnumNames<PortState> = {
    EnumName{0, "nop"},   EnumName{1, "down"},   EnumName{2, "init"},
    EnumName{3, "armed"}, EnumName{4, "active"}, EnumName{5, "active_defer"}};

enum class PortPhysicalState : std::uint8_t {
  sleep = 1,
  polling = 2,
  disabled = 3,
  training = 4,
  link_up = 5,
  error_recovery = 6,
  phy_test = 7,
};
template <>
inline constexpr std::array kEnumNames<PortPhysicalState> = {
    EnumName{1, "sleep"},    EnumName{2, "polling"}, EnumName{3, "disabled"},
    EnumName{4, "training"}, EnumName{5, "link_up"}, EnumName{6, "error_recovery"},
    EnumName{7, "phy_test"}};

/// include/uapi/rdma/ib_user_verbs.h, enum ib_uverbs_gid_type.
enum class GidType : std::uint8_t { ib, roce_v1, roce_v2 };
template <>
inline constexpr std::array kEnumNames<GidType> = {EnumName{0, "ib"}, EnumName{1, "roce_v1"},
                                                   EnumName{2, "roce_v2"}};

struct Gid {
  std::int64_t index = 0;
  std::string gid;
  Fact<GidType> type;
  Fact<std::string> netdev;

  bool operator==(const Gid&) const = default;
};
template <>
struct Fields<Gid> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::index>("place in the GID table", "UVERBS_METHOD_QUERY_GID_TABLE gid_index",
                       FieldRole::key),
      field<&T::gid>("the GID as an IPv6 address; an IPv4 one reads ::ffff:a.b.c.d",
                     "UVERBS_METHOD_QUERY_GID_TABLE gid"),
      field<&T::type>("RoCE v1 or v2", "UVERBS_METHOD_QUERY_GID_TABLE gid_type"),
      field<&T::netdev>("netdev of this namespace that it belongs to; unknown for a foreign one",
                        "UVERBS_METHOD_QUERY_GID_TABLE netdev_ifindex"),
  };
};

/// What the OFED drivers put in the place of a queue pair's own traffic class.
struct TrafficClassRule {
  std::string match;
  std::int64_t traffic_class = 0;

  bool operator==(const TrafficClassRule&) const = default;
};
template <>
struct Fields<TrafficClassRule> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::match>("what it holds for, as written; empty: every queue pair",
                       "/sys/class/infiniband/D/tc/N/traffic_class"),
      field<&T::traffic_class>("the IP traffic class, DSCP and ECN bits",
                               "/sys/class/infiniband/D/tc/N/traffic_class"),
  };
};

/// What rdma_cm makes of an address of this host: bound, nothing sent.
struct BoundAddress {
  std::string address;
  Fact<std::string> device;
  Fact<std::int64_t> port;

  bool operator==(const BoundAddress&) const = default;
};
inline constexpr auto kBindSource = "RDMA_USER_CM_CMD_BIND, RDMA_USER_CM_CMD_QUERY";
template <>
struct Fields<BoundAddress> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::address>("address of a netdev that carries RDMA", kBindSource, FieldRole::key),
      field<&T::device>("RDMA device that a connection from it takes", kBindSource),
      field<&T::port>("port of that device", kBindSource),
  };
};

/// What rdma_cm gives to a connection that asks for nothing. The kernel shows it only while
/// somebody has made the directory of the device, which is a write.
struct ConnectionManager {
  Fact<GidType> default_roce_mode;
  Fact<std::int64_t> default_roce_tos;

  bool operator==(const ConnectionManager&) const = default;
};
template <>
struct Fields<ConnectionManager> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::default_roce_mode>("RoCE version of new connections",
                                   "/sys/kernel/config/rdma_cm/D/ports/N/default_roce_mode"),
      field<&T::default_roce_tos>("IP traffic class of new connections, DSCP and ECN bits",
                                  "/sys/kernel/config/rdma_cm/D/ports/N/default_roce_tos"),
  };
};

struct RdmaPort {
  std::int64_t number = 0;
  Fact<PortState> state;
  Fact<PortPhysicalState> physical_state;
  Fact<std::string> netdev;
  Fact<std::int64_t> gid_table_length;
  Fact<std::int64_t> active_mtu_bytes;
  Fact<std::int64_t> max_mtu_bytes;
  Fact<std::int64_t> verbs_speed_mbps;
  Fact<std::vector<Gid>> gids;
  ConnectionManager cm;
  Fact<std::vector<TrafficClassRule>> traffic_classes;
  Fact<std::int64_t> counters_at_us;
  Fact<CounterMap> hw_counters;
  Fact<CounterMap> counters;
  TransportCounters transport;

  bool operator==(const RdmaPort&) const = default;
};
template <>
struct Fields<RdmaPort> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::number>("port number, from 1", "RDMA_NLDEV_ATTR_PORT_INDEX", FieldRole::key),
      field<&T::state>("logical state", "RDMA_NLDEV_ATTR_PORT_STATE").by("link"),
      field<&T::physical_state>("physical state", "RDMA_NLDEV_ATTR_PORT_PHYS_STATE").by("link"),
      field<&T::netdev>("netdev behind it, if it is in this network namespace",
                        "RDMA_NLDEV_ATTR_NDEV_NAME")
          .by("link"),
      field<&T::gid_table_length>("slots of the GID table; 0 means RoCE is switched off",
                                  "ibv_query_port gid_tbl_len", FieldRole::identity)
          .by("mtu"),
      field<&T::active_mtu_bytes>("largest RDMA payload in use", "ibv_query_port active_mtu")
          .by("mtu"),
      field<&T::max_mtu_bytes>("largest RDMA payload of the device", "ibv_query_port max_mtu",
                               FieldRole::identity)
          .by("mtu"),
      field<&T::verbs_speed_mbps>(
          "active width times speed, what NCCL sees; several drivers cap it on old kernels",
          "ibv_query_port active_width, active_speed")
          .by("mtu"),
      field<&T::gids>("entries of the GID table, empty slots left out",
                      "UVERBS_METHOD_QUERY_GID_TABLE")
          .by("gid"),
      field<&T::cm>("defaults of rdma_cm", "").by("roce_cm"),
      field<&T::traffic_classes>(
          "traffic classes that the driver puts in the place of the job's; an empty list: none",
          "/sys/class/infiniband/D/tc/N/traffic_class (OFED)")
          .by("roce_cm"),
      field<&T::counters_at_us>("when its counters were read, since the host booted",
                                "CLOCK_BOOTTIME", FieldRole::counter)
          .by("counters"),
      field<&T::hw_counters>("hardware counters by the driver's own names",
                             "RDMA_NLDEV_CMD_STAT_GET; sysfs ports/N/hw_counters",
                             FieldRole::counter)
          .by("counters"),
      field<&T::counters>("port counters of the InfiniBand architecture; *_data count 4 bytes",
                          "sysfs ports/N/counters", FieldRole::counter)
          .by("counters"),
      field<&T::transport>("the transport in one set of names", kTransportSource).by("counters"),
  };
};

struct RdmaDevice {
  std::string name;
  Fact<std::int64_t> index;
  Fact<RdmaProtocol> protocol;
  Fact<std::string> driver;
  Fact<std::string> pci_address;
  Fact<std::string> node_guid;
  Fact<std::string> system_image_guid;
  Fact<std::string> firmware_version;
  Fact<std::string> hca_type;
  Fact<std::string> board_id;
  Fact<bool> virtual_function;
  Fact<std::string> physical_function;
  Fact<std::int64_t> max_speed_mbps;
  Fact<CounterMap> hw_counters;
  Fact<bool> dmabuf;
  Fact<std::vector<RdmaPort>> ports;

  bool operator==(const RdmaDevice&) const = default;
};
template <>
struct Fields<RdmaDevice> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("device name; udev may change it", "RDMA_NLDEV_ATTR_DEV_NAME",
                      FieldRole::key),
      field<&T::index>("device index", "RDMA_NLDEV_ATTR_DEV_INDEX"),
      field<&T::protocol>("transport that it speaks", "RDMA_NLDEV_ATTR_DEV_PROTOCOL",
                          FieldRole::identity),
      field<&T::driver>(
          "bound driver, never the uverbs driver id; rdma_rxe or siw for a software device",
          "/sys/class/infiniband/D/device/driver", FieldRole::identity),
      field<&T::pci_address>("PCI function", "/sys/class/infiniband/D/device", FieldRole::identity),
      field<&T::node_guid>("node GUID", "RDMA_NLDEV_ATTR_NODE_GUID", FieldRole::identity),
      field<&T::system_image_guid>("system image GUID", "RDMA_NLDEV_ATTR_SYS_IMAGE_GUID",
                                   FieldRole::identity),
      field<&T::firmware_version>("running firmware", "RDMA_NLDEV_ATTR_FW_VERSION"),
      field<&T::hca_type>("vendor's device type", "/sys/class/infiniband/D/hca_type",
                          FieldRole::identity),
      field<&T::board_id>("vendor's board id (PSID on mlx5)", "/sys/class/infiniband/D/board_id",
                          FieldRole::identity),
      field<&T::virtual_function>("is an SR-IOV virtual function",
                                  "/sys/class/infiniband/D/device/physfn", FieldRole::identity),
      field<&T::physical_function>("PCI function that a virtual function is of; empty: it is none",
                                   "/sys/class/infiniband/D/device/physfn", FieldRole::identity),
      field<&T::max_speed_mbps>("fastest link mode of its netdevs", "ETHTOOL_A_LINKMODES_OURS",
                                FieldRole::identity)
          .by("speed"),
      field<&T::hw_counters>("hardware counters of the device as a whole", "sysfs hw_counters",
                             FieldRole::counter)
          .by("counters"),
      field<&T::dmabuf>("can register the memory of another device, such as a GPU",
                        "ibv_reg_dmabuf_mr of no file: EBADF")
          .by("dmabuf"),
      field<&T::ports>("its ports", "RDMA_NLDEV_CMD_PORT_GET"),
  };
};

}  // namespace rocelint
