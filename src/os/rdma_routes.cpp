// SPDX-License-Identifier: Apache-2.0
#include "os/rdma_routes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/routing.h"

#include "base/ip_address.h"
#include "facts/routes.h"
#include "os/read.h"

namespace rocelint {
namespace {

/// Subnets of one family. Of two that overlap one holds the other, so the outermost ones are apart
/// and in one order: what overlaps any of them overlaps a neighbour of its own place.
class Subnets {
 public:
  void add(const Subnet& subnet) { subnets_.push_back(subnet); }
  void order() {
    std::ranges::sort(subnets_, {}, place_of);
    std::vector<Subnet> outermost;
    for (const auto& subnet : subnets_) {
      if (outermost.empty() || !outermost.back().holds(subnet)) {
        outermost.push_back(subnet);
      }
    }
    subnets_ = std::move(outermost);
  }
  [[nodiscard]] bool any_overlaps(const Subnet& other) const {
    const auto next = std::ranges::lower_bound(subnets_, place_of(other), {}, place_of);
    return (next != subnets_.end() && other.holds(*next)) ||
           (next != subnets_.begin() && std::prev(next)->holds(other));
  }

 private:
  static std::tuple<decltype(IpAddress::bytes), std::size_t> place_of(const Subnet& subnet) {
    return {subnet.address.bytes, subnet.prefix_bits};
  }

  std::vector<Subnet> subnets_;
};

}  // namespace

Read<std::vector<Route>> routes_of_rdma(std::vector<Route> routes,
                                        const std::set<std::string>& netdevs) {
  std::map<AddressFamily, Subnets> reached;
  for (const auto& route : routes) {
    const auto subnet = netdevs.contains(route.netdev) ? destination_of(route) : std::nullopt;
    if (subnet) {
      reached[route.family].add(*subnet);
    }
  }
  for (auto& [family, subnets] : reached) {
    subnets.order();
  }
  const auto matters = [&](const Route& route) {
    const auto subnet = leads_nowhere(route) ? destination_of(route) : std::nullopt;
    return subnet && reached[route.family].any_overlaps(*subnet);
  };
  std::erase_if(routes, [&](const Route& route) {
    return route.destination != "default" && !netdevs.contains(route.netdev) && !matters(route);
  });
  if (std::ranges::count_if(routes, leads_nowhere) > std::ptrdiff_t{kMostThatLeadNowhere}) {
    return tl::unexpected(Unknown{.reason = Reason::unsupported,
                                  .detail = "more than " + std::to_string(kMostThatLeadNowhere) +
                                            " blackholes and other routes that lead nowhere",
                                  .sys_errno = 0});
  }
  return routes;
}

}  // namespace rocelint
