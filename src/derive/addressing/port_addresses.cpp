// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/port_addresses.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "base/ip_address.h"
#include "derive/addressing/route_lookup.h"
#include "derive/port_name.h"
#include "derive/ports.h"
#include "facts/doubt.h"
#include "facts/netdev_named.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

std::int64_t vrf_table_of(const Netdev& netdev, const Host& host) {
  const auto* uppers = netdev.uppers.known();
  for (const auto& name : uppers == nullptr ? std::vector<std::string>{} : *uppers) {
    const auto* upper = netdev_named(host, name);
    const auto* table = upper == nullptr ? nullptr : upper->vrf_table.known();
    if (table != nullptr) {
      return *table;
    }
  }
  return 0;
}

void add_addresses(const Netdev& netdev, const std::vector<Address>& addresses, const Host& host,
                   std::vector<Owned>& owned) {
  for (const auto& address : addresses) {
    const auto subnet = parse_subnet(address.address + '/' + std::to_string(address.prefix_length));
    const bool reaches =
        address.scope == AddressScope::global || address.scope == AddressScope::site;
    if (subnet && reaches) {
      owned.push_back({.netdev = &netdev,
                       .address = &address,
                       .subnet = *subnet,
                       .vrf_table = vrf_table_of(netdev, host)});
    }
  }
}

Fact<std::vector<Owned>> addresses_of(const PortView& view, const Host& host) {
  if (view.netdev == nullptr) {
    return view.netdev_unknown;
  }
  NetdevList netdevs{view.netdev};
  if (const auto* uppers = view.uppers.known()) {
    netdevs.insert(netdevs.end(), uppers->begin(), uppers->end());
  }
  std::optional<Unknown> doubt;
  add_doubt(doubt, view.uppers.unknown());
  std::vector<Owned> owned;
  for (const auto* netdev : netdevs) {
    if (const auto* addresses = netdev->addresses.known()) {
      add_addresses(*netdev, *addresses, host, owned);
    }
    add_doubt(doubt, netdev->addresses.unknown());
  }
  return known_unless(std::move(doubt), std::move(owned));
}

}  // namespace

Fact<bool> is_tentative(const Address& address) {
  if (address.family == AddressFamily::ipv4) {
    return false;
  }
  return map(address.flags, [](const std::vector<AddressFlag>& flags) {
    const auto has = [&](AddressFlag flag) {
      return std::ranges::find(flags, flag) != flags.end();
    };
    // An optimistic address is used while it is checked, RFC 4429.
    return has(AddressFlag::dadfailed) ||
           (has(AddressFlag::tentative) && !has(AddressFlag::optimistic));
  });
}

NetdevNameSet bound_to(const Owned& own) {
  NetdevNameSet names{own.netdev->name};
  const auto* uppers = own.netdev->uppers.known();
  if (own.vrf_table != 0 && uppers != nullptr) {
    names.insert(uppers->begin(), uppers->end());
  }
  return names;
}

PortAddresses addresses_of_port(const PortView& view, const Host& host) {
  PortAddresses port_addresses;
  port_addresses.name = device_and_port(view);
  if (view.netdev != nullptr) {
    port_addresses.netdevs.insert(view.netdev->name);
  }
  if (const auto* uppers = view.uppers.known()) {
    for (const auto* upper : *uppers) {
      port_addresses.netdevs.insert(upper->name);
    }
  }
  port_addresses.owned = addresses_of(view, host);
  return port_addresses;
}

}  // namespace rocelint
