// SPDX-License-Identifier: Apache-2.0
#include "os/verbs/rdma_routes.h"

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
#include "facts/unknown.h"
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

/// fe80::/10 and ff00::/8 are looked up on one link alone: rt6_need_strict() of net/ipv6/route.c.
bool stays_on_one_link(const IpAddress& address) {
  constexpr unsigned kTwoBits = 0xC0;
  const auto& bytes = address.bytes;
  return bytes[0] == 0xFF || (bytes[0] == 0xFE && (bytes[1] & kTwoBits) == 0x80);
}

/// Whether a lookup by a netdev of RDMA can come to it where it leaves by another: longest_match().
bool may_compete(const Route& route, const Subnet& destination) {
  return leads_nowhere(route) ||
         (route.family == AddressFamily::ipv6 && !stays_on_one_link(destination.address));
}

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
    const auto subnet = destination_of(route);
    return subnet && may_compete(route, *subnet) && reached[route.family].any_overlaps(*subnet);
  };
  std::erase_if(routes, [&](const Route& route) {
    return route.destination != "default" && !netdevs.contains(route.netdev) && !matters(route);
  });
  const auto of_others = std::ranges::count_if(
      routes, [&](const Route& route) { return !netdevs.contains(route.netdev); });
  if (of_others > std::ptrdiff_t{kMostOfOthers}) {
    return tl::unexpected(
        unsupported("more than " + std::to_string(kMostOfOthers) +
                    " blackholes and IPv6 routes by other netdevs overlap routes of RDMA"));
  }
  return routes;
}

}  // namespace rocelint
