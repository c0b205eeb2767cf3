// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/route_lookup.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "base/ip_address.h"
#include "tests/derive/routing_rows.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using rows::netdevs_of;
using rows::route;
using rows::rule;
using testing_support::kDenied;
using testing_support::kUnsupported;
using testing_support::reasons;

Route leading_nowhere(const std::string& destination, RouteType type, std::int64_t metric = 0,
                      std::int64_t table = kMainTable, AddressFamily family = AddressFamily::ipv4) {
  auto nowhere = route(destination, "", metric, table, family);
  nowhere.type = type;
  return nowhere;
}

/// In the table that is asked first.
Route to_this_host(const std::string& destination, const std::string& netdev,
                   std::int64_t metric = 0) {
  auto local = route(destination, netdev, metric, 101);
  local.type = RouteType::local;
  return local;
}

const std::vector<Route> kRoutes{
    route("default", "mgmt0"),
    route("10.0.0.0/8", "ens0", 100),
    route("10.0.0.0/8", "ens1", 100),
    route("10.1.0.0/16", "ens0", 20),
    route("10.1.0.0/16", "ens1", 10),
    route("default", "ens1", 0, 101),
    route("::/0", "ens1", 0, kMainTable, AddressFamily::ipv6),
    route("nonsense", "ens0"),
};

struct Case {
  const char* name;
  const char* destination;
  NetdevNameSet netdevs;
  std::int64_t table;
  std::vector<std::string> expected;
};
void PrintTo(const Case& row, std::ostream* out) {
  *out << row.name;
}

class LongestMatch : public testing::TestWithParam<Case> {};

TEST_P(LongestMatch, FindsTheRoutesThatCount) {
  const auto& row = GetParam();
  const auto destination = *parse_subnet(row.destination);
  const Flow flow{.source = destination.address,
                  .destination = destination,
                  .netdevs = row.netdevs,
                  .vrf_table = 0};
  EXPECT_EQ(netdevs_of(*longest_match(kRoutes, row.table, flow).known()), row.expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, LongestMatch,
    testing::Values(Case{"the_least_metric", "10.1.2.3/32", {"ens0", "ens1"}, 254, {"ens1"}},
                    Case{"of_the_netdevs_alone", "10.1.2.3/32", {"ens0"}, 254, {"ens0"}},
                    Case{
                        "duplicate_routes", "10.2.0.0/16", {"ens0", "ens1"}, 254, {"ens0", "ens1"}},
                    Case{"the_default", "192.0.2.0/24", {"mgmt0", "ens0"}, 254, {"mgmt0"}},
                    Case{"none", "192.0.2.0/24", {"ens0"}, 254, {}},
                    Case{"not_a_part", "10.0.0.0/7", {"ens0"}, 254, {}},
                    Case{"another_table", "192.0.2.0/24", {"ens1"}, 101, {"ens1"}},
                    Case{"another_family", "fd00::/64", {"ens0", "ens1"}, 254, {"ens1"}}),
    [](const auto& test) { return std::string(test.param.name); });

struct LookUp : testing::Test {
  std::vector<RoutingRule> rules{rule(0, 255), rule(100, 101, "10.1.0.5/32"), rule(32766, 254)};
  Flow flow{.source = *parse_address("10.1.0.5"),
            .destination = *parse_subnet("10.1.0.0/16"),
            .netdevs = {"ens0", "ens1"},
            .vrf_table = 0};

  [[nodiscard]] std::vector<std::string> found() const {
    return netdevs_of(*look_up(rules, kRoutes, flow).known());
  }
  [[nodiscard]] std::int64_t first_table() const {
    return look_up(rules, kRoutes, flow).known()->front()->table;
  }
};

TEST_F(LookUp, TheTableOfTheSourceComesFirst) {
  EXPECT_EQ(found().size(), 1U);
  EXPECT_EQ(first_table(), 101);
}

TEST_F(LookUp, WhereItKnowsNoWayTheNextOneIsAsked) {
  flow.netdevs = {"ens0"};
  EXPECT_EQ(found(), std::vector<std::string>{"ens0"});
}

TEST_F(LookUp, RulesOfOtherPacketsAreNotAsked) {
  rules[1].input_netdev = "eth7";
  EXPECT_EQ(first_table(), kMainTable);
  rules[1].input_netdev = "lo";  // what this host sends
  EXPECT_EQ(first_table(), 101);
  rules[1].output_netdev = "eth7";
  EXPECT_EQ(first_table(), kMainTable);
  rules[1].output_netdev = "ens1";
  EXPECT_EQ(first_table(), 101);
  rules[1].destination = "10.2.0.0/16";
  EXPECT_EQ(first_table(), kMainTable);
  rules[1].destination = "nonsense";
  EXPECT_EQ(first_table(), kMainTable);
}

TEST_F(LookUp, AVrfHasATableForWhatIsInIt) {
  rules = {rule(1000, 0)};
  EXPECT_TRUE(found().empty());
  flow.vrf_table = 101;
  EXPECT_EQ(found(), std::vector<std::string>{"ens1"});
}

TEST_F(LookUp, ARuleThatRefusesEndsIt) {
  for (const auto action : {RuleAction::blackhole, RuleAction::unreachable, RuleAction::prohibit}) {
    rules[1].action = action;
    rules[1].source = "10.1.0.5/32";
    EXPECT_TRUE(found().empty());
    rules[1].source = "10.1.0.6/32";
    EXPECT_EQ(first_table(), kMainTable) << "that is another's";
  }
}

TEST_F(LookUp, ARuleThatRefusesWhatIsOfAVrfIsNoneForOthers) {
  rules[1] = rule(100, 0);
  rules[1].action = RuleAction::unreachable;
  EXPECT_EQ(first_table(), kMainTable);
  flow.vrf_table = 101;
  EXPECT_TRUE(found().empty());
}

TEST_F(LookUp, ARuleThatCanNotBeToldLeavesItOpen) {
  rules[1].action = Unknown{.reason = Reason::unsupported, .detail = "a goto", .sys_errno = 0};
  EXPECT_EQ(look_up(rules, kRoutes, flow).unknown()->detail, "a goto");
  rules[1].source = "10.1.0.6/32";
  EXPECT_EQ(first_table(), kMainTable) << "it does not hold";
  std::swap(rules[1], rules[2]);
  rules[2].source = "";
  EXPECT_EQ(first_table(), kMainTable) << "nobody comes to it";
}

TEST_F(LookUp, TellsEachReasonThatItIsOpenFor) {
  rules[1].action = kUnsupported;
  auto routes = kRoutes;
  routes[4].type = kDenied;
  EXPECT_EQ(reasons(look_up(rules, routes, flow)), "unsupported permission");
  rules.push_back(rules[2]);
  rules.back().action = kDenied;
  EXPECT_EQ(reasons(look_up(rules, kRoutes, flow)), "unsupported") << "nobody comes to it";
  std::swap(rules[2], rules[3]);
  EXPECT_EQ(reasons(look_up(rules, kRoutes, flow)), "unsupported permission");
}

TEST_F(LookUp, RulesFromBeforeTheyHadAnActionAskATable) {
  rules[1].action = {};
  rules[1].suppress_prefixlen = {};
  EXPECT_EQ(first_table(), 101);
}

TEST_F(LookUp, ShortPrefixesMayBeSuppressed) {
  rules[1].suppress_prefixlen = 0;
  EXPECT_EQ(first_table(), kMainTable) << "table 101 has a default route only";
  rules[2].suppress_prefixlen = 15;
  EXPECT_EQ(first_table(), kMainTable);
  rules[2].suppress_prefixlen = 16;
  EXPECT_TRUE(found().empty());
}

/// By "10.0.0.0/8" of the main table and by that of table 101, which is asked first.
struct NowhereCase {
  const char* name;
  std::vector<Route> routes;
  Fact<std::vector<std::string>> expected;  ///< netdevs
  std::int64_t suppress_prefixlen = -1;
};
void PrintTo(const NowhereCase& row, std::ostream* out) {
  *out << row.name;
}

class LeadingNowhere : public testing::TestWithParam<NowhereCase> {};

TEST_P(LeadingNowhere, CountsLikeAnyOtherRoute) {
  const auto& row = GetParam();
  std::vector<Route> routes{route("10.0.0.0/8", "ens0", 100, 101),
                            route("10.0.0.0/8", "ens1", 100)};
  routes.insert(routes.end(), row.routes.begin(), row.routes.end());
  std::vector<RoutingRule> rules{rule(100, 101), rule(32766, kMainTable)};
  rules[0].suppress_prefixlen = row.suppress_prefixlen;
  const Flow flow{.source = *parse_address("10.1.0.5"),
                  .destination = *parse_subnet("10.2.0.0/16"),
                  .netdevs = {"ens0", "ens1"},
                  .vrf_table = 0};
  const auto found = look_up(rules, routes, flow);
  if (const auto* why = row.expected.unknown()) {
    ASSERT_NE(found.unknown(), nullptr);
    EXPECT_EQ(found.unknown()->reason, why->reason);
    return;
  }
  ASSERT_NE(found.known(), nullptr);
  EXPECT_EQ(netdevs_of(*found.known()), *row.expected.known());
}

using Names = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(
    All, LeadingNowhere,
    testing::Values(
        NowhereCase{
            "blackhole", {leading_nowhere("10.2.0.0/16", RouteType::blackhole, 0, 101)}, Names{}},
        NowhereCase{"unreachable",
                    {leading_nowhere("10.2.0.0/15", RouteType::unreachable, 0, 101)},
                    Names{}},
        NowhereCase{
            "prohibit", {leading_nowhere("10.0.0.0/8", RouteType::prohibit, 0, 101)}, Names{}},
        NowhereCase{"throw_asks_the_next_rule",
                    {leading_nowhere("10.2.0.0/16", RouteType::thrown, 0, 101)},
                    Names{"ens1"}},
        NowhereCase{"throw_and_nobody_else",
                    {leading_nowhere("10.2.0.0/16", RouteType::thrown, 0, 101),
                     leading_nowhere("10.2.0.0/16", RouteType::thrown)},
                    Names{}},
        NowhereCase{"shorter_than_a_route",
                    {leading_nowhere("default", RouteType::unreachable, 0, 101)},
                    Names{"ens0"}},
        NowhereCase{"of_a_larger_metric",
                    {leading_nowhere("10.0.0.0/8", RouteType::blackhole, 4294967295, 101)},
                    Names{"ens0"}},
        // "ip route get from 10.1.0.5 oif ens0" of Linux 6.18 goes by ens0, and stays here.
        NowhereCase{
            "to_this_host_by_another_netdev", {to_this_host("10.2.0.0/16", "lo")}, Names{"ens0"}},
        NowhereCase{"to_this_host", {to_this_host("10.2.0.0/16", "ens0")}, Names{}},
        NowhereCase{"to_this_host_beside_another_of_one_metric",
                    {to_this_host("10.0.0.0/8", "ens0", 100)},
                    Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0}},
        NowhereCase{
            "to_this_host_is_suppressed", {to_this_host("10.2.0.0/16", "ens0")}, Names{"ens1"}, 16},
        NowhereCase{"for_a_part_of_the_subnet",
                    {leading_nowhere("10.2.3.0/24", RouteType::blackhole, 0, 101)},
                    Names{"ens0"}},
        NowhereCase{"in_a_table_that_comes_later",
                    {leading_nowhere("10.2.0.0/16", RouteType::blackhole)},
                    Names{"ens0"}},
        NowhereCase{
            "of_the_other_family",
            {leading_nowhere("default", RouteType::unreachable, 0, 101, AddressFamily::ipv6)},
            Names{"ens0"}},
        NowhereCase{"beside_another_of_one_metric",
                    {leading_nowhere("10.0.0.0/8", RouteType::blackhole, 100, 101)},
                    Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0}},
        NowhereCase{"is_not_suppressed",
                    {leading_nowhere("10.2.0.0/16", RouteType::blackhole, 0, 101)},
                    Names{},
                    16}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_F(LookUp, ARouteThatCanNotBeToldLeavesItOpen) {
  auto routes = kRoutes;
  routes[5].type = Unknown{.reason = Reason::unsupported, .detail = "a tunnel", .sys_errno = 0};
  EXPECT_EQ(look_up(rules, routes, flow).unknown()->detail, "a tunnel");
  flow.netdevs = {"ens0"};
  EXPECT_NE(look_up(rules, routes, flow).known(), nullptr) << "it leaves by another netdev";
}

TEST(LookUpOfIpv4, KeepsToTheNetdevsOfTheFlow) {
  const std::vector<Route> routes{route("10.2.0.0/15", "ens0", 10), route("10.2.0.0/16", "mgmt0")};
  const Flow flow{.source = *parse_address("10.1.0.5"),
                  .destination = *parse_subnet("10.2.0.0/16"),
                  .netdevs = {"ens0"},
                  .vrf_table = 0};
  const auto found = look_up({rule(32766, kMainTable)}, routes, flow);
  ASSERT_NE(found.known(), nullptr);
  EXPECT_EQ(netdevs_of(*found.known()), Names{"ens0"}) << "fib_table_lookup of net/ipv4/fib_trie.c";
}

TEST(TableOfSource, IsThatOfARuleForTheAddress) {
  const auto table = [](const std::vector<RoutingRule>& rules) {
    return table_of_source(rules, *parse_address("10.1.0.5"));
  };
  EXPECT_TRUE(table({rule(100, 101, "10.1.0.5/32")}).is(101));
  EXPECT_TRUE(table({rule(100, 1001, "10.1.0.0/24")}).is(1001));
  EXPECT_TRUE(table({rule(100, 101, "10.1.0.6/32")}).is(0));
  EXPECT_TRUE(table({rule(100, 101)}).is(0)) << "it is for all";
  EXPECT_TRUE(table({rule(100, 254, "10.1.0.5/32")}).is(0)) << "the main table is nobody's own";
  auto other = rule(50, 102, "10.1.0.5/32");
  other.suppress_prefixlen = 0;
  EXPECT_TRUE(table({other}).is(0)) << "its default route goes by the main table";
  EXPECT_TRUE(table({other, rule(100, 101, "10.1.0.5/32")}).is(101));
  other.action = RuleAction::unreachable;
  EXPECT_TRUE(table({other}).is(0)) << "it asks none";
  other.action = Unknown{.reason = Reason::unsupported, .detail = "a goto", .sys_errno = 0};
  EXPECT_EQ(table({other, rule(100, 101, "10.1.0.5/32")}).unknown()->detail, "a goto");
  EXPECT_TRUE(table({rule(10, 101, "10.1.0.5/32"), other}).is(101)) << "it comes later";
  auto denied = other;
  denied.action = kDenied;
  EXPECT_EQ(reasons(table({other, denied})), "unsupported permission");
  other.source = "10.1.0.6/32";
  EXPECT_TRUE(table({other, rule(100, 101, "10.1.0.5/32")}).is(101)) << "it is another's";
}

}  // namespace
}  // namespace rocelint
