// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is stacked on physical netdevs: include/uapi/linux/if_link.h, if_bonding.h, if_vlan.h.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// A pair of the map from the priority of a socket (SO_PRIORITY) to that in the VLAN tag.
struct EgressPriority {
  std::int64_t from = 0;
  std::int64_t to = 0;

  bool operator==(const EgressPriority&) const = default;
};
template <>
struct Fields<EgressPriority> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::from>("priority of the packet in the host", "IFLA_VLAN_QOS_MAPPING"),
      field<&T::to>("priority code point on the wire", "IFLA_VLAN_QOS_MAPPING"),
  };
};

/// IEEE 802.1Q.
struct Vlan {
  std::int64_t id = 0;
  std::vector<EgressPriority> egress_map;

  bool operator==(const Vlan&) const = default;
};
template <>
struct Fields<Vlan> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::id>("VLAN identifier", "IFLA_VLAN_ID"),
      field<&T::egress_map>("what is not in it leaves with priority 0", "IFLA_VLAN_EGRESS_QOS"),
  };
};

/// BOND_MODE_*.
enum class BondMode : std::uint8_t {
  balance_rr = 0,
  active_backup = 1,
  balance_xor = 2,
  broadcast = 3,
  lacp = 4,
  balance_tlb = 5,
  balance_alb = 6,
};
template <>
inline constexpr std::array kEnumNames<BondMode> = {
    EnumName{0, "balance_rr"}, EnumName{1, "active_backup"}, EnumName{2, "balance_xor"},
    EnumName{3, "broadcast"},  EnumName{4, "802.3ad"},       EnumName{5, "balance_tlb"},
    EnumName{6, "balance_alb"}};

/// BOND_XMIT_POLICY_*.
enum class TransmitHash : std::uint8_t {
  layer2 = 0,
  layer34 = 1,
  layer23 = 2,
  encap23 = 3,
  encap34 = 4,
  vlan_srcmac = 5,
};
template <>
inline constexpr std::array kEnumNames<TransmitHash> = {
    EnumName{0, "layer2"},   EnumName{1, "layer3+4"}, EnumName{2, "layer2+3"},
    EnumName{3, "encap2+3"}, EnumName{4, "encap3+4"}, EnumName{5, "vlan+srcmac"}};

struct Bond {
  Fact<BondMode> mode;
  Fact<TransmitHash> transmit_hash;
  Fact<std::int64_t> mii_interval_ms;
  Fact<std::string> active_slave;
  Fact<std::int64_t> aggregator_id;
  Fact<std::int64_t> aggregator_ports;
  Fact<std::string> partner_mac;

  bool operator==(const Bond&) const = default;
};
template <>
struct Fields<Bond> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::mode>("how it spreads packets", "IFLA_BOND_MODE"),
      field<&T::transmit_hash>("what a packet's slave is chosen by", "IFLA_BOND_XMIT_HASH_POLICY"),
      field<&T::mii_interval_ms>("how often it looks at the carrier; 0: never", "IFLA_BOND_MIIMON"),
      field<&T::active_slave>("the slave in use of active_backup; empty: none",
                              "IFLA_BOND_ACTIVE_SLAVE"),
      field<&T::aggregator_id>("the aggregator in use of 802.3ad", "IFLA_BOND_AD_INFO_AGGREGATOR"),
      field<&T::aggregator_ports>("slaves in that aggregator", "IFLA_BOND_AD_INFO_NUM_PORTS"),
      field<&T::partner_mac>("the switch's end; all zero: it speaks no LACP",
                             "IFLA_BOND_AD_INFO_PARTNER_MAC"),
  };
};

struct BondSlave {
  Fact<bool> active;
  Fact<bool> mii_up;
  Fact<std::int64_t> link_failures;
  Fact<std::int64_t> aggregator_id;

  bool operator==(const BondSlave&) const = default;
};
template <>
struct Fields<BondSlave> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::active>("carries traffic", "IFLA_BOND_SLAVE_STATE"),
      field<&T::mii_up>("its link is up in the eyes of the bond", "IFLA_BOND_SLAVE_MII_STATUS"),
      field<&T::link_failures>("times that it went down", "IFLA_BOND_SLAVE_LINK_FAILURE_COUNT",
                               FieldRole::counter),
      field<&T::aggregator_id>("its aggregator of 802.3ad", "IFLA_BOND_SLAVE_AD_AGGREGATOR_ID"),
  };
};

}  // namespace rocelint
