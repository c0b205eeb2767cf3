// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/port_addressing.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "tests/derive/two_rails.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing_support::address;
using testing_support::route;
using testing_support::rule;
using testing_support::timeout;
using AddressingTest = testing_support::TwoRails;

TEST_F(AddressingTest, AddressesAreThoseOfThePortAndWhatIsStackedOnIt) {
  add_upper("eth0.100").addresses = std::vector{address("10.7.0.5", 24)};
  netdev(0).addresses.known()->push_back(address("fe80::1", 64, AddressScope::link));
  EXPECT_THAT(*first().addresses.known(), ElementsAre("10.1.0.0", "10.7.0.5"));
  EXPECT_THAT(*first().other_ports.known(), ElementsAre("mlx5_1/1"));
}

TEST_F(AddressingTest, OneUnknownListMakesTheAddressesUnknown) {
  add_upper("eth0.100").addresses = timeout();
  const auto found = first();
  EXPECT_EQ(found.addresses.unknown()->reason, Reason::timeout);
  EXPECT_EQ(found.subnets.unknown()->reason, Reason::timeout);
  EXPECT_EQ(found.arp.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, TheLargerSettingCounts) {
  netdev(0).ipv4 = {
      .rp_filter = 1, .arp_ignore = 0, .arp_announce = 2, .arp_filter = 0, .accept_local = 0};
  host.routing.ipv4_all = {.rp_filter = 2,
                           .arp_ignore = timeout(),
                           .arp_announce = 1,
                           .arp_filter = timeout(),
                           .accept_local = 0};
  const auto found = first();
  ASSERT_THAT(*found.arp.known(), SizeIs(1));
  const auto& arp = found.arp.known()->front();
  EXPECT_TRUE(arp.rp_filter.is(2));
  EXPECT_TRUE(arp.arp_announce.is(2));
  EXPECT_EQ(arp.arp_ignore.unknown()->reason, Reason::timeout);
  EXPECT_EQ(arp.arp_filter.unknown()->reason, Reason::timeout);
  netdev(0).ipv4.arp_filter = 1;
  EXPECT_TRUE(first().arp.known()->front().arp_filter.is(true)) << "one of them is enough";
}

TEST_F(AddressingTest, RailsInOneSubnetShareIt) {
  const auto found = first();
  ASSERT_THAT(*found.subnets.known(), SizeIs(1));
  const auto& shared = found.subnets.known()->front();
  EXPECT_EQ(shared.subnet, "10.1.0.0/16");
  EXPECT_THAT(*shared.ports.known(), ElementsAre("mlx5_1/1"));
  EXPECT_TRUE(shared.own_tables.is(false));
}

TEST_F(AddressingTest, RailsApartShareNothing) {
  const auto is_alone = [&] { return first().subnets.known()->front().ports.known()->empty(); };
  netdev(1).addresses = std::vector{address("10.2.0.1", 16)};
  EXPECT_TRUE(is_alone()) << "another subnet";
  netdev(1).addresses = std::vector{address("10.1.0.1", 24)};
  EXPECT_TRUE(is_alone()) << "another length";
  netdev(1).addresses = std::vector{address("10.1.0.1", 16)};
  netdev(1).carrier = false;
  EXPECT_TRUE(is_alone()) << "nothing is plugged in";
  netdev(1).carrier = timeout();
  EXPECT_FALSE(is_alone());
  netdev(0).addresses = std::vector{address("10.1.0.1", 32)};
  netdev(1).addresses = std::vector{address("10.1.0.1", 32)};
  EXPECT_TRUE(is_alone()) << "no segment at all";
}

TEST_F(AddressingTest, ABondUnderTwoPortsIsOneNetdev) {
  auto& bond = add_upper("bond0");
  bond.link_kind = std::string("bond");
  bond.addresses = std::vector{address("10.9.0.1", 16)};
  netdev(1).uppers = std::vector<std::string>{"bond0"};
  netdev(0).addresses.emplace();
  netdev(1).addresses.emplace();
  EXPECT_THAT(*first().subnets.known()->front().ports.known(), IsEmpty());
}

TEST_F(AddressingTest, AVrfForEachRailKeepsThemApart) {
  auto& vrf = add_upper("red");
  vrf.vrf_table = 1001;
  EXPECT_THAT(*first().subnets.known()->front().ports.known(), IsEmpty());
}

TEST_F(AddressingTest, WhatIsUnknownOfAnotherPortIsADoubtOnly) {
  netdev(1).addresses = timeout();
  const auto found = first();
  ASSERT_THAT(*found.subnets.known(), SizeIs(1));
  EXPECT_EQ(found.subnets.known()->front().ports.unknown()->reason, Reason::timeout);
  netdev(0).addresses = std::vector{address("10.1.0.0", 32)};
  EXPECT_THAT(*first().subnets.known()->front().ports.known(), IsEmpty()) << "nobody fits in";
  netdev(0).addresses.emplace();
  EXPECT_THAT(*first().subnets.known(), IsEmpty()) << "without an address nothing is shared";
}

TEST_F(AddressingTest, WhatIsFoundInOneSubnetSettlesNothingOfAnother) {
  netdev(0).addresses = std::vector{address("10.1.0.0", 16), address("fd00::1", 64)};
  add_port("2").addresses = timeout();
  const auto subnets = *first().subnets.known();
  ASSERT_THAT(subnets, SizeIs(2));
  EXPECT_THAT(*subnets[0].ports.known(), ElementsAre("mlx5_1/1"));
  EXPECT_EQ(subnets[1].ports.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, AnAddressIsTentativeWhileNobodyMayUseIt) {
  using enum AddressFlag;
  netdev(0).addresses = std::vector{address("fd00::5", 64)};
  const auto tentative_if = [&](Fact<std::vector<AddressFlag>> flags) {
    netdev(0).addresses.known()->front().flags = std::move(flags);
    return first().sources.known()->front().tentative;
  };
  EXPECT_TRUE(tentative_if(std::vector<AddressFlag>{}).is(false));
  EXPECT_TRUE(tentative_if(std::vector{nodad, deprecated}).is(false));
  EXPECT_TRUE(tentative_if(std::vector{tentative}).is(true));
  EXPECT_TRUE(tentative_if(std::vector{dadfailed, tentative}).is(true));
  EXPECT_TRUE(tentative_if(std::vector{optimistic, tentative}).is(false));
  EXPECT_TRUE(tentative_if(std::vector{optimistic, dadfailed, tentative}).is(true));
  EXPECT_EQ(tentative_if(timeout()).unknown()->reason, Reason::timeout);
  netdev(0).addresses = std::vector{address("10.1.0.5", 16)};
  EXPECT_TRUE(tentative_if(timeout()).is(false)) << "IPv4 does not ask first";
}

TEST_F(AddressingTest, ATableIsOwnIfAllOfItLeavesByThePort) {
  const auto own_table = [&] { return first().sources.known()->front().own_table; };
  EXPECT_TRUE(own_table().is(false));
  host.routing.rules.known()->push_back(rule("10.1.0.0/32", 101));
  EXPECT_TRUE(own_table().is(false)) << "the table is empty";
  add_routes({route("10.1.0.0/16", "eth0", 101)});
  EXPECT_TRUE(own_table().is(true));
  EXPECT_TRUE(first().subnets.known()->front().own_tables.is(true));
  add_routes({route("default", "eth1", 101, "10.1.255.1")});
  EXPECT_TRUE(own_table().is(false));
  host.routing.routes = timeout();
  EXPECT_EQ(own_table().unknown()->reason, Reason::timeout);
  EXPECT_EQ(first().subnets.known()->front().own_tables.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, ARouteOfOtherSourcesCountsForNothing) {
  netdev(0).addresses = std::vector{address("fd00:1::5", 64)};
  auto own = rule("fd00:1::5/128", 101);
  own.family = AddressFamily::ipv6;
  host.routing.rules.known()->push_back(own);
  auto& routes = *host.routing.routes.known();
  routes.push_back(route("default", "eth0", 101));
  routes.back().family = AddressFamily::ipv6;
  const auto own_table = [&](Fact<std::string> from) {
    routes.back().from = std::move(from);
    return first().sources.known()->front().own_table;
  };
  EXPECT_TRUE(own_table(std::string("fd00:1::/64")).is(true));
  EXPECT_TRUE(own_table(std::string("fd00:2::/64")).is(false));
  EXPECT_EQ(own_table(timeout()).unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, AVrfIsATableOfItsOwn) {
  add_upper("red").vrf_table = 1001;
  add_routes({route("10.1.0.0/16", "eth0", 1001)});
  EXPECT_TRUE(first().sources.known()->front().own_table.is(true));
}

TEST_F(AddressingTest, TellsWhichSubnetsAnAddressCanNotReachByItsPort) {
  fabric_subnets = {"10.0.0.0/8", "10.1.0.0/16", "fd00::/64", "nonsense"};
  host.routing.rules.known()->push_back(rule("", 254));
  add_routes({route("10.1.0.0/16", "eth0", 254), route("10.0.0.0/8", "eth1", 254)});
  EXPECT_THAT(*first().unrouted.known(), ElementsAre("10.1.0.0 to 10.0.0.0/8"));
  add_routes({route("10.0.0.0/8", "eth0", 254)});
  EXPECT_THAT(*first().unrouted.known(), IsEmpty());
  host.routing.rules = timeout();
  EXPECT_EQ(first().unrouted.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, AnAddressReachesNothingByAnotherNetdevOfItsPort) {
  fabric_subnets = {"10.9.0.0/16"};
  host.routing.rules.known()->push_back(rule("", 254));
  add_upper("eth0.100").addresses = std::vector{address("10.7.0.5", 24)};
  add_routes({route("10.9.0.0/16", "eth0.100", 254)});
  EXPECT_THAT(*first().unrouted.known(), ElementsAre("10.1.0.0 to 10.9.0.0/16"));
  add_routes({route("10.9.0.0/16", "eth0", 254)});
  EXPECT_THAT(*first().unrouted.known(), IsEmpty());
}

TEST_F(AddressingTest, ABlackholeReachesNothing) {
  fabric_subnets = {"10.9.0.0/16"};
  host.routing.rules.known()->push_back(rule("", 254));
  add_routes({route("default", "eth0", 254, "10.1.255.1")});
  EXPECT_THAT(*first().unrouted.known(), IsEmpty());
  add_routes({route("10.8.0.0/15", "", 254, "", RouteType::blackhole)});
  EXPECT_THAT(*first().unrouted.known(), ElementsAre("10.1.0.0 to 10.9.0.0/16"));
  host.routing.rules.known()->front().action = timeout();
  EXPECT_EQ(first().unrouted.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, ARouteThatLeadsNowhereLeavesByNoOtherPort) {
  add_upper("red").vrf_table = 1001;
  const auto own_table = [&] { return first().sources.known()->front().own_table; };
  add_routes({route("default", "", 1001, "", RouteType::unreachable)});
  EXPECT_TRUE(own_table().is(false)) << "nor by this one";
  add_routes({route("10.1.0.0/16", "eth0", 1001)});
  EXPECT_TRUE(own_table().is(true));
  add_routes({route("10.2.0.0/16", "", 1001)});
  EXPECT_TRUE(own_table().is(false)) << "a netdev of another namespace";
}

TEST_F(AddressingTest, ATableIsInDoubtBehindARuleThatCanNotBeTold) {
  auto jump = rule("10.1.0.0/32", 254);
  jump.action = timeout();
  *host.routing.rules.known() = {jump, rule("10.1.0.0/32", 101)};
  add_routes({route("10.1.0.0/16", "eth0", 101)});
  EXPECT_EQ(first().sources.known()->front().own_table.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, TellsWhichRailsAnAddressCanNotReachByItsPort) {
  netdev(1).addresses = std::vector{address("10.2.0.1", 16)};
  host.routing.rules.known()->push_back(rule("", 254));
  add_routes({route("10.1.0.0/16", "eth0", 254), route("10.2.0.0/16", "eth1", 254)});
  EXPECT_THAT(*first().unreached_rails.known(), ElementsAre("10.1.0.0 to 10.2.0.0/16"));
  netdev(1).addresses = std::vector{address("10.1.0.1", 16)};
  EXPECT_THAT(*first().unreached_rails.known(), IsEmpty()) << "one subnet";
  netdev(1).addresses = std::vector{address("10.2.0.1", 16)};
  add_routes({route("10.0.0.0/8", "eth0", 254, "10.1.255.1")});
  EXPECT_THAT(*first().unreached_rails.known(), IsEmpty());
  netdev(1).addresses = timeout();
  EXPECT_EQ(first().unreached_rails.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, ListsDefaultRoutesOfTheMainTable) {
  add_routes({route("default", "eth0", 254, "10.1.255.1"), route("default", "eth0", 101),
              route("default", "mgmt0", 254)});
  EXPECT_THAT(*first().default_routes.known(), ElementsAre("eth0 via 10.1.255.1"));
}

TEST_F(AddressingTest, ADefaultRouteOfSomeSourcesIsNoneForAll) {
  auto only = route("default", "eth0", 254);
  only.family = AddressFamily::ipv6;
  only.from = std::string("fd00:1::/64");
  add_routes({only});
  EXPECT_THAT(*first().default_routes.known(), IsEmpty());
  host.routing.routes.known()->back().from = timeout();
  EXPECT_EQ(first().default_routes.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, FindsDuplicatesRoutesByAGateway) {
  add_routes({route("10.1.0.0/16", "eth0", 254), route("10.1.0.0/16", "eth1", 254)});
  EXPECT_THAT(*first().duplicate_routes.known(), IsEmpty()) << "that is a shared subnet";
  add_routes(
      {route("default", "eth0", 254, "10.1.255.1"), route("default", "eth1", 254, "10.1.255.2"),
       route("default", "mgmt0", 254, "192.0.2.1"), route("default", "eth1", 101, "10.1.255.2")});
  EXPECT_THAT(*first().duplicate_routes.known(), ElementsAre("default by eth1 via 10.1.255.2"));
}

TEST_F(AddressingTest, TellsWhereRdmaCmIsOfAnotherMind) {
  EXPECT_EQ(first().bound_elsewhere.unknown()->reason, Reason::not_collected);
  auto& bound = host.bound_addresses.emplace();
  EXPECT_THAT(*first().bound_elsewhere.known(), IsEmpty()) << "not asked about";
  bound.push_back({.address = "10.1.0.0", .device = std::string("mlx5_0"), .port = 1});
  EXPECT_THAT(*first().bound_elsewhere.known(), IsEmpty());
  bound[0].device = std::string("mlx5_1");
  EXPECT_THAT(*first().bound_elsewhere.known(), ElementsAre("10.1.0.0 (mlx5_1)"));
  bound[0].device = Unknown{.reason = Reason::not_found, .detail = "", .sys_errno = 0};
  EXPECT_THAT(*first().bound_elsewhere.known(), ElementsAre("10.1.0.0 (none)"));
  bound[0].device = timeout();
  EXPECT_EQ(first().bound_elsewhere.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, EitherDeviceUnderABondMayHaveItsAddress) {
  auto& bond = add_upper("bond0");
  bond.addresses = std::vector{address("10.9.0.1", 16)};
  netdev(1).uppers = std::vector<std::string>{"bond0"};
  host.bound_addresses =
      std::vector{BoundAddress{.address = "10.9.0.1", .device = std::string("mlx5_1"), .port = 1}};
  EXPECT_THAT(*first().bound_elsewhere.known(), IsEmpty());
}

// Nor is it elsewhere, as far as anybody can tell, where the other device does not show its port.
TEST_F(AddressingTest, ADeviceThatDoesNotTellItsNetdevMayHaveTheAddress) {
  host.bound_addresses =
      std::vector{BoundAddress{.address = "10.1.0.0", .device = std::string("mlx5_1"), .port = 1}};
  auto& other = host.devices.known()->back();
  other.ports.known()->front().netdev = timeout();
  EXPECT_EQ(first().bound_elsewhere.unknown()->reason, Reason::timeout);
  other.ports.known()->front().netdev =
      Unknown{.reason = Reason::not_found, .detail = "elsewhere", .sys_errno = 0};
  EXPECT_THAT(*first().bound_elsewhere.known(), ElementsAre("10.1.0.0 (mlx5_1)"));
  other.ports.known()->front().netdev = std::string("eth1");
  netdev(1).uppers = timeout();
  EXPECT_EQ(first().bound_elsewhere.unknown()->reason, Reason::timeout);
  other.ports = timeout();
  EXPECT_EQ(first().bound_elsewhere.unknown()->reason, Reason::timeout);
}

TEST_F(AddressingTest, AllIsUnknownOfAPortWhoseNetdevIsElsewhere) {
  host.devices.known()->front().ports.known()->front().netdev =
      Unknown{.reason = Reason::permission, .detail = "no", .sys_errno = 0};
  const auto found = first();
  EXPECT_EQ(found.addresses.unknown()->reason, Reason::permission);
  EXPECT_EQ(found.default_routes.unknown()->reason, Reason::permission);
  EXPECT_EQ(found.duplicate_routes.unknown()->reason, Reason::permission);
}

}  // namespace
}  // namespace rocelint
