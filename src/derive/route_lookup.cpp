// SPDX-License-Identifier: Apache-2.0
#include "derive/route_lookup.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
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

/// How well a route fits: the better one is the larger.
struct Fit {
  std::size_t destination_bits = 0;
  std::size_t source_bits = 0;
  std::int64_t metric = 0;

  bool operator==(const Fit&) const = default;
  [[nodiscard]] bool is_better_than(const Fit& other) const {
    return std::tuple(destination_bits, source_bits, other.metric) >
           std::tuple(other.destination_bits, other.source_bits, metric);
  }
};

std::size_t source_bits(const Route& route) {
  const auto* from = route.from.known();
  const auto subnet = from == nullptr ? std::nullopt : parse_subnet(*from);
  return subnet ? subnet->prefix_bits : 0;
}

}  // namespace

Fact<bool> holds_for(const Route& route, const IpAddress& source) {
  if (route.family == AddressFamily::ipv4) {
    return true;
  }
  const auto* from = route.from.known();
  return from == nullptr ? Fact<bool>(*route.from.unknown()) : matches(*from, source);
}

Fact<std::vector<const Route*>> longest_match(const std::vector<Route>& routes, std::int64_t table,
                                              const Journey& journey) {
  std::vector<const Route*> best;
  Fit best_fit;
  for (const auto& route : routes) {
    const auto subnet = route.table == table && journey.netdevs.contains(route.netdev)
                            ? subnet_of(route)
                            : std::nullopt;
    if (!subnet || !subnet->holds(journey.destination)) {
      continue;
    }
    const auto holds = holds_for(route, journey.source);
    if (const auto* why = holds.unknown()) {
      return *why;
    }
    if (holds.is(false)) {
      continue;
    }
    const Fit fit{.destination_bits = subnet->prefix_bits,
                  .source_bits = source_bits(route),
                  .metric = route.metric};
    if (best.empty() || fit.is_better_than(best_fit)) {
      best.clear();
      best_fit = fit;
    }
    if (fit == best_fit) {
      best.push_back(&route);
    }
  }
  return best;
}

Fact<std::vector<const Route*>> look_up(const std::vector<RoutingRule>& rules,
                                        const std::vector<Route>& routes, const Journey& journey) {
  for (const auto& rule : rules) {
    const auto table = rule.table == 0 ? journey.vrf_table : rule.table;
    if (table == 0 || !matches(rule, journey)) {
      continue;
    }
    auto found = longest_match(routes, table, journey);
    if (found.known() == nullptr || !found.known()->empty()) {
      return found;
    }
  }
  return std::vector<const Route*>{};
}

std::int64_t table_of_source(const std::vector<RoutingRule>& rules, const IpAddress& source) {
  const auto found = std::ranges::find_if(rules, [&](const RoutingRule& rule) {
    return is_own_table(rule.table) && rule.family == family_of(source) && !rule.source.empty() &&
           matches(rule.source, source);
  });
  return found == rules.end() ? 0 : found->table;
}

}  // namespace rocelint
