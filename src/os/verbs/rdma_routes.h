// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "rocelint/facts/routing.h"

#include "os/read.h"

namespace rocelint {

/// A router that drops what BGP tells it to may have a hundred thousand blackholes.
inline constexpr std::size_t kMostOfOthers = 4096;

/// Of all routes those that a lookup by one of these netdevs can come to: default routes, those
/// over the netdevs, and of those that overlap one over the netdevs the ones that lead nowhere and
/// all of IPv6. Unknown if there are more than kMostOfOthers that are not over the netdevs.
[[nodiscard]] Read<std::vector<Route>> routes_of_rdma(std::vector<Route> routes,
                                                      const std::set<std::string>& netdevs);

}  // namespace rocelint
