// SPDX-License-Identifier: Apache-2.0
#pragma once

// Healthy hosts of many kinds, as their drivers show themselves. Each is made from healthy(), the
// four ConnectX-7 of tests/fixtures/snapshots, by what is otherwise on it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "rocelint/snapshot.h"

#include "tests/judge/engine_support.h"
#include "tests/support/host_parts.h"

namespace rocelint::testing_support {

/// The first `count` NICs alone.
inline Snapshot with_nics(std::size_t count) {
  auto host = healthy();
  host.host.devices.known()->resize(count);
  host.host.netdevs.known()->resize(count);
  return host;
}

/// ConnectX-7 as its driver sets it up at each load: every class `vendor`, the whole DSCP map, and
/// priorities 0 and 1 exchanged (mlx5e_ets_init()); PFC and trust set by the site.
inline Snapshot mlx5_in_tree() {
  auto host = healthy();
  for (auto& netdev : *host.host.netdevs.known()) {
    auto& ets = *netdev.dcb.ets.known();
    ets.prio_tc = {1, 0, 2, 3, 4, 5, 6, 7};
    ets.tc_tsa.assign(8, Tsa::vendor);
    ets.tc_bandwidth_percent.assign(8, 100);
    auto& app = *netdev.dcb.app.known();
    app.clear();
    for (std::int64_t dscp = 0; dscp < 64; ++dscp) {
      app.push_back(dscp_entry(dscp, dscp / 8));
    }
  }
  return host;
}

/// A ConnectX-5 with OFED whose firmware owns DCBX, and its second port idle.
inline Snapshot mlx5_ofed() {
  auto host = with_nics(2);
  host.host.kernel_release = std::string("5.15.0-91-generic");
  for (std::size_t i = 0; i < 2; ++i) {
    auto& device = device_of(host, i);
    device.hca_type = std::string("MT4119");
    device.board_id = std::string("MT_0000000008");
    device.firmware_version = std::string("16.35.4030");
    device.max_speed_mbps = 100000;
    port_of(host, i).verbs_speed_mbps = 100000;
    auto& netdev = netdev_of(host, i);
    netdev.link.known()->speed_mbps = 100000;
    netdev.link.known()->max_speed_mbps = 100000;
    netdev.dcb.dcbx.known()->host = false;
    auto& ets = *netdev.dcb.ets.known();
    ets.prio_tc = {0, 0, 0, 3, 0, 0, 6, 0};
    ets.tc_tsa = {Tsa::ets, Tsa::ets, Tsa::ets,    Tsa::ets,
                  Tsa::ets, Tsa::ets, Tsa::vendor, Tsa::ets};
    ets.tc_bandwidth_percent = {50, 0, 0, 50, 0, 0, 100, 0};
    netdev.dcb.buffer.known()->buffer_size_bytes = {130944, 130944, 0, 0, 0, 0, 0, 0};
    netdev.dcb.buffer.known()->total_size_bytes = 262016;
    netdev.cc.reaction_point = std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7};
    netdev.cc.notification_point = std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7};
    netdev.cc.cnp.dscp = 48;
    netdev.cc.cnp.priority = 6;
    netdev.cc.parameters.emplace() = {{"cnp_802p_prio", 6}, {"cnp_dscp", 48}, {"rpg_ai_rate", 5}};
    port_of(host, i).traffic_classes =
        std::vector<TrafficClassRule>{{.match = "", .traffic_class = 106}};
  }
  return host;
}

inline Snapshot mlx5_ofed_with_an_idle_port() {
  auto host = mlx5_ofed();
  make_idle(host, 1);
  return host;
}

/// Thor2, set up for lossless by Broadcom's script; the PFC that it shows was asked for.
inline Snapshot bnxt() {
  auto host = healthy();
  for (std::size_t i = 0; i < 4; ++i) {
    set_model(host, i, "bnxt_en", "bnxt_re" + std::to_string(i), 400000);
    device_of(host, i).hca_type = std::string("bnxt_re");
    auto& dcb = netdev_of(host, i).dcb;
    dcb.pfc.known()->max_classes = 1;
    dcb.app = std::vector{dscp_entry(26, 3), dscp_entry(48, 7)};
    auto& ets = *dcb.ets.known();
    ets.max_classes = 3;
    ets.prio_tc = {0, 0, 0, 1, 0, 0, 0, 2};
    ets.tc_tsa = {Tsa::ets, Tsa::ets, Tsa::strict};
    ets.tc_bandwidth_percent = {50, 50, 0};
    dcb.buffer = unsupported("DCB_ATTR_DCB_BUFFER");
    dcb.tc_max_rate_kbps = unsupported("DCB_ATTR_IEEE_MAXRATE");
    auto& cc = netdev_of(host, i).cc;
    cc.enabled = true;
    cc.sends_ecn_capable = true;
    cc.cnp = {.dscp = 48, .priority = 7, .priority_mode = CnpPriorityMode::fixed};
    cc.parameters.emplace() = {{"enable_cc", 1}, {"tos_ecn", 1}, {"alt_vlan_dscp", 48}};
  }
  return host;
}

/// E810 in DSCP mode: v2 GIDs only, and the APP table names traffic classes.
inline Snapshot irdma() {
  auto host = with_nics(2);
  for (std::size_t i = 0; i < 2; ++i) {
    set_model(host, i, "ice", "rocep24s0f" + std::to_string(i), 100000);
    auto& netdev = netdev_of(host, i);
    netdev.link.known()->lanes = unsupported("lanes");
    port_of(host, i).gids = v2_gids(
        {"fe80::6a05:caff:fec1:" + std::to_string(i), "::ffff:192.0.2.1" + std::to_string(i)},
        netdev.name);
    auto& dcb = netdev.dcb;
    dcb.app = std::vector{dscp_entry(26, 3), dscp_entry(48, 2)};
    auto& ets = *dcb.ets.known();
    ets.prio_tc = {0, 1, 2, 3, 0, 0, 0, 0};
    ets.tc_tsa.assign(8, Tsa::ets);
    ets.tc_bandwidth_percent = {30, 10, 10, 50, 0, 0, 0, 0};
    dcb.buffer = unsupported("DCB_ATTR_DCB_BUFFER");
    dcb.tc_max_rate_kbps = unsupported("DCB_ATTR_IEEE_MAXRATE");
  }
  return host;
}

/// Pollara: no dcbnl at all, what nicctl set can't be seen.
inline Snapshot ionic() {
  auto host = healthy();
  for (std::size_t i = 0; i < 4; ++i) {
    set_model(host, i, "ionic", "ionic_" + std::to_string(i), 400000);
    auto& netdev = netdev_of(host, i);
    take_dcb_away(netdev);
    port_of(host, i).gids = v2_gids(
        {"fe80::690:81ff:fe30:" + std::to_string(i), "::ffff:192.0.2.1" + std::to_string(i)},
        netdev.name);
  }
  return host;
}

/// A pod with one virtual function; its physical function stayed in the node's namespace.
inline Snapshot vf_in_a_pod() {
  auto host = with_nics(1);
  host.probe.effective_uid = 1000;
  host.probe.capabilities = std::vector<std::string>{};
  host.probe.host_network_namespace = false;
  enter_a_pod(host.host);
  auto& device = device_of(host, 0);
  device.name = "mlx5_12";
  device.pci_address = std::string("0000:18:00.2");
  device.virtual_function = true;
  auto& netdev = netdev_of(host, 0);
  netdev.name = "net1";
  netdev.pci_address = std::string("0000:18:00.2");
  netdev.lowers = std::vector<std::string>{"net1"};
  netdev.fec = unsupported("ETHTOOL_MSG_FEC_GET");
  netdev.pause = unsupported("ETHTOOL_MSG_PAUSE_GET");
  take_dcb_away(netdev);
  auto& port = port_of(host, 0);
  port.netdev = std::string("net1");
  port.gids = v1_and_v2_gids({"fe80::a411:20ff:fe00:4100", "::ffff:192.0.2.10"}, "net1");
  return host;
}

/// RoCE LAG: one RDMA device for both ports of a card, its port names one of them.
inline Snapshot bond() {
  auto host = with_nics(2);
  host.host.devices.known()->resize(1);
  auto& device = device_of(host, 0);
  device.name = "mlx5_bond_0";
  auto& netdevs = *host.host.netdevs.known();
  netdevs[1].pci_address = std::string("0000:18:00.1");
  for (auto& netdev : netdevs) {
    netdev.addresses = std::vector<Address>{};
    netdev.uppers = std::vector<std::string>{"bond0"};
  }
  auto bond = netdevs[0];
  bond.name = "bond0";
  bond.link_kind = std::string("bond");
  bond.driver = not_found("no device behind it");
  bond.pci_address = not_found("no device behind it");
  bond.addresses = std::vector{address("192.0.2.10", AddressFamily::ipv4, 31)};
  bond.uppers = std::vector<std::string>{};
  bond.lowers = std::vector{netdevs[0].name, netdevs[1].name};
  bond.link.known()->speed_mbps = 800000;
  bond.pause = unsupported("ETHTOOL_MSG_PAUSE_GET");
  bond.fec = unsupported("ETHTOOL_MSG_FEC_GET");
  take_dcb_away(bond);
  netdevs.push_back(bond);
  port_of(host, 0).gids = v1_and_v2_gids({"fe80::a288:c2ff:fe03:0", "::ffff:192.0.2.10"}, "bond0");
  return host;
}

/// Addresses stand on a VLAN of each NIC; its GIDs are in the table of the port.
inline Snapshot vlan() {
  auto host = with_nics(2);
  auto& netdevs = *host.host.netdevs.known();
  for (std::size_t i = 0; i < 2; ++i) {
    auto vlan = netdevs[i];
    vlan.name = netdevs[i].name + ".100";
    vlan.link_kind = std::string("vlan");
    vlan.driver = not_found("no device behind it");
    vlan.pci_address = not_found("no device behind it");
    vlan.pause = unsupported("ETHTOOL_MSG_PAUSE_GET");
    vlan.fec = unsupported("ETHTOOL_MSG_FEC_GET");
    vlan.lowers = std::vector{netdevs[i].name};
    take_dcb_away(vlan);
    netdevs[i].addresses = std::vector<Address>{};
    netdevs[i].uppers = std::vector{vlan.name};
    const auto own = "fe80::a288:c2ff:fe03:" + std::to_string(i);
    auto gids = v1_and_v2_gids({own}, netdevs[i].name);
    for (auto entry : v1_and_v2_gids({own, "::ffff:192.0.2.1" + std::to_string(i)}, vlan.name)) {
      entry.index += 2;
      gids.push_back(entry);
    }
    port_of(host, i).gids = gids;
    netdevs.push_back(vlan);
  }
  return host;
}

inline Snapshot ipv6_only() {
  auto host = healthy();
  for (std::size_t i = 0; i < 4; ++i) {
    const auto number = std::to_string(i);
    auto& netdev = netdev_of(host, i);
    netdev.addresses = std::vector{address("fd93:0:0:" + number + "::a", AddressFamily::ipv6, 64)};
    port_of(host, i).gids = v1_and_v2_gids(
        {"fe80::a288:c2ff:fe03:" + number, "fd93:0:0:" + number + "::a"}, netdev.name);
  }
  return host;
}

/// ConnectX-8 with 800G on the first port of each card; the second carries no plane.
inline Snapshot cx8_planes() {
  auto host = healthy();
  for (std::size_t i = 0; i < 4; ++i) {
    auto& device = device_of(host, i);
    device.hca_type = std::string("MT4131");
    device.board_id = std::string("NVD0000000044");
    device.firmware_version = std::string("40.44.1036");
    device.max_speed_mbps = 800000;
    port_of(host, i).verbs_speed_mbps = 800000;
    auto& link = *netdev_of(host, i).link.known();
    link.speed_mbps = 800000;
    link.lanes = 8;
    link.max_speed_mbps = 800000;
  }
  for (auto& function : *host.host.pci_devices.known()) {  // Gen6
    function.link_speed_mtps = 64000;
    function.max_link_speed_mtps = 64000;
  }
  make_idle(host, 1);
  make_idle(host, 3);
  return host;
}

/// Soft-RoCE over a virtual NIC with large frames.
inline Snapshot rxe() {
  auto host = with_nics(1);
  set_model(host, 0, "virtio_net", "rxe0", 10000);
  auto& device = device_of(host, 0);
  device.driver = std::string("rdma_rxe");
  device.pci_address = not_found("no device behind it");
  device.firmware_version = not_found("fw_ver");
  auto& netdev = netdev_of(host, 0);
  netdev.link.known()->lanes = unsupported("lanes");
  netdev.fec = unsupported("ETHTOOL_MSG_FEC_GET");
  netdev.pause = unsupported("ETHTOOL_MSG_PAUSE_GET");
  take_dcb_away(netdev);
  auto& port = port_of(host, 0);
  port.gid_table_length = 1024;
  port.gids = v2_gids({"fe80::5054:ff:fe12:3456", "::ffff:192.0.2.10"}, netdev.name);
  return host;
}

/// Every kind of them.
struct HealthyKind {
  const char* name;
  Snapshot (*host)();
};
inline void PrintTo(const HealthyKind& kind, std::ostream* out) {
  *out << kind.name;
}
inline constexpr std::array kHealthyKinds{
    HealthyKind{"healthy", [] { return healthy(); }},
    HealthyKind{"mlx5_in_tree", mlx5_in_tree},
    HealthyKind{"mlx5_ofed", mlx5_ofed},
    HealthyKind{"mlx5_ofed_with_an_idle_port", mlx5_ofed_with_an_idle_port},
    HealthyKind{"bnxt", bnxt},
    HealthyKind{"irdma", irdma},
    HealthyKind{"ionic", ionic},
    HealthyKind{"vf_in_a_pod", vf_in_a_pod},
    HealthyKind{"bond", bond},
    HealthyKind{"vlan", vlan},
    HealthyKind{"ipv6_only", ipv6_only},
    HealthyKind{"cx8_planes", cx8_planes},
    HealthyKind{"rxe", rxe},
};

}  // namespace rocelint::testing_support
