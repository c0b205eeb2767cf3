// SPDX-License-Identifier: Apache-2.0
#pragma once

// The bond that a port is in. Pure functions of the facts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

struct LagSlave {
  std::string netdev;
  Fact<bool> mii_up;
  Fact<std::int64_t> aggregator_id;
  Fact<std::vector<std::string>> addresses;

  bool operator==(const LagSlave&) const = default;
};
template <>
struct Fields<LagSlave> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::netdev>("netdev in the bond", "derived", FieldRole::key),
      field<&T::mii_up>("its link is up in the eyes of the bond", "netdev.bond_slave"),
      field<&T::aggregator_id>("its aggregator of 802.3ad", "netdev.bond_slave"),
      field<&T::addresses>("addresses that it has by itself; link-local ones do not count",
                           "derived from netdev.addresses"),
  };
};

/// The root `lag` of rules of scope port.
struct PortLag {
  Fact<std::string> bond;
  Fact<BondMode> mode;
  Fact<TransmitHash> transmit_hash;
  Fact<std::int64_t> aggregator_id;
  Fact<std::string> partner_mac;
  Fact<std::vector<LagSlave>> slaves;
  Fact<std::vector<std::string>> devices;
  Fact<std::vector<std::string>> cards;

  bool operator==(const PortLag&) const = default;
};
template <>
struct Fields<PortLag> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::bond>("the bond; empty: none", "derived from IFLA_MASTER"),
      field<&T::mode>("how it spreads packets", "netdev.bond"),
      field<&T::transmit_hash>("what a packet's slave is chosen by", "netdev.bond"),
      field<&T::aggregator_id>("the aggregator in use of 802.3ad", "netdev.bond"),
      field<&T::partner_mac>("the switch's end; all zero: it speaks no LACP", "netdev.bond"),
      field<&T::slaves>("the netdevs in it", "netdev.bond_slave"),
      field<&T::devices>("RDMA devices with a port on the bond or on a slave",
                         "derived from port.netdev"),
      field<&T::cards>("PCI devices of the slaves, without the function: \"0000:17:00\"",
                       "derived from netdev.pci_address"),
  };
};

[[nodiscard]] PortLag derive_lag(const PortView& view, const Host& host);

}  // namespace rocelint
