// SPDX-License-Identifier: Apache-2.0
#pragma once

// Parts of hosts, as drivers show them, and changes to one NIC of a host.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/snapshot.h"

namespace rocelint::testing_support {

inline Unknown unsupported(const std::string& what) {
  return {
      .reason = Reason::unsupported, .detail = what + ": Operation not supported", .sys_errno = 95};
}
inline Unknown not_found(const std::string& what) {
  return {.reason = Reason::not_found, .detail = what, .sys_errno = 0};
}

/// A physical netdev that is up, without an address.
inline Netdev netdev(const std::string& name) {
  Netdev netdev;
  netdev.name = name;
  netdev.link_kind = std::string();
  netdev.carrier = true;
  netdev.addresses = std::vector<Address>{};
  netdev.uppers = std::vector<std::string>{};
  netdev.lowers = std::vector<std::string>{name};
  return netdev;
}

/// A RoCE device with one port, whose GIDs are left open.
inline RdmaDevice device(const std::string& name, const std::string& on) {
  RdmaPort port;
  port.number = 1;
  port.netdev = on;
  port.gid_table_length = 256;
  RdmaDevice device;
  device.name = name;
  device.protocol = RdmaProtocol::roce;
  device.virtual_function = false;
  device.system_image_guid = "guid-" + name;
  device.ports = std::vector{port};
  return device;
}

inline RdmaDevice& device_of(Snapshot& host, std::size_t i) {
  return (*host.host.devices.known())[i];
}
inline RdmaPort& port_of(Snapshot& host, std::size_t i) {
  return device_of(host, i).ports.known()->front();
}
inline Netdev& netdev_of(Snapshot& host, std::size_t i) {
  return (*host.host.netdevs.known())[i];
}

inline Gid gid(std::int64_t index, const std::string& address, GidType type,
               const std::string& netdev) {
  return {.index = index, .gid = address, .type = type, .netdev = netdev};
}

/// One entry for each address, as irdma, ionic and rxe make them; mlx5 and bnxt_re make two.
inline std::vector<Gid> v2_gids(const std::vector<std::string>& addresses,
                                const std::string& netdev) {
  std::vector<Gid> gids;
  for (const auto& address : addresses) {
    gids.push_back(gid(static_cast<std::int64_t>(gids.size()), address, GidType::roce_v2, netdev));
  }
  return gids;
}
inline std::vector<Gid> v1_and_v2_gids(const std::vector<std::string>& addresses,
                                       const std::string& netdev) {
  std::vector<Gid> gids;
  for (const auto& address : addresses) {
    const auto next = static_cast<std::int64_t>(gids.size());
    gids.push_back(gid(next, address, GidType::roce_v1, netdev));
    gids.push_back(gid(next + 1, address, GidType::roce_v2, netdev));
  }
  return gids;
}

inline Address address(const std::string& text, AddressFamily family, std::int64_t prefix) {
  return {.address = text,
          .family = family,
          .prefix_length = prefix,
          .scope = AddressScope::global,
          .flags = std::vector<AddressFlag>{}};
}

inline AppEntry dscp_entry(std::int64_t dscp, std::int64_t priority) {
  return {.selector = AppSelector::dscp, .protocol = dscp, .priority = priority};
}

/// What a driver without dcbnl operations shows.
inline void take_dcb_away(Netdev& netdev) {
  const auto none = unsupported("DCB_CMD_IEEE_GET");
  netdev.dcb = {.pfc = none,
                .ets = none,
                .app = none,
                .dcbx = none,
                .buffer = none,
                .tc_max_rate_kbps = none,
                .pfc_storm_prevention_ms = none};
}

/// What a driver shows that has no surface for congestion control.
inline void take_cc_away(Netdev& netdev) {
  const auto none = unsupported("congestion control");
  netdev.cc = {.enabled = none,
               .reaction_point = none,
               .notification_point = none,
               .sends_ecn_capable = none,
               .cnp = {.dscp = none, .priority = none, .priority_mode = none},
               .parameters = none};
}

/// Another model of NIC on another driver, without a board id in sysfs.
inline void set_model(Snapshot& host, std::size_t i, const std::string& driver,
                      const std::string& rdma_name, std::int64_t speed_mbps) {
  auto& device = device_of(host, i);
  device.name = rdma_name;
  device.driver = driver;
  device.hca_type = not_found("hca_type");
  device.board_id = not_found("board_id");
  device.max_speed_mbps = speed_mbps;
  port_of(host, i).verbs_speed_mbps = speed_mbps;
  auto& netdev = netdev_of(host, i);
  netdev.driver = driver;
  netdev.link.known()->speed_mbps = speed_mbps;
  netdev.link.known()->max_speed_mbps = speed_mbps;
  take_cc_away(netdev);
}

/// The port as it is when nothing is plugged into it.
inline void make_idle(Snapshot& host, std::size_t i) {
  auto& port = port_of(host, i);
  port.state = PortState::down;
  port.physical_state = PortPhysicalState::disabled;
  auto& netdev = netdev_of(host, i);
  port.gids = std::vector{gid(0, "fe80::1", GidType::roce_v1, netdev.name),
                          gid(1, "fe80::1", GidType::roce_v2, netdev.name)};
  netdev.carrier = false;
  netdev.oper_state = OperState::down;
  netdev.addresses = std::vector<Address>{};
  netdev.mtu_bytes = 1500;
  port.active_mtu_bytes = 1024;
  netdev.link.known()->speed_mbps = not_found("the driver tells no speed");
  netdev.link.known()->lanes = not_found("the driver tells no path count");
  netdev.link.known()->duplex = not_found("the driver tells no duplex");
  netdev.fec.known()->active = not_found("the driver tells no active FEC");
}

/// What is otherwise in a pod: it sees its own processes and no devlink instance.
inline void enter_a_pod(Host& host) {
  const Unknown hidden{
      .reason = Reason::not_authoritative,
      .detail = "process 2 is not kthreadd: these are not all processes of the host",
      .sys_errno = 0};
  host.devlink.emplace();
  host.system.container = std::string("kubernetes");
  host.system.launchers = hidden;
  host.system.daemons = hidden;
  host.system.lockdown = not_found("/sys/kernel/security/lockdown: No such file or directory");
}

}  // namespace rocelint::testing_support
