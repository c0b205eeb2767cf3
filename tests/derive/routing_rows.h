// SPDX-License-Identifier: Apache-2.0
#pragma once

// Routes and rules as a snapshot has them, by what tests tell apart.

#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/addressing/route_lookup.h"

namespace rocelint::rows {

inline Route route(const std::string& destination, const std::string& netdev,
                   std::int64_t metric = 0, std::int64_t table = kMainTable,
                   AddressFamily family = AddressFamily::ipv4) {
  return {.family = family,
          .destination = destination,
          .table = table,
          .netdev = netdev,
          .gateway = "",
          .source = "",
          .metric = metric,
          .from = std::string(),
          .type = RouteType::unicast,
          .preference = RoutePreference::medium,
          .next_hops = 1};
}

inline RoutingRule rule(std::int64_t priority, std::int64_t table, const std::string& source = "") {
  return {.family = AddressFamily::ipv4,
          .priority = priority,
          .source = source,
          .destination = "",
          .input_netdev = "",
          .output_netdev = "",
          .table = table,
          .action = RuleAction::to_table,
          .suppress_prefixlen = -1};
}

inline std::vector<std::string> netdevs_of(const std::vector<const Route*>& routes) {
  std::vector<std::string> names;
  for (const auto* found : routes) {
    names.push_back(found->netdev);
  }
  return names;
}

}  // namespace rocelint::rows
