// SPDX-License-Identifier: Apache-2.0
#pragma once

// The addresses of a port beside those of the other ports: who shares a subnet, what keeps rails
// apart, and by which port packets leave. Pure functions of the facts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

/// What holds for IPv4 on a netdev: its own setting together with that for all.
struct ArpSettings {
  std::string netdev;
  Fact<std::int64_t> rp_filter;
  Fact<std::int64_t> arp_ignore;
  Fact<std::int64_t> arp_announce;
  Fact<bool> arp_filter;

  bool operator==(const ArpSettings&) const = default;
};
inline constexpr auto kArpSource =
    "derived from netdev.ipv4 and host.routing.ipv4_all (include/linux/inetdevice.h)";
template <>
struct Fields<ArpSettings> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::netdev>("netdev with an IPv4 address", "derived", FieldRole::key),
      field<&T::rp_filter>("the larger of the two", kArpSource),
      field<&T::arp_ignore>("the larger of the two", kArpSource),
      field<&T::arp_announce>("the larger of the two", kArpSource),
      field<&T::arp_filter>("one of the two is on", kArpSource),
  };
};

/// An address of the port, and what becomes of packets from it.
struct SourceRoute {
  std::string address;
  Fact<bool> own_table;
  Fact<bool> tentative;

  bool operator==(const SourceRoute&) const = default;
};
template <>
struct Fields<SourceRoute> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::address>("address of the port", "derived", FieldRole::key),
      field<&T::own_table>(
          "a rule for it, or a VRF, leads to a table whose routes all leave by this port",
          "derived from host.routing"),
      field<&T::tentative>(
          "duplicate address detection keeps it from use: it has failed, or has not ended",
          "derived from netdev.addresses.flags"),
  };
};

/// A subnet of the port. Where nobody is known to be in it too, but the addresses of another port
/// could not be read, `ports` is unknown.
struct PortSubnet {
  std::string subnet;
  AddressFamily family{AddressFamily::ipv4};
  Fact<std::vector<std::string>> ports;
  Fact<bool> own_tables;

  bool operator==(const PortSubnet&) const = default;
};
template <>
struct Fields<PortSubnet> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::subnet>("subnet of an address of the port", "derived", FieldRole::key),
      field<&T::family>("its address family", "derived"),
      field<&T::ports>("other judged ports with an address in it, and a link",
                       "derived from netdev.addresses"),
      field<&T::own_tables>("every address that the port has in it has its own table",
                            "derived from host.routing"),
  };
};

/// The root `addressing` of rules of scope port. Addresses are those of the port's netdev and of
/// what is stacked on it; link-local ones do not count.
struct PortAddressing {
  Fact<std::vector<std::string>> other_ports;
  Fact<std::vector<std::string>> addresses;
  Fact<std::vector<ArpSettings>> arp;
  Fact<std::vector<SourceRoute>> sources;
  Fact<std::vector<PortSubnet>> subnets;
  Fact<std::vector<std::string>> unrouted;
  Fact<std::vector<std::string>> unreached_rails;
  Fact<std::vector<std::string>> default_routes;
  Fact<std::vector<std::string>> duplicate_routes;
  Fact<std::vector<std::string>> bound_elsewhere;

  bool operator==(const PortAddressing&) const = default;
};
template <>
struct Fields<PortAddressing> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::other_ports>("the other judged ports", "derived"),
      field<&T::addresses>("addresses of the port", "derived from netdev.addresses"),
      field<&T::arp>("settings of each netdev that has an IPv4 address",
                     "derived from netdev.ipv4"),
      field<&T::sources>("what becomes of packets from each address", "derived"),
      field<&T::subnets>("subnets of the addresses, and who else is in them",
                         "derived from netdev.addresses"),
      field<&T::unrouted>("subnets of the policy that an address can't reach by its own port: "
                          "\"10.1.0.5 to 10.0.0.0/8\"",
                          "derived from host.routing"),
      field<&T::unreached_rails>(
          "subnets of other judged ports that an address can't reach by its own port: "
          "\"10.1.0.5 to 10.2.0.0/16\"",
          "derived from host.routing"),
      field<&T::default_routes>("default routes of the main table by this port",
                                "derived from host.routing.routes"),
      field<&T::duplicate_routes>("routes by a gateway that another judged port has too, in the "
                                  "same table and with the same "
                                  "metric",
                                  "derived from host.routing.routes"),
      field<&T::bound_elsewhere>(
          "addresses that rdma_cm gives to no RDMA device, or to one that does not carry them: "
          "\"10.1.0.5 (mlx5_1)\"",
          "derived from host.bound_addresses"),
  };
};

struct AddressedPort {
  const PortView* view = nullptr;
  std::vector<std::string> fabric_subnets;  ///< policy.addressing.subnets
};

/// For each port, in the same order.
[[nodiscard]] std::vector<PortAddressing> derive_addressing(const std::vector<AddressedPort>& ports,
                                                            const Host& host);

}  // namespace rocelint
