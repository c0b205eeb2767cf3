// SPDX-License-Identifier: Apache-2.0
#pragma once

// Routes, routing rules and neighbours as rtnetlink tells them, both address families at once.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rocelint/facts/routing.h"

#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

/// RTM_GETROUTE, RTM_GETRULE and RTM_GETNEIGH of this namespace, one dump each.
[[nodiscard]] NetlinkRequest routes_request();
[[nodiscard]] NetlinkRequest rules_request();
[[nodiscard]] NetlinkRequest neighbours_request();

/// Names of netdevs by ifindex.
using NetdevNames = std::map<std::int64_t, std::string>;

/// Routes of all tables but local, sorted; several next hops are several routes. Dead ones are left
/// out, those of one type of service, and those that have no RouteType.
[[nodiscard]] Read<std::vector<Route>> decode_routes(const NetlinkReplies& replies,
                                                     const NetdevNames& netdevs);

/// Rules that can hold for packets of RDMA and do something then, in the kernel's order.
[[nodiscard]] Read<std::vector<RoutingRule>> decode_rules(const NetlinkReplies& replies);

struct NeighbourDump {
  std::map<std::int64_t, NeighbourStates> by_ifindex;
  std::int64_t ipv4_entries = 0;  ///< those that count against gc_thresh3
  std::int64_t ipv6_entries = 0;
};
[[nodiscard]] Read<NeighbourDump> decode_neighbours(const NetlinkReplies& replies);

}  // namespace rocelint
