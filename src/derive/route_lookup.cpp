// SPDX-License-Identifier: Apache-2.0
#include "derive/route_lookup.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "base/ip_address.h"

namespace rocelint {
namespace {

// 253 default, 254 main, 255 local; and 0 is no table.
bool is_own_table(std::int64_t table) {
  constexpr std::int64_t kFirstOfTheSystem = 253;
  constexpr std::int64_t kLastOfTheSystem = 255;
  return table > 0 && (table < kFirstOfTheSystem || table > kLastOfTheSystem);
}

AddressFamily family_of(const IpAddress& address) {
  return address.ipv4 ? AddressFamily::ipv4 : AddressFamily::ipv6;
}

std::optional<Subnet> subnet_of(const Route& route) {
  if (route.destination == "default") {
    return parse_subnet(route.family == AddressFamily::ipv4 ? "0.0.0.0/0" : "::/0");
  }
  return parse_subnet(route.destination);
}

bool matches(const std::string& prefix, const IpAddress& address) {
  if (prefix.empty()) {
    return true;
  }
  const auto subnet = parse_subnet(prefix);
  return subnet && subnet->holds(address);
}

bool matches(const std::string& prefix, const Subnet& all) {
  if (prefix.empty()) {
    return true;
  }
  const auto subnet = parse_subnet(prefix);
  return subnet && subnet->holds(all);
}

bool matches(const RoutingRule& rule, const Journey& journey) {
  return rule.family == family_of(journey.source) && matches(rule.source, journey.source) &&
         matches(rule.destination, journey.destination) &&
         (rule.input_netdev.empty() || rule.input_netdev == "lo") &&
         (rule.output_netdev.empty() || journey.netdevs.contains(rule.output_netdev));
}

}  // namespace

std::vector<const Route*> longest_match(const std::vector<Route>& routes, std::int64_t table,
                                        const Subnet& destination, const NetdevNameSet& netdevs) {
  std::vector<const Route*> best;
  std::size_t best_bits = 0;
  for (const auto& route : routes) {
    const auto subnet =
        route.table == table && netdevs.contains(route.netdev) ? subnet_of(route) : std::nullopt;
    if (!subnet || !subnet->holds(destination)) {
      continue;
    }
    const bool as_good =
        !best.empty() && subnet->prefix_bits == best_bits && route.metric == best.front()->metric;
    const bool better = best.empty() || subnet->prefix_bits > best_bits ||
                        (subnet->prefix_bits == best_bits && route.metric < best.front()->metric);
    if (better) {
      best.clear();
      best_bits = subnet->prefix_bits;
    }
    if (better || as_good) {
      best.push_back(&route);
    }
  }
  return best;
}

std::vector<const Route*> look_up(const std::vector<RoutingRule>& rules,
                                  const std::vector<Route>& routes, const Journey& journey) {
  for (const auto& rule : rules) {
    const auto table = rule.table == 0 ? journey.vrf_table : rule.table;
    if (table == 0 || !matches(rule, journey)) {
      continue;
    }
    auto found = longest_match(routes, table, journey.destination, journey.netdevs);
    if (!found.empty()) {
      return found;
    }
  }
  return {};
}

std::int64_t table_of_source(const std::vector<RoutingRule>& rules, const IpAddress& source) {
  const auto found = std::ranges::find_if(rules, [&](const RoutingRule& rule) {
    return is_own_table(rule.table) && rule.family == family_of(source) && !rule.source.empty() &&
           matches(rule.source, source);
  });
  return found == rules.end() ? 0 : found->table;
}

}  // namespace rocelint
