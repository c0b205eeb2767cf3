// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "base/ip_address.h"
#include "derive/addressing/route_lookup.h"
#include "tests/derive/routing_rows.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using rows::netdevs_of;
using rows::route;
using rows::rule;
using Names = std::vector<std::string>;

/// By "::/0" of the main table, and what is given beside it.
struct RoutesOfOneSource : testing::Test {
  std::vector<RoutingRule> rules{rule(32766, kMainTable)};
  std::vector<Route> routes;
  Flow flow{.source = *parse_address("fd00:1::5"),
            .destination = *parse_subnet("fd00:2::/64"),
            .netdevs = {"ens0", "ens1"},
            .vrf_table = 0};

  RoutesOfOneSource() { rules.front().family = AddressFamily::ipv6; }
  void add(const char* netdev, Fact<std::string> from, std::int64_t metric = 0) {
    routes.push_back(route("default", netdev, metric, kMainTable, AddressFamily::ipv6));
    routes.back().from = std::move(from);
  }
  [[nodiscard]] std::vector<std::string> found() const {
    return netdevs_of(*look_up(rules, routes, flow).known());
  }
};

TEST_F(RoutesOfOneSource, HoldForItAlone) {
  add("ens0", std::string("fd00:9::/64"));
  EXPECT_TRUE(found().empty());
  add("ens1", std::string("fd00:1::/64"));
  EXPECT_EQ(found(), std::vector<std::string>{"ens1"});
}

TEST_F(RoutesOfOneSource, GoBeforeThoseOfAll) {
  add("ens0", std::string(""), 10);
  add("ens1", std::string("fd00:1::/64"), 1024);
  EXPECT_EQ(found(), std::vector<std::string>{"ens1"});
}

TEST_F(RoutesOfOneSource, LeaveItOpenWhereItIsUnknown) {
  add("ens0", Unknown{.reason = Reason::not_collected, .detail = ""});
  EXPECT_EQ(look_up(rules, routes, flow).unknown()->reason, Reason::not_collected);
  flow.netdevs = {"ens1"};
  EXPECT_EQ(look_up(rules, routes, flow).unknown()->reason, Reason::not_collected);
}

TEST_F(RoutesOfOneSource, LeaveItOpenForEachReason) {
  add("ens0", testing_support::kDenied);
  add("ens1", testing_support::kUnsupported);
  EXPECT_EQ(testing_support::reasons(look_up(rules, routes, flow)), "permission unsupported");
}

/// What `ip -6 route get fd00:2::1 from fd00:1::5 oif ens0` of Linux 6.18 says of such routes.
struct ByAnotherNetdev {
  const char* name;
  std::vector<Route> routes;
  Fact<std::vector<std::string>> expected;  ///< netdevs
  std::int64_t suppress_prefixlen = -1;     ///< of the rule for table 101, which is asked first
};
void PrintTo(const ByAnotherNetdev& row, std::ostream* out) {
  *out << row.name;
}

Route route6(const std::string& destination, const std::string& netdev, std::int64_t metric = 1024,
             std::int64_t table = kMainTable) {
  return route(destination, netdev, metric, table, AddressFamily::ipv6);
}

Route preferred(Route route, RoutePreference preference) {
  route.preference = preference;
  return route;
}

Route of_type(Route route, RouteType type) {
  route.type = type;
  return route;
}

Route one_of(std::int64_t next_hops, Route route) {
  route.next_hops = next_hops;
  return route;
}

Route of_an_old_snapshot(Route route) {
  route.preference = {};
  route.next_hops = {};
  return route;
}

class ByAnotherNetdevToo : public testing::TestWithParam<ByAnotherNetdev> {};

TEST_P(ByAnotherNetdevToo, Ipv6RoutesCount) {
  const auto& row = GetParam();
  std::vector<RoutingRule> rules{rule(100, 101), rule(32766, kMainTable)};
  rules[0].suppress_prefixlen = row.suppress_prefixlen;
  for (auto& each : rules) {
    each.family = AddressFamily::ipv6;
  }
  const Flow flow{.source = *parse_address("fd00:1::5"),
                  .destination = *parse_subnet("fd00:2::/64"),
                  .netdevs = {"ens0", "ens0.100"},
                  .vrf_table = 0};
  const auto found = look_up(rules, row.routes, flow);
  if (row.expected.known() == nullptr) {
    ASSERT_NE(found.unknown(), nullptr);
    EXPECT_EQ(found.unknown()->reason, row.expected.unknown()->reason);
    return;
  }
  ASSERT_NE(found.known(), nullptr);
  EXPECT_EQ(netdevs_of(*found.known()), *row.expected.known());
}

INSTANTIATE_TEST_SUITE_P(
    All, ByAnotherNetdevToo,
    testing::Values(
        ByAnotherNetdev{"more_specific",
                        {route6("fd00:2::/48", "ens0", 10), route6("fd00:2::/64", "mgmt0")},
                        Names{}},
        ByAnotherNetdev{"less_specific",
                        {route6("fd00:2::/64", "ens0"), route6("default", "mgmt0")},
                        Names{"ens0"}},
        ByAnotherNetdev{"of_a_part_of_the_subnet",
                        {route6("fd00:2::/64", "ens0"), route6("fd00:2::/80", "mgmt0")},
                        Names{"ens0"}},
        ByAnotherNetdev{"alone", {route6("fd00:2::/64", "mgmt0")}, Names{}},
        ByAnotherNetdev{"of_a_smaller_metric",
                        {route6("fd00:2::/64", "ens0", 2000), route6("fd00:2::/64", "mgmt0", 1000)},
                        Names{}},
        ByAnotherNetdev{"of_one_metric",
                        {route6("fd00:2::/64", "mgmt0"), route6("fd00:2::/64", "ens0")},
                        Names{"ens0"}},
        ByAnotherNetdev{"preferred",
                        {preferred(route6("fd00:2::/64", "mgmt0"), RoutePreference::high),
                         route6("fd00:2::/64", "ens0")},
                        Names{}},
        ByAnotherNetdev{"beside_one_of_low_preference",
                        {route6("fd00:2::/64", "mgmt0"),
                         preferred(route6("fd00:2::/64", "ens0"), RoutePreference::low)},
                        Names{}},
        ByAnotherNetdev{"preferred_of_a_larger_metric",
                        {preferred(route6("fd00:2::/64", "mgmt0", 2000), RoutePreference::high),
                         route6("fd00:2::/64", "ens0")},
                        Names{"ens0"}},
        ByAnotherNetdev{"that_refuses_with_one_metric",
                        {of_type(route6("fd00:2::/64", ""), RouteType::unreachable),
                         route6("fd00:2::/64", "ens0")},
                        Names{"ens0"}},
        ByAnotherNetdev{
            "to_this_host",
            {of_type(route6("fd00:2::/64", "lo"), RouteType::local), route6("fd00:2::/48", "ens0")},
            Names{}},
        ByAnotherNetdev{
            "to_this_host_with_one_metric",
            {of_type(route6("fd00:2::/64", "lo"), RouteType::local), route6("fd00:2::/64", "ens0")},
            Names{"ens0"}},
        ByAnotherNetdev{
            "as_a_next_hop",
            {one_of(2, route6("fd00:2::/64", "ens0")), one_of(2, route6("fd00:2::/64", "mgmt0"))},
            Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0}},
        ByAnotherNetdev{"as_two_next_hops_of_another_route",
                        {one_of(2, route6("fd00:2::/64", "mgmt0")),
                         one_of(2, route6("fd00:2::/64", "mgmt1")), route6("fd00:2::/64", "ens0")},
                        Names{"ens0"}},
        ByAnotherNetdev{"none_as_a_next_hop",
                        {one_of(2, route6("fd00:2::/64", "ens0")),
                         one_of(2, route6("fd00:2::/64", "ens0.100"))},
                        Names{"ens0", "ens0.100"}},
        ByAnotherNetdev{"in_the_table_that_is_asked_first",
                        {route6("default", "mgmt0", 1024, 101), route6("fd00:2::/64", "ens0")},
                        Names{}},
        ByAnotherNetdev{"suppressed",
                        {route6("default", "mgmt0", 1024, 101), route6("fd00:2::/64", "ens0")},
                        Names{"ens0"},
                        0},
        ByAnotherNetdev{"in_an_old_snapshot",
                        {of_an_old_snapshot(route6("fd00:2::/64", "ens0")),
                         of_an_old_snapshot(route6("fd00:2::/64", "mgmt0"))},
                        Names{"ens0"}}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(HoldsFor, RoutesOfIpv4HoldForAll) {
  auto old = route("10.0.0.0/8", "ens0");
  old.from = {};
  EXPECT_TRUE(holds_for(old, *parse_address("10.1.0.5")).is(true));
}

}  // namespace
}  // namespace rocelint
