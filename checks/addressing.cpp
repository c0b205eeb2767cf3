// SPDX-License-Identifier: Apache-2.0

// How packets of RDMA ports find their way: routes, rules, neighbours, the settings of ARP and of
// the reverse path filter, and the RDMA port that rdma_cm takes for each address.

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/netdev_named.h"
#include "facts/unknown.h"
#include "os/netlink/netdev_stack.h"
#include "os/netlink/nldev_decode.h"
#include "os/netlink/rtnl_routing.h"
#include "os/part.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/sysfs_device.h"
#include "os/verbs/rdma_routes.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

Ipv4Settings read_ipv4_settings(const Files& files, const std::string& name) {
  const std::string directory = "/proc/sys/net/ipv4/conf/" + name + '/';
  return {.rp_filter = read_sysfs_number(files, directory + "rp_filter"),
          .arp_ignore = read_sysfs_number(files, directory + "arp_ignore"),
          .arp_announce = read_sysfs_number(files, directory + "arp_announce"),
          .arp_filter = read_sysfs_number(files, directory + "arp_filter"),
          .accept_local = read_sysfs_number(files, directory + "accept_local")};
}

Read<NetlinkReplies> dump(ProbeEnv& env, std::string_view operation, NetlinkRequest request) {
  return env.ask({.device = "",
                  .operation = operation,
                  .lock = Lock::rtnl,
                  .family = NetlinkFamily::route,
                  .request = std::move(request)});
}

NetdevNames names_of(const Host& host) {
  NetdevNames names;
  if (const auto* netdevs = host.netdevs.known()) {
    for (const auto& netdev : *netdevs) {
      if (const auto* ifindex = netdev.ifindex.known()) {
        names.emplace(*ifindex, netdev.name);
      }
    }
  }
  return names;
}

Fact<std::vector<Route>> read_routes(ProbeEnv& env, const Host& host,
                                     const std::set<std::string>& of_rdma) {
  const auto replies = dump(env, "RTM_GETROUTE", routes_request());
  auto routes = replies ? decode_routes(*replies, names_of(host))
                        : Read<std::vector<Route>>(tl::unexpected(replies.error()));
  return to_fact(routes ? routes_of_rdma(*std::move(routes), of_rdma) : std::move(routes));
}

Fact<std::vector<RoutingRule>> read_rules(ProbeEnv& env) {
  const auto replies = dump(env, "RTM_GETRULE", rules_request());
  return replies ? to_fact(decode_rules(*replies))
                 : Fact<std::vector<RoutingRule>>(replies.error());
}

Read<NeighbourDump> read_neighbours(ProbeEnv& env) {
  const auto replies = dump(env, "RTM_GETNEIGH", neighbours_request());
  return replies ? decode_neighbours(*replies) : tl::unexpected(replies.error());
}

Fact<NeighbourStates> states_of(const Netdev& netdev, const Read<NeighbourDump>& dump) {
  if (!dump) {
    return dump.error();
  }
  const auto* ifindex = netdev.ifindex.known();
  if (ifindex == nullptr) {
    return *netdev.ifindex.unknown();
  }
  const auto found = dump->by_ifindex.find(*ifindex);
  return found == dump->by_ifindex.end() ? NeighbourStates{} : found->second;
}

Fact<std::int64_t> entries_of(const Read<NeighbourDump>& dump,
                              std::int64_t NeighbourDump::* family) {
  return dump ? Fact<std::int64_t>((*dump).*family) : Fact<std::int64_t>(dump.error());
}

Routing read_routing(ProbeEnv& env, const Host& host, const std::set<std::string>& of_rdma,
                     const Read<NeighbourDump>& neighbours) {
  constexpr std::string_view kLimit = "/neigh/default/gc_thresh3";
  Routing routing;
  routing.ipv4_all = read_ipv4_settings(env.files(), "all");
  routing.routes = read_routes(env, host, of_rdma);
  routing.rules = read_rules(env);
  const auto table = [&](const std::string& family, std::int64_t NeighbourDump::* entries) {
    return NeighbourTable{
        .entries = entries_of(neighbours, entries),
        .limit = read_sysfs_number(env.files(), "/proc/sys/net/" + family + std::string(kLimit))};
  };
  routing.ipv4_neighbours = table("ipv4", &NeighbourDump::ipv4_entries);
  routing.ipv6_neighbours = table("ipv6", &NeighbourDump::ipv6_entries);
  return routing;
}

/// Those that rdma_cm can bind without being told an interface.
std::set<std::string> routable_addresses(const Host& host, const std::set<std::string>& of_rdma) {
  std::set<std::string> addresses;
  for (const auto& name : of_rdma) {
    const Netdev* netdev = netdev_named(host, name);
    const auto* all = netdev == nullptr ? nullptr : netdev->addresses.known();
    if (all == nullptr) {
      continue;
    }
    for (const auto& address : *all) {
      if (address.scope == AddressScope::global || address.scope == AddressScope::site) {
        addresses.insert(address.address);
      }
    }
  }
  return addresses;
}

Fact<std::string> device_of(const CmBinding& binding, const Host& host) {
  const auto guid = guid_text(binding.node_guid);
  if (const auto* devices = host.devices.known()) {
    for (const auto& device : *devices) {
      if (binding.device_index ? device.index.is(std::int64_t{*binding.device_index})
                               : device.node_guid.is(guid)) {
        return device.name;
      }
    }
  }
  return not_found("the device with node GUID " + guid + " is not listed here");
}

BoundAddress bound(const std::string& address, const Read<CmBinding>& binding, const Host& host) {
  BoundAddress out{.address = address, .device = {}, .port = {}};
  if (binding && binding->port != 0) {
    out.device = device_of(*binding, host);
    out.port = binding->port;
    return out;
  }
  Unknown why = binding ? Unknown{} : binding.error();
  if (binding || why.sys_errno == ENODEV || why.sys_errno == EADDRNOTAVAIL) {
    why.reason = Reason::not_found;
    why.detail = "rdma_cm knows no RDMA port for this address";
  }
  out.device = why;
  out.port = why;
  return out;
}

Fact<std::vector<BoundAddress>> bind_addresses(ProbeEnv& env, const Host& host,
                                               const std::set<std::string>& of_rdma) {
  if (!env.is_live()) {
    return unsupported("rdma_cm is off: these facts come from files only");
  }
  std::vector<BoundAddress> list;
  for (const auto& address : routable_addresses(host, of_rdma)) {
    const auto binding = env.rdma_cm_bind(address);
    // What has nothing to do with the address holds for all of them.
    if (!binding && binding.error().sys_errno != ENODEV &&
        binding.error().sys_errno != EADDRNOTAVAIL) {
      return binding.error();
    }
    list.push_back(bound(address, binding, host));
  }
  return list;
}

std::optional<Unknown> collect_addressing(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  const auto& host = so_far.host;
  const auto of_rdma = rdma_netdevs(host);
  const auto neighbours = read_neighbours(env);
  for (const auto& name : of_rdma) {
    const Netdev* known = netdev_named(host, name);
    if (known == nullptr) {
      continue;
    }
    Netdev& netdev = add_netdev(out.host, name);
    netdev.ipv4 = read_ipv4_settings(env.files(), name);
    netdev.neighbours = states_of(*known, neighbours);
  }
  out.host.routing = read_routing(env, host, of_rdma, neighbours);
  env.keep(out);
  out.host.bound_addresses = bind_addresses(env, host, of_rdma);
  return std::nullopt;
}

}  // namespace

extern const Check addressing{.id = "addressing",
                              .summary = "routes, neighbours and address settings of RDMA ports",
                              .needs = kNeeds,
                              .collect = collect_addressing};

}  // namespace rocelint::checks
