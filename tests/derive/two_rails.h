// SPDX-License-Identifier: Apache-2.0
#pragma once

// Two ports with addresses, for tests of what is derived from addresses and routes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/addressing/port_addressing.h"
#include "derive/ports.h"
#include "tests/derive/routing_rows.h"

namespace rocelint::testing_support {

inline Address address(const std::string& text, std::int64_t length,
                       AddressScope scope = AddressScope::global) {
  return {.address = text,
          .family = text.find(':') == std::string::npos ? AddressFamily::ipv4 : AddressFamily::ipv6,
          .prefix_length = length,
          .scope = scope,
          .flags = std::vector<AddressFlag>{}};
}

inline Unknown timeout() {
  return {.reason = Reason::timeout, .detail = "hung", .sys_errno = 0};
}

inline Route route(const std::string& destination, const std::string& netdev, std::int64_t table,
                   const std::string& gateway = "", RouteType type = RouteType::unicast) {
  auto made = rows::route(destination, netdev, 0, table);
  made.gateway = gateway;
  made.type = type;
  return made;
}

inline RoutingRule rule(const std::string& source, std::int64_t table) {
  return rows::rule(100, table, source);
}

/// Two rails in one subnet: mlx5_0 on eth0 and mlx5_1 on eth1.
struct TwoRails : testing::Test {
  TwoRails() {
    host.devices.emplace();
    host.netdevs.emplace();
    add_port("0");
    add_port("1");
    host.routing.routes.emplace();
    host.routing.rules.emplace();
  }

  Netdev& add_port(const std::string& number) {
    Netdev netdev;
    netdev.name = "eth" + number;
    netdev.link_kind = std::string();
    netdev.carrier = true;
    netdev.uppers.emplace();
    netdev.lowers = std::vector{netdev.name};
    netdev.addresses = std::vector{address("10.1.0." + number, 16)};
    RdmaDevice device;
    device.name = "mlx5_" + number;
    device.protocol = RdmaProtocol::roce;
    auto& port = device.ports.emplace().emplace_back();
    port.number = 1;
    port.netdev = netdev.name;
    host.devices.known()->push_back(device);
    return host.netdevs.known()->emplace_back(netdev);
  }
  [[nodiscard]] Netdev& netdev(std::size_t i) { return (*host.netdevs.known())[i]; }
  /// One more netdev, above the first one.
  Netdev& add_upper(const std::string& name) {
    netdev(0).uppers.known()->push_back(name);
    Netdev upper;
    upper.name = name;
    upper.link_kind = std::string();
    upper.uppers.emplace();
    upper.addresses.emplace();
    host.netdevs.known()->push_back(upper);
    return host.netdevs.known()->back();
  }
  void add_routes(const std::vector<Route>& routes) {
    auto& all = *host.routing.routes.known();
    all.insert(all.end(), routes.begin(), routes.end());
  }
  [[nodiscard]] PortAddressing first() const {
    const auto views = port_views(host);
    std::vector<AddressedPort> ports;
    for (const auto& view : views) {
      ports.push_back({.view = &view, .fabric_subnets = fabric_subnets});
    }
    return derive_addressing(ports, host).front();
  }

  Host host;
  std::vector<std::string> fabric_subnets;
};

}  // namespace rocelint::testing_support
