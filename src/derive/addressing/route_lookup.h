// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which route a packet takes, as far as rules and routes of the snapshot tell it. Pure functions of
// the facts.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "base/ip_address.h"

namespace rocelint {

inline constexpr std::int64_t kMainTable = 254;  // include/uapi/linux/rtnetlink.h, RT_TABLE_MAIN

using NetdevNameSet = std::set<std::string, std::less<>>;

/// Where packets come from, where they go, and which netdevs they may leave by.
struct Flow {
  IpAddress source;
  Subnet destination;
  NetdevNameSet netdevs;
  std::int64_t vrf_table = 0;  ///< 0: no VRF
};

/// Whether packets from that address may take it.
[[nodiscard]] Fact<bool> holds_for(const Route& route, const IpAddress& source);

/// The routes of one table for that flow: those with the longest prefix of the destination, of
/// these those with the longest one of the source, of these those with the least metric, and of
/// these those with the highest preference. Those that lead nowhere count too, and are never found
/// beside others. The same holds for IPv6 routes by other netdevs than the flow's.
[[nodiscard]] Fact<std::vector<const Route*>> longest_match(const std::vector<Route>& routes,
                                                            std::int64_t table, const Flow& flow);

/// The same in the first table that has any and that a rule leads to; none where a rule or a route
/// refuses the flow before that, or a route takes it away by another netdev.
[[nodiscard]] Fact<std::vector<const Route*>> look_up(const std::vector<RoutingRule>& rules,
                                                      const std::vector<Route>& routes,
                                                      const Flow& flow);

/// The table that a rule gives to packets from that address alone; 0 if there is none.
[[nodiscard]] Fact<std::int64_t> table_of_source(const std::vector<RoutingRule>& rules,
                                                 const IpAddress& source);

}  // namespace rocelint
