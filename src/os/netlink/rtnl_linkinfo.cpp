// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/rtnl_linkinfo.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <linux/if_bonding.h>
#include <linux/if_link.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/netdev.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/stacking.h"

#include "facts/unknown.h"
#include "os/mac_text.h"
#include "os/netlink/attributes.h"
#include "os/read.h"

namespace rocelint {

namespace {

/// A number that the kernel's headers name.
template <class Enum>
Fact<Enum> named_number(const Attributes& data, int type, std::string_view name) {
  const auto number = data.number<std::uint8_t>(type, name);
  if (!number) {
    return number.error();
  }
  if (enum_name(static_cast<Enum>(*number)).empty()) {
    return malformed(fmt::format("{} is {}", name, *number));
  }
  return static_cast<Enum>(*number);
}

Read<std::vector<EgressPriority>> decode_egress_map(const Attributes& data) {
  std::vector<EgressPriority> map;
  if (!data.find(IFLA_VLAN_EGRESS_QOS)) {
    return map;  // left out when it is empty
  }
  const auto rows = data.nest(IFLA_VLAN_EGRESS_QOS, "IFLA_VLAN_EGRESS_QOS");
  if (!rows) {
    return tl::unexpected(rows.error());
  }
  for (const auto& row : rows->all()) {
    const auto pair = value_at_start<ifla_vlan_qos_mapping>(row.bytes);
    if (row.type != IFLA_VLAN_QOS_MAPPING || !pair) {
      return tl::unexpected(malformed("an IFLA_VLAN_QOS_MAPPING is cut short"));
    }
    map.push_back({.from = pair->from, .to = pair->to});
  }
  std::ranges::sort(map, {}, [](const EgressPriority& e) { return std::tuple(e.from, e.to); });
  return map;
}

Fact<Vlan> decode_vlan(const Attributes& data) {
  const auto id = data.number<std::uint16_t>(IFLA_VLAN_ID, "IFLA_VLAN_ID");
  auto egress = decode_egress_map(data);
  if (!id || !egress) {
    return id ? egress.error() : id.error();
  }
  return Vlan{.id = *id, .egress_map = *std::move(egress)};
}

// bond_uses_primary() of include/net/bonding.h.
bool has_active_slave(BondMode mode) {
  return mode == BondMode::active_backup || mode == BondMode::balance_tlb ||
         mode == BondMode::balance_alb;
}

Fact<std::string> decode_partner(const Attributes& info) {
  const auto mac = info.find(IFLA_BOND_AD_INFO_PARTNER_MAC);
  return mac ? Fact<std::string>(mac_text(*mac))
             : Fact<std::string>(malformed("IFLA_BOND_AD_INFO without a partner"));
}

void decode_aggregator(const Attributes& data, Bond& bond) {
  const auto fail = [&](const Unknown& why) {
    bond.aggregator_id = why;
    bond.aggregator_ports = why;
    bond.partner_mac = why;
  };
  if (bond.mode.known() != nullptr && !bond.mode.is(BondMode::lacp)) {
    fail(unsupported("only a bond of mode 802.3ad has aggregators"));
    return;
  }
  const auto info = data.nest(IFLA_BOND_AD_INFO, "IFLA_BOND_AD_INFO");
  if (!info) {
    fail(info.error());  // not_found: no aggregator is in use
    return;
  }
  bond.aggregator_id =
      info->integer<std::uint16_t>(IFLA_BOND_AD_INFO_AGGREGATOR, "IFLA_BOND_AD_INFO_AGGREGATOR");
  bond.aggregator_ports =
      info->integer<std::uint16_t>(IFLA_BOND_AD_INFO_NUM_PORTS, "IFLA_BOND_AD_INFO_NUM_PORTS");
  bond.partner_mac = decode_partner(*info);
}

Fact<Bond> decode_bond(const Attributes& data) {
  Bond bond;
  bond.mode = named_number<BondMode>(data, IFLA_BOND_MODE, "IFLA_BOND_MODE");
  bond.transmit_hash =
      named_number<TransmitHash>(data, IFLA_BOND_XMIT_HASH_POLICY, "IFLA_BOND_XMIT_HASH_POLICY");
  bond.mii_interval_ms = data.integer<std::uint32_t>(IFLA_BOND_MIIMON, "IFLA_BOND_MIIMON");
  if (const auto* mode = bond.mode.known()) {
    bond.active_slave = has_active_slave(*mode)
                            ? Fact<std::string>(std::string())
                            : Fact<std::string>(unsupported("this mode uses all slaves"));
  } else {
    bond.active_slave = *bond.mode.unknown();
  }
  decode_aggregator(data, bond);
  return bond;
}

Fact<BondSlave> decode_bond_slave(const Attributes& data) {
  BondSlave slave;
  const auto state = data.number<std::uint8_t>(IFLA_BOND_SLAVE_STATE, "IFLA_BOND_SLAVE_STATE");
  slave.active = state ? Fact<bool>(*state == BOND_STATE_ACTIVE) : Fact<bool>(state.error());
  const auto mii =
      data.number<std::uint8_t>(IFLA_BOND_SLAVE_MII_STATUS, "IFLA_BOND_SLAVE_MII_STATUS");
  slave.mii_up = mii ? Fact<bool>(*mii == BOND_LINK_UP) : Fact<bool>(mii.error());
  slave.link_failures = data.integer<std::uint32_t>(IFLA_BOND_SLAVE_LINK_FAILURE_COUNT,
                                                    "IFLA_BOND_SLAVE_LINK_FAILURE_COUNT");
  slave.aggregator_id = data.integer<std::uint16_t>(IFLA_BOND_SLAVE_AD_AGGREGATOR_ID,
                                                    "IFLA_BOND_SLAVE_AD_AGGREGATOR_ID");
  return slave;
}

/// Where a netdev is of one kind: the attributes that say which, and those that say more.
struct Section {
  int kind;
  int data;
};
constexpr Section kItself{.kind = IFLA_INFO_KIND, .data = IFLA_INFO_DATA};
constexpr Section kAsSlave{.kind = IFLA_INFO_SLAVE_KIND, .data = IFLA_INFO_SLAVE_DATA};

template <class Decode>
auto of_kind(const Attributes& info, Section section, std::string_view expected, Decode decode)
    -> decltype(decode(info)) {
  const auto kind = info.text(section.kind, "IFLA_INFO_KIND");
  if (!kind || *kind != expected) {
    return unsupported((section.kind == IFLA_INFO_KIND ? "it is no " : "it is in no ") +
                       std::string(expected));
  }
  const auto data = info.nest(section.data, "IFLA_INFO_DATA");
  return data ? decode(*data) : decltype(decode(info))(data.error());
}

std::optional<std::uint32_t> active_slave_index(const Attributes& data) {
  const auto index = data.number<std::uint32_t>(IFLA_BOND_ACTIVE_SLAVE, "IFLA_BOND_ACTIVE_SLAVE");
  return index && *index != 0 ? std::optional(*index) : std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> decode_link_info(const Attributes& link, Netdev& netdev) {
  const auto info = link.find(IFLA_LINKINFO) ? link.nest(IFLA_LINKINFO, "IFLA_LINKINFO")
                                             : Read<Attributes>(Attributes());
  if (!info) {
    netdev.vlan = info.error();
    netdev.bond = info.error();
    netdev.bond_slave = info.error();
    netdev.vrf_table = info.error();
    return std::nullopt;
  }
  netdev.vlan = of_kind(*info, kItself, "vlan", decode_vlan);
  netdev.bond = of_kind(*info, kItself, "bond", decode_bond);
  netdev.bond_slave = of_kind(*info, kAsSlave, "bond", decode_bond_slave);
  netdev.vrf_table = of_kind(*info, kItself, "vrf", [](const Attributes& data) {
    return data.integer<std::uint32_t>(IFLA_VRF_TABLE, "IFLA_VRF_TABLE");
  });
  const auto data = info->nest(IFLA_INFO_DATA, "IFLA_INFO_DATA");
  return netdev.bond.known() != nullptr && data ? active_slave_index(*data) : std::nullopt;
}

}  // namespace rocelint
