// SPDX-License-Identifier: Apache-2.0

// The GID table of each port, from the same verbs query as `mtu`, else from sysfs. A GID's netdev
// is told only if it is one of this port's: an ifindex or a name of another network namespace can
// be that of a stranger here.

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/netdev_named.h"
#include "facts/unknown.h"
#include "os/each_port.h"
#include "os/netlink/netdev_stack.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/sysfs_rdma.h"
#include "os/unique.h"
#include "os/verbs/verbs_decode.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 3> kNeeds{"inventory", "link", "mtu"};

/// The netdevs that a GID of one port can belong to.
struct PortNetdevs {
  Fact<std::string> netdev;
  std::vector<const Netdev*> all;  ///< the port's netdev with its lowers and uppers
  std::optional<Unknown> gap;      ///< why there may be more of them
};

/// First of the reads without which it can't be told what belongs to the port.
std::optional<Unknown> gap_in(const Host& host, const Netdev* netdev) {
  if (const auto* why = host.netdevs.unknown()) {
    return *why;
  }
  if (netdev == nullptr) {
    return std::nullopt;
  }
  for (const auto* why :
       {netdev->ifindex.unknown(), netdev->uppers.unknown(), netdev->lowers.unknown()}) {
    if (why != nullptr) {
      return *why;
    }
  }
  return std::nullopt;
}

PortNetdevs port_netdevs(const Host& host, const RdmaPort& port) {
  PortNetdevs out{.netdev = port.netdev, .all = {}, .gap = {}};
  const auto* name = port.netdev.known();
  const Netdev* netdev = name != nullptr ? netdev_named(host, *name) : nullptr;
  out.gap = gap_in(host, netdev);
  if (netdev == nullptr) {
    return out;
  }
  std::set<std::string> names{*name};
  if (const auto lowers = port_lowers(host, port)) {
    names.insert(lowers->begin(), lowers->end());
  }
  if (const auto* uppers = netdev->uppers.known()) {
    names.insert(uppers->begin(), uppers->end());
  }
  for (const auto& each : names) {
    if (const Netdev* found = netdev_named(host, each)) {
      out.all.push_back(found);
    }
  }
  return out;
}

Unknown foreign(const PortNetdevs& netdevs, const std::string& who) {
  if (const Unknown* why = netdevs.netdev.unknown()) {
    return *why;
  }
  if (netdevs.gap) {
    return *netdevs.gap;
  }
  return not_found(who + " is not a netdev of this port in this network namespace");
}

Fact<std::string> netdev_by_index(const PortNetdevs& netdevs, std::uint32_t ifindex) {
  if (ifindex == 0) {
    return not_found("the GID has no netdev");
  }
  for (const Netdev* netdev : netdevs.all) {
    if (netdev->ifindex.is(std::int64_t{ifindex})) {
      return netdev->name;
    }
  }
  return foreign(netdevs, "ifindex " + std::to_string(ifindex));
}

Fact<std::string> netdev_by_name(const PortNetdevs& netdevs, const Read<std::string>& name) {
  if (!name) {
    return name.error();
  }
  for (const Netdev* netdev : netdevs.all) {
    if (netdev->name == *name) {
      return netdev->name;
    }
  }
  return foreign(netdevs, *name);
}

std::vector<Gid> gids_from_verbs(const std::vector<VerbsGid>& table, const PortNetdevs& netdevs,
                                 std::int64_t port) {
  std::vector<Gid> gids;
  for (const auto& entry : table) {
    if (std::int64_t{entry.port} != port) {
      continue;
    }
    Gid gid;
    gid.index = entry.index;
    gid.gid = gid_text(entry.raw);
    gid.type = gid_type(entry.type);
    gid.netdev = netdev_by_index(netdevs, entry.netdev_ifindex);
    gids.push_back(std::move(gid));
  }
  sort_unique_by(gids, &Gid::index);
  return gids;
}

Fact<std::vector<Gid>> gids_from_sysfs(ProbeEnv& env, const RdmaDevice& device,
                                       const PortNetdevs& netdevs, std::int64_t port) {
  if (const auto refused = env.begin(device.name, "sysfs GID table")) {
    return *refused;
  }
  const auto table = read_sysfs_gids(env.files(), device, port);
  env.end();
  if (!table) {
    return table.error();
  }
  std::vector<Gid> gids;
  for (const auto& slot : *table) {
    gids.push_back(slot.gid);
    gids.back().netdev = netdev_by_name(netdevs, slot.netdev_name);
  }
  return gids;
}

Fact<std::vector<Gid>> read_gids(ProbeEnv& env, const Host& host, const RdmaDevice& device,
                                 const RdmaPort& port) {
  const auto netdevs = port_netdevs(host, port);
  const auto ports = static_cast<std::uint32_t>(device.ports.known()->size());
  const auto& verbs = env.verbs_device(device.name, ports);
  if (verbs && verbs->gids) {
    return gids_from_verbs(*verbs->gids, netdevs, port.number);
  }
  auto gids = gids_from_sysfs(env, device, netdevs, port.number);
  if (gids.known() == nullptr && env.verbs() != nullptr) {
    return verbs ? verbs->gids.error() : verbs.error();
  }
  return gids;
}

std::optional<Unknown> collect_gid(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  fill_each_port(env, so_far, out, [&](const RdmaDevice& device, const RdmaPort& port) {
    RdmaPort filled;
    filled.number = port.number;
    filled.gids = read_gids(env, so_far.host, device, port);
    return filled;
  });
  return std::nullopt;
}

}  // namespace

extern const Check gid{
    .id = "gid", .summary = "GID tables of RDMA ports", .needs = kNeeds, .collect = collect_gid};

}  // namespace rocelint::checks
