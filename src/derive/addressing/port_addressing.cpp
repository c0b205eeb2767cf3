// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/port_addressing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "base/ip_address.h"
#include "derive/absent.h"
#include "derive/addressing/port_addresses.h"
#include "derive/addressing/route_lookup.h"
#include "derive/finds.h"
#include "derive/ports.h"
#include "derive/stands_on.h"
#include "facts/combine.h"
#include "facts/doubt.h"
#include "facts/netdev_named.h"
#include "facts/routes.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kAllBits = 128;

Fact<bool> both(const Fact<bool>& a, const Fact<bool>& b) {
  if (a.is(false) || b.is(false)) {
    return false;
  }
  return known_unless(any_unknown({a.unknown(), b.unknown()}), true);
}

Fact<bool> either_on(const Fact<std::int64_t>& a, const Fact<std::int64_t>& b) {
  const auto is_on = [](const Fact<std::int64_t>& setting) {
    return setting.known() != nullptr && *setting.known() != 0;
  };
  if (is_on(a) || is_on(b)) {
    return true;
  }
  return known_unless(any_unknown({a.unknown(), b.unknown()}), false);
}

std::vector<ArpSettings> arp_settings(const std::vector<Owned>& owned, const Ipv4Settings& all) {
  std::map<std::string, ArpSettings> by_netdev;
  for (const auto& own : owned) {
    if (own.address->family != AddressFamily::ipv4) {
      continue;
    }
    const auto& one = own.netdev->ipv4;
    by_netdev[own.netdev->name] = {.netdev = own.netdev->name,
                                   .rp_filter = larger(one.rp_filter, all.rp_filter),
                                   .arp_ignore = larger(one.arp_ignore, all.arp_ignore),
                                   .arp_announce = larger(one.arp_announce, all.arp_announce),
                                   .arp_filter = either_on(one.arp_filter, all.arp_filter)};
  }
  std::vector<ArpSettings> settings;
  settings.reserve(by_netdev.size());
  for (auto& [name, setting] : by_netdev) {
    settings.push_back(std::move(setting));
  }
  return settings;
}

/// Whether a table of its own leads the packets of one address out by its port.
Fact<bool> has_own_table(const Owned& own, const NetdevNameSet& netdevs, const Routing& routing) {
  if (auto why = any_unknown({routing.rules.unknown(), routing.routes.unknown()})) {
    return *std::move(why);
  }
  const auto table = own.vrf_table != 0
                         ? own.vrf_table
                         : table_of_source(*routing.rules.known(), own.subnet.address);
  if (const auto* why = table.unknown()) {
    return *why;
  }
  Fact<bool> any = false;
  // Documentation/networking/vrf.rst ends the table of a VRF with an "unreachable default".
  for (const auto& route : *routing.routes.known()) {
    if (table.is(0) || !table.is(route.table) || route.family != own.address->family ||
        leads_nowhere(route)) {
      continue;
    }
    const auto holds = holds_for(route, own.subnet.address);
    if (!holds.is(true)) {
      add_doubt(any, holds.unknown());
    } else if (!netdevs.contains(route.netdev)) {
      return false;
    } else if (any.is(false)) {
      any = true;
    }
  }
  return any;
}

/// An address with all its bits is a segment by itself, and so is one without a link.
bool may_share(const Owned& own) {
  return own.subnet.prefix_bits < kAllBits && !own.netdev->carrier.is(false);
}

/// Of one segment as far as addresses tell.
bool shares_subnet(const Owned& a, const Owned& b) {
  return a.netdev != b.netdev && a.vrf_table == b.vrf_table &&
         a.subnet.prefix_bits == b.subnet.prefix_bits && a.subnet.holds(b.subnet.address) &&
         may_share(a) && may_share(b);
}

void find_sharers(const Owned& own, const PortAddresses& self,
                  const std::vector<PortAddresses>& port_addresses, Finds<std::string>& finds) {
  for (const auto& other : port_addresses) {
    if (&other == &self || !may_share(own)) {
      continue;
    }
    finds.doubt_by(other.owned.unknown());
    const auto* owned = other.owned.known();
    if (owned != nullptr && std::ranges::any_of(*owned, [&](const Owned& theirs) {
          return shares_subnet(own, theirs);
        })) {
      finds.add(other.name);
    }
  }
}

std::vector<PortSubnet> subnets_of(const PortAddresses& self,
                                   const std::vector<PortAddresses>& port_addresses,
                                   const Routing& routing) {
  std::map<std::string, PortSubnet> by_subnet;
  std::map<std::string, Finds<std::string>> sharers;
  for (const auto& own : *self.owned.known()) {
    const auto text = network_text(own.subnet);
    auto& subnet = by_subnet
                       .try_emplace(text, PortSubnet{.subnet = text,
                                                     .family = own.address->family,
                                                     .ports = {},
                                                     .own_tables = true})
                       .first->second;
    subnet.own_tables = both(subnet.own_tables, has_own_table(own, self.netdevs, routing));
    find_sharers(own, self, port_addresses, sharers[text]);
  }
  std::vector<PortSubnet> subnets;
  subnets.reserve(by_subnet.size());
  for (auto& [text, subnet] : by_subnet) {
    subnet.ports = sharers[text].take();
    subnets.push_back(std::move(subnet));
  }
  return subnets;
}

/// Those of the subnets that an address of the port can't reach by its own netdev.
Fact<Texts> unreached(const PortAddresses& self, const Texts& subnets, const Routing& routing) {
  if (auto why = any_unknown({routing.rules.unknown(), routing.routes.unknown()})) {
    return *std::move(why);
  }
  Finds<std::string> finds;
  for (const auto& own : *self.owned.known()) {
    for (const auto& text : subnets) {
      const auto subnet = parse_subnet(text);
      if (!subnet || subnet->address.ipv4 != own.subnet.address.ipv4) {
        continue;
      }
      const Flow flow{.source = own.subnet.address,
                      .destination = *subnet,
                      .netdevs = bound_to(own),
                      .vrf_table = own.vrf_table};
      const auto ways = look_up(*routing.rules.known(), *routing.routes.known(), flow);
      finds.doubt_by(ways.unknown());
      if (ways.known() != nullptr && ways.known()->empty()) {
        finds.add(own.address->address + " to " + text);
      }
    }
  }
  return finds.take();
}

/// The subnets of the other ports, each once, but for those that the port is in itself.
Fact<Texts> subnets_of_others(const PortAddresses& self,
                              const std::vector<PortAddresses>& port_addresses) {
  std::set<std::string> subnets;
  std::optional<Unknown> doubt;
  for (const auto& other : port_addresses) {
    if (&other == &self) {
      continue;
    }
    add_doubt(doubt, other.owned.unknown());
    if (const auto* owned = other.owned.known()) {
      for (const auto& theirs : *owned) {
        subnets.insert(network_text(theirs.subnet));
      }
    }
  }
  if (doubt) {
    return *std::move(doubt);
  }
  for (const auto& own : *self.owned.known()) {
    subnets.erase(network_text(own.subnet));
  }
  return Texts(subnets.begin(), subnets.end());
}

Fact<Texts> unreached_rails(const PortAddresses& self,
                            const std::vector<PortAddresses>& port_addresses,
                            const Routing& routing) {
  const auto subnets = subnets_of_others(self, port_addresses);
  return subnets.known() == nullptr ? subnets : unreached(self, *subnets.known(), routing);
}

std::string way_of(const Route& route) {
  return route.netdev + (route.gateway.empty() ? std::string() : " via " + route.gateway);
}

Fact<bool> is_for_all_sources(const Route& route) {
  if (route.family == AddressFamily::ipv4) {
    return true;
  }
  return map(route.from, [](const std::string& from) { return from.empty(); });
}

Fact<Texts> default_routes(const PortAddresses& self, const Routing& routing) {
  if (const auto* why = routing.routes.unknown()) {
    return *why;
  }
  Finds<std::string> finds;
  for (const auto& route : *routing.routes.known()) {
    if (route.table != kMainTable || route.destination != "default" ||
        !self.netdevs.contains(route.netdev)) {
      continue;
    }
    const auto general = is_for_all_sources(route);
    finds.doubt_by(general.unknown());
    if (general.is(true)) {
      finds.add(way_of(route));
    }
  }
  return finds.take();
}

bool leaves_by_another(const PortAddresses& self, const std::vector<PortAddresses>& port_addresses,
                       const std::string& netdev) {
  return !self.netdevs.contains(netdev) &&
         std::ranges::any_of(port_addresses, [&](const PortAddresses& other) {
           return other.netdevs.contains(netdev);
         });
}

Fact<Texts> duplicate_routes(const PortAddresses& self,
                             const std::vector<PortAddresses>& port_addresses,
                             const Routing& routing) {
  if (const auto* why = routing.routes.unknown()) {
    return *why;
  }
  Finds<std::string> finds;
  const auto& routes = *routing.routes.known();
  for (const auto& own : routes) {
    if (own.gateway.empty() || !self.netdevs.contains(own.netdev)) {
      continue;
    }
    for (const auto& other : routes) {
      if (other.family == own.family && other.destination == own.destination &&
          other.table == own.table && other.metric == own.metric && other.from == own.from &&
          !other.gateway.empty() && leaves_by_another(self, port_addresses, other.netdev)) {
        finds.add(own.destination + " by " + way_of(other));
      }
    }
  }
  return finds.take();
}

/// Whether a port that stands on `name` carries what is on the netdev: two ports do under one bond.
Fact<bool> carries(const std::string& name, const Netdev& netdev, const Host& host) {
  const auto* own = netdev_named(host, name);
  if (own == nullptr || own == &netdev) {
    return own == &netdev;
  }
  if (const auto* why = own->uppers.unknown()) {
    return *why;
  }
  return std::ranges::find(*own->uppers.known(), netdev.name) != own->uppers.known()->end();
}

void look_where_bound(const Owned& own, const BoundAddress& bound, const Host& host,
                      Finds<std::string>& finds) {
  if (const auto* why = bound.device.unknown()) {
    if (is_absent(*why)) {
      finds.add(own.address->address + " (none)");
    } else {
      finds.doubt_by(why);
    }
    return;
  }
  const auto& name = *bound.device.known();
  const auto& devices = *host.devices.known();
  const auto device = std::ranges::find(devices, name, &RdmaDevice::name);
  const auto fits = device == devices.end()
                        ? Fact<bool>(false)
                        : stands_on(*device, [&](const std::string& port_netdev) {
                            return carries(port_netdev, *own.netdev, host);
                          });
  finds.doubt_by(fits.unknown());
  if (fits.is(false)) {
    finds.add(own.address->address + " (" + name + ')');
  }
}

Fact<Texts> bound_elsewhere(const PortAddresses& self, const Host& host) {
  const auto* bound = host.bound_addresses.known();
  if (bound == nullptr) {
    return *host.bound_addresses.unknown();
  }
  Finds<std::string> finds;
  for (const auto& own : *self.owned.known()) {
    const auto found = std::ranges::find(*bound, own.address->address, &BoundAddress::address);
    if (found != bound->end()) {
      look_where_bound(own, *found, host, finds);
    }
  }
  return finds.take();
}

/// What needs the addresses of the port.
void describe_addresses(const PortAddresses& self, const std::vector<PortAddresses>& port_addresses,
                        const Host& host, PortAddressing& out) {
  const auto& owned = *self.owned.known();
  auto& addresses = out.addresses.emplace();
  auto& sources = out.sources.emplace();
  for (const auto& own : owned) {
    addresses.push_back(own.address->address);
    sources.push_back({.address = own.address->address,
                       .own_table = has_own_table(own, self.netdevs, host.routing),
                       .tentative = is_tentative(*own.address)});
  }
  std::ranges::sort(addresses);
  std::ranges::sort(sources, {}, &SourceRoute::address);
  out.arp = arp_settings(owned, host.routing.ipv4_all);
  out.subnets = subnets_of(self, port_addresses, host.routing);
  out.unrouted = unreached(self, self.fabric_subnets, host.routing);
  out.unreached_rails = unreached_rails(self, port_addresses, host.routing);
  out.bound_elsewhere = bound_elsewhere(self, host);
}

PortAddressing describe(const PortView& view, const PortAddresses& self,
                        const std::vector<PortAddresses>& port_addresses, const Host& host) {
  PortAddressing out;
  auto& others = out.other_ports.emplace();
  for (const auto& other : port_addresses) {
    if (&other != &self) {
      others.push_back(other.name);
    }
  }
  if (const auto* why = self.owned.unknown()) {
    out.addresses = *why;
    out.arp = *why;
    out.sources = *why;
    out.subnets = *why;
    out.unrouted = *why;
    out.unreached_rails = *why;
    out.bound_elsewhere = *why;
  } else {
    describe_addresses(self, port_addresses, host, out);
  }
  if (view.netdev == nullptr) {
    out.default_routes = view.netdev_unknown;
    out.duplicate_routes = view.netdev_unknown;
  } else {
    out.default_routes = default_routes(self, host.routing);
    out.duplicate_routes = duplicate_routes(self, port_addresses, host.routing);
  }
  return out;
}

}  // namespace

std::vector<PortAddressing> derive_addressing(const std::vector<AddressedPort>& ports,
                                              const Host& host) {
  std::vector<PortAddresses> port_addresses;
  for (const auto& port : ports) {
    port_addresses.push_back(addresses_of_port(*port.view, host));
    port_addresses.back().fabric_subnets = port.fabric_subnets;
  }
  std::vector<PortAddressing> derived;
  derived.reserve(ports.size());
  for (std::size_t i = 0; i < ports.size(); ++i) {
    derived.push_back(describe(*ports[i].view, port_addresses[i], port_addresses, host));
  }
  return derived;
}

}  // namespace rocelint
