// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/route_lookup.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "base/ip_address.h"
#include "facts/doubt.h"
#include "facts/routes.h"
#include "facts/unknown.h"

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

bool matches(const RoutingRule& rule, const Flow& flow) {
  return rule.family == family_of(flow.source) && matches(rule.source, flow.source) &&
         matches(rule.destination, flow.destination) &&
         (rule.input_netdev.empty() || rule.input_netdev == "lo") &&
         (rule.output_netdev.empty() || flow.netdevs.contains(rule.output_netdev));
}

// Snapshots from before rules had an action hold none but those that ask a table, and those from
// before routes had a type none but unicast ones.
template <class T>
const Unknown* doubt_about(const Fact<T>& fact) {
  const auto* why = fact.unknown();
  return why == nullptr || why->reason == Reason::not_collected ? nullptr : why;
}

bool refuses(const RoutingRule& rule) {
  return rule.action.known() != nullptr && !rule.action.is(RuleAction::to_table);
}

/// Whether it makes the lookup fail: fib_props of net/ipv4/fib_semantics.c, ip6_rt_type_to_error().
bool refuses(const Route& route) {
  return leads_nowhere(route) && !route.type.is(RouteType::local);
}

/// The bits up to which what its table says does not count; -1: it all does.
std::int64_t suppressed_bits(const RoutingRule& rule) {
  const auto* bits = rule.suppress_prefixlen.known();
  return bits == nullptr ? -1 : *bits;
}

/// fib4_rule_suppress(), fib6_rule_suppress(): a route that refuses packets is an error by then,
/// and is not suppressed.
bool suppresses(const RoutingRule& rule, const Route& route) {
  const auto subnet = destination_of(route);
  const std::int64_t bits_before = route.family == AddressFamily::ipv4 ? 96 : 0;
  return subnet && !refuses(route) &&
         static_cast<std::int64_t>(subnet->prefix_bits) - bits_before <= suppressed_bits(rule);
}

/// How well a route fits: the better one is the larger.
struct Fit {
  std::size_t destination_bits = 0;
  std::size_t source_bits = 0;
  std::int64_t metric = 0;
  int preference = 0;

  bool operator==(const Fit&) const = default;
  [[nodiscard]] bool is_better_than(const Fit& other) const {
    return std::tuple(destination_bits, source_bits, other.metric, preference) >
           std::tuple(other.destination_bits, other.source_bits, metric, other.preference);
  }
};

std::size_t source_bits(const Route& route) {
  const auto* from = route.from.known();
  const auto subnet = from == nullptr ? std::nullopt : parse_subnet(*from);
  return subnet ? subnet->prefix_bits : 0;
}

int preference_of(const Route& route) {
  if (route.preference.is(RoutePreference::high)) {
    return 1;
  }
  return route.preference.is(RoutePreference::low) ? -1 : 0;
}

bool leaves_by(const Route& route, const Flow& flow) {
  return flow.netdevs.contains(route.netdev);
}

/// IPv4 passes over next hops of other netdevs and goes on to shorter prefixes, fib_table_lookup()
/// of net/ipv4/fib_trie.c. IPv6 does so only where packets have no source or stay on one link: for
/// others ip6_route_output_flags_noref() of net/ipv6/route.c asks without RT6_LOOKUP_F_IFACE.
bool counts(const Route& route, const Flow& flow) {
  return route.family == AddressFamily::ipv6 || refuses(route) || leaves_by(route, flow);
}

using Routes = std::vector<const Route*>;

/// The routes with the best fit that are for this flow.
Fact<Routes> best_fits(const std::vector<Route>& routes, std::int64_t table, const Flow& flow) {
  Routes best;
  Fit best_fit;
  std::optional<Unknown> doubt;
  for (const auto& route : routes) {
    const auto subnet =
        route.table == table && counts(route, flow) ? destination_of(route) : std::nullopt;
    if (!subnet || !subnet->holds(flow.destination)) {
      continue;
    }
    const auto holds = holds_for(route, flow.source);
    add_doubt(doubt, holds.unknown());
    if (!holds.is(true)) {
      continue;
    }
    const Fit fit{.destination_bits = subnet->prefix_bits,
                  .source_bits = source_bits(route),
                  .metric = route.metric,
                  .preference = preference_of(route)};
    if (best.empty() || fit.is_better_than(best_fit)) {
      best.clear();
      best_fit = fit;
    }
    if (fit == best_fit) {
      best.push_back(&route);
    }
  }
  return known_unless(std::move(doubt), std::move(best));
}

bool is_one_of_several(const Route* route) {
  const auto* hops = route->next_hops.known();
  return hops != nullptr && *hops > 1;
}

/// IPv6 takes a route by the netdev that it is asked for before others (rt6_score_route), but then
/// any next hop of that route (fib6_select_path). `ip -6 route get` of Linux 6.18 does as this
/// tells.
Fact<Routes> chosen(const Routes& best, const Flow& flow) {
  Routes own;
  Routes others;
  std::ranges::partition_copy(best, std::back_inserter(own), std::back_inserter(others),
                              [&](const Route* route) { return leaves_by(*route, flow); });
  if (own.empty() || own.front()->family == AddressFamily::ipv4) {
    return best;
  }
  if (std::ranges::any_of(own, is_one_of_several) &&
      std::ranges::any_of(others, is_one_of_several)) {
    return unsupported("the IPv6 route to " + own.front()->destination +
                       " has next hops by several netdevs, and a hash of the addresses chooses");
  }
  return own;
}

/// Unknown where it is not told what becomes of packets.
Fact<Routes> decided(Routes routes) {
  for (const auto* route : routes) {
    if (const auto* why = doubt_about(route->type)) {
      return *why;
    }
    if (route->type != routes.front()->type) {
      return unsupported("of routes to " + route->destination +
                         " with one metric some lead nowhere: which one counts is not told");
    }
  }
  return routes;
}

/// What a rule makes of the flow: its ways, none if it ends there, nothing if the next rule is
/// asked.
Fact<std::optional<Routes>> answer_of(const RoutingRule& rule, const std::vector<Route>& routes,
                                      const Flow& flow) {
  const auto table = rule.table == 0 ? flow.vrf_table : rule.table;
  if (table == 0) {
    return std::optional<Routes>();
  }
  if (const auto* why = doubt_about(rule.action)) {
    return *why;
  }
  if (refuses(rule)) {
    return std::optional(Routes{});
  }
  const auto found = longest_match(routes, table, flow);
  if (const auto* why = found.unknown()) {
    return *why;
  }
  const auto* best = found.known()->empty() ? nullptr : found.known()->front();
  if (best == nullptr || best->type.is(RouteType::thrown) || suppresses(rule, *best)) {
    return std::optional<Routes>();
  }
  return std::optional(leads_nowhere(*best) || !leaves_by(*best, flow) ? Routes{} : *found.known());
}

}  // namespace

Fact<bool> holds_for(const Route& route, const IpAddress& source) {
  if (route.family == AddressFamily::ipv4) {
    return true;
  }
  return map(route.from, [&](const std::string& from) { return matches(from, source); });
}

Fact<std::vector<const Route*>> longest_match(const std::vector<Route>& routes, std::int64_t table,
                                              const Flow& flow) {
  auto best = best_fits(routes, table, flow);
  if (best.known() == nullptr) {
    return best;
  }
  auto found = chosen(*best.known(), flow);
  return found.known() == nullptr ? found : decided(std::move(*found.known()));
}

Fact<std::vector<const Route*>> look_up(const std::vector<RoutingRule>& rules,
                                        const std::vector<Route>& routes, const Flow& flow) {
  std::optional<Unknown> doubt;  // a rule that can't be told may have answered
  for (const auto& rule : rules) {
    if (!matches(rule, flow)) {
      continue;
    }
    const auto answer = answer_of(rule, routes, flow);
    add_doubt(doubt, answer.unknown());
    if (const auto* ways = answer.known(); ways != nullptr && *ways) {
      return known_unless(std::move(doubt), **ways);
    }
  }
  return known_unless(std::move(doubt), Routes{});
}

Fact<std::int64_t> table_of_source(const std::vector<RoutingRule>& rules, const IpAddress& source) {
  Fact<std::int64_t> none = 0;  // as in look_up()
  for (const auto& rule : rules) {
    if (rule.family != family_of(source) || !matches(rule.source, source)) {
      continue;
    }
    if (const auto* why = doubt_about(rule.action)) {
      add_doubt(none, why);
    } else if (!rule.source.empty() && is_own_table(rule.table) && !refuses(rule) &&
               suppressed_bits(rule) < 0) {
      return none.known() == nullptr ? none : rule.table;
    }
  }
  return none;
}

}  // namespace rocelint
