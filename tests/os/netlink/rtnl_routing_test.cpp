// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/rtnl_routing.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

const NetdevNames kNames{{2, "eth0"}, {3, "eth1"}};
const std::string kTen("\x0a\x01\x00\x00", 4);
const std::string kGateway("\x0a\x01\x00\x01", 4);
const std::string kSource("\x0a\x01\x00\x05", 4);
const std::string kIpv6Gateway("\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);

struct RawRoute {
  std::uint8_t family = AF_INET;
  std::uint8_t prefix = 16;
  std::uint8_t table = RT_TABLE_MAIN;
  std::uint8_t type = RTN_UNICAST;
  std::uint32_t flags = 0;
  std::uint8_t tos = 0;
  std::uint8_t source_prefix = 0;
  std::uint8_t protocol = RTPROT_STATIC;
};

std::string route_reply(const RawRoute& route, const std::vector<Part>& parts) {
  rtmsg header{};
  header.rtm_family = route.family;
  header.rtm_dst_len = route.prefix;
  header.rtm_src_len = route.source_prefix;
  header.rtm_tos = route.tos;
  header.rtm_table = route.table;
  header.rtm_type = route.type;
  header.rtm_protocol = route.protocol;
  header.rtm_flags = route.flags;
  auto out = bytes_of(header);
  for (const auto& [type, bytes] : parts) {
    append_attribute(out, type, bytes);
  }
  return out;
}

std::vector<Route> decode(const NetlinkReplies& replies) {
  const auto routes = decode_routes(replies, kNames);
  EXPECT_TRUE(routes);
  return routes.value_or(std::vector<Route>{});
}

TEST(DecodeRoutes, ReadsAConnectedRouteAndADefault) {
  const auto routes =
      decode({route_reply({}, {{RTA_DST, kTen}, {RTA_PREFSRC, kSource}, number(RTA_OIF, 2U)}),
              route_reply({.prefix = 0, .table = RT_TABLE_UNSPEC}, {{RTA_GATEWAY, kGateway},
                                                                    number(RTA_OIF, 3U),
                                                                    number(RTA_TABLE, 1001U),
                                                                    number(RTA_PRIORITY, 20U)})});
  ASSERT_EQ(routes.size(), 2U);
  EXPECT_EQ(routes[0], (Route{.family = AddressFamily::ipv4,
                              .destination = "10.1.0.0/16",
                              .table = 254,
                              .netdev = "eth0",
                              .gateway = "",
                              .source = "10.1.0.5",
                              .metric = 0,
                              .from = std::string(),
                              .type = RouteType::unicast,
                              .preference = RoutePreference::medium,
                              .next_hops = 1}));
  EXPECT_EQ(routes[1], (Route{.family = AddressFamily::ipv4,
                              .destination = "default",
                              .table = 1001,
                              .netdev = "eth1",
                              .gateway = "10.1.0.1",
                              .source = "",
                              .metric = 20,
                              .from = std::string(),
                              .type = RouteType::unicast,
                              .preference = RoutePreference::medium,
                              .next_hops = 1}));
}

std::string hop(int ifindex, std::uint8_t flags, std::initializer_list<Part> parts) {
  const auto tail = attributes(parts);
  return bytes_of(rtnexthop{.rtnh_len = static_cast<std::uint16_t>(sizeof(rtnexthop) + tail.size()),
                            .rtnh_flags = flags,
                            .rtnh_hops = 0,
                            .rtnh_ifindex = ifindex}) +
         tail;
}

TEST(DecodeRoutes, MakesOneOfEachNextHopThatIsAlive) {
  const auto via = bytes_of(std::uint16_t{AF_INET6}) + kIpv6Gateway;
  const auto routes =
      decode({route_reply({.prefix = 0}, {{RTA_MULTIPATH, hop(2, 0, {{RTA_GATEWAY, kGateway}}) +
                                                              hop(3, 0, {{RTA_VIA, via}}) +
                                                              hop(9, RTNH_F_DEAD, {})}})});
  ASSERT_EQ(routes.size(), 2U);
  EXPECT_EQ(routes[0].netdev, "eth0");
  EXPECT_EQ(routes[0].gateway, "10.1.0.1");
  EXPECT_EQ(routes[1].netdev, "eth1");
  EXPECT_EQ(routes[1].gateway, "fe80::1");
  for (const auto& route : routes) {
    EXPECT_TRUE(route.next_hops.is(2));
  }
}

TEST(DecodeRoutes, TellsThePreferenceOfRouters) {
  const auto preference = [](std::uint8_t raw) {
    const auto routes = decode({route_reply({.family = AF_INET6, .prefix = 0},
                                            {number(RTA_OIF, 2U), number(RTA_PREF, raw)})});
    return routes.empty() ? Fact<RoutePreference>() : routes.front().preference;
  };
  EXPECT_TRUE(preference(0).is(RoutePreference::medium));
  EXPECT_TRUE(preference(1).is(RoutePreference::high));
  EXPECT_TRUE(preference(3).is(RoutePreference::low));
  EXPECT_EQ(preference(2).known(), nullptr) << "RFC 4191 has it reserved";
}

TEST(DecodeRoutes, TellsForWhichSourcesARouteHolds) {
  const std::string prefix("\xfd\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0", 16);
  const auto routes =
      decode({route_reply({.family = AF_INET6, .prefix = 0, .source_prefix = 64},
                          {{RTA_SRC, prefix}, number(RTA_OIF, 2U)}),
              route_reply({.family = AF_INET6, .prefix = 0}, {number(RTA_OIF, 2U)})});
  ASSERT_EQ(routes.size(), 2U) << "they differ in their sources alone";
  EXPECT_TRUE(routes[0].from.is(""));
  EXPECT_TRUE(routes[1].from.is("fd00:1::/64"));
}

TEST(DecodeRoutes, LeavesOutWhatTellsNothingOfRdma) {
  // The last one is ip6_null_entry, which old kernels show for each table.
  const std::vector<RawRoute> others{
      {.family = AF_MPLS},
      {.type = RTN_LOCAL, .protocol = RTPROT_KERNEL},  // in the table of a VRF
      {.type = RTN_MULTICAST},
      {.table = RT_TABLE_LOCAL},
      {.table = RT_TABLE_LOCAL, .type = RTN_LOCAL},
      {.table = RT_TABLE_LOCAL, .type = RTN_BLACKHOLE},
      {.flags = RTM_F_CLONED},
      {.flags = RTNH_F_DEAD},
      {.tos = 0x10},
      {.type = RTN_BLACKHOLE, .tos = 0x10},
      {.family = AF_INET6, .prefix = 0, .type = RTN_UNREACHABLE, .protocol = RTPROT_KERNEL}};
  for (const auto& other : others) {
    EXPECT_TRUE(decode({route_reply(other, {{RTA_DST, kTen}, number(RTA_OIF, 2U)})}).empty());
  }
}

TEST(DecodeRoutes, TellsOfRoutesThatLeadNowhere) {
  const std::vector<std::pair<std::uint8_t, RouteType>> types{
      {RTN_BLACKHOLE, RouteType::blackhole},
      {RTN_UNREACHABLE, RouteType::unreachable},
      {RTN_PROHIBIT, RouteType::prohibit},
      {RTN_THROW, RouteType::thrown}};
  const std::vector<std::vector<Part>> shapes{
      {},                      // IPv4
      {number(RTA_OIF, 2U)},   // IPv6 names "lo", here any netdev
      {number(RTA_NH_ID, 5U)}  // ip nexthop add id 5 blackhole
  };
  for (const auto& [raw, type] : types) {
    for (const auto& shape : shapes) {
      auto parts = shape;
      parts.emplace_back(RTA_DST, kTen);
      const auto routes = decode({route_reply({.type = raw}, parts)});
      ASSERT_EQ(routes.size(), 1U);
      EXPECT_TRUE(routes[0].type.is(type));
      EXPECT_EQ(routes[0].destination, "10.1.0.0/16");
      EXPECT_EQ(routes[0].netdev, "");
    }
  }
}

TEST(DecodeRoutes, TellsOfRoutesToThisHostItself) {
  const auto routes =
      decode({route_reply({.type = RTN_LOCAL}, {{RTA_DST, kTen}, number(RTA_OIF, 2U)})});
  ASSERT_EQ(routes.size(), 1U);
  EXPECT_TRUE(routes[0].type.is(RouteType::local));
  EXPECT_EQ(routes[0].netdev, "eth0");
}

TEST(DecodeRoutes, DoesNotKnowWhatBecomesOfPacketsInTunnels) {
  const std::vector<Part> encapsulated{{RTA_GATEWAY, kGateway}, {RTA_ENCAP, "abcd"}};
  const auto alone = decode(
      {route_reply({}, {{RTA_DST, kTen}, number(RTA_OIF, 2U), encapsulated[0], encapsulated[1]})});
  ASSERT_EQ(alone.size(), 1U);
  ASSERT_NE(alone[0].type.unknown(), nullptr);
  EXPECT_EQ(alone[0].type.unknown()->reason, Reason::unsupported);
  EXPECT_EQ(alone[0].netdev, "eth0");
  const auto hops = decode(
      {route_reply({}, {{RTA_DST, kTen},
                        {RTA_MULTIPATH, hop(2, 0, {{RTA_GATEWAY, kGateway}}) +
                                            hop(3, 0, {encapsulated[0], encapsulated[1]})}})});
  ASSERT_EQ(hops.size(), 2U);
  EXPECT_TRUE(hops[0].type.is(RouteType::unicast));
  EXPECT_EQ(hops[1].type.known(), nullptr);
}

TEST(DecodeRoutes, TellsARouteOnceAndNamesNoNetdevOfElsewhere) {
  const auto reply = route_reply({}, {{RTA_DST, kTen}, number(RTA_OIF, 77U)});
  const auto routes = decode({reply, reply});
  ASSERT_EQ(routes.size(), 1U);
  EXPECT_EQ(routes[0].netdev, "");
}

TEST(DecodeRoutes, SaysWhenNextHopsAreNumbersOnly) {
  const auto routes = decode_routes({route_reply({.prefix = 0}, {number(RTA_NH_ID, 4U)})}, kNames);
  ASSERT_FALSE(routes);
  EXPECT_EQ(routes.error().reason, Reason::unsupported);
}

TEST(DecodeRoutes, RefusesWhatMakesNoSense) {
  const NetlinkReplies odd{
      "short",
      route_reply({}, {{RTA_DST, "abc"}}),
      route_reply({.prefix = 33}, {{RTA_DST, kTen}}),
      route_reply({}, {{RTA_DST, kTen}, {RTA_GATEWAY, "x"}, number(RTA_OIF, 2U)}),
      route_reply({}, {{RTA_DST, kTen}, {RTA_MULTIPATH, hop(2, 0, {}).substr(1)}}),
      route_reply({}, {{RTA_DST, kTen}, {RTA_VIA, "x"}, number(RTA_OIF, 2U)}),
      route_reply({.source_prefix = 33}, {{RTA_DST, kTen}, {RTA_SRC, kTen}, number(RTA_OIF, 2U)}),
  };
  for (std::size_t i = 0; i < odd.size(); ++i) {
    const auto routes = decode_routes({odd[i]}, kNames);
    ASSERT_FALSE(routes) << i;
    EXPECT_EQ(routes.error().reason, Reason::malformed) << i;
  }
}

std::string neighbour_reply(std::uint8_t family, int ifindex, std::uint16_t state,
                            std::uint8_t flags = 0) {
  return bytes_of(ndmsg{.ndm_family = family,
                        .ndm_pad1 = 0,
                        .ndm_pad2 = 0,
                        .ndm_ifindex = ifindex,
                        .ndm_state = state,
                        .ndm_flags = flags,
                        .ndm_type = 0});
}

TEST(DecodeNeighbours, CountsByNetdevAndByFamily) {
  const auto dump = decode_neighbours(
      {neighbour_reply(AF_INET, 2, NUD_REACHABLE), neighbour_reply(AF_INET, 2, NUD_FAILED),
       neighbour_reply(AF_INET6, 2, NUD_STALE), neighbour_reply(AF_INET, 3, NUD_PERMANENT),
       neighbour_reply(AF_INET, 3, NUD_INCOMPLETE), neighbour_reply(AF_INET, 1, NUD_NOARP),
       neighbour_reply(AF_INET, 3, NUD_STALE, NTF_EXT_LEARNED),
       neighbour_reply(AF_BRIDGE, 3, NUD_REACHABLE)});
  ASSERT_TRUE(dump);
  EXPECT_EQ(dump->by_ifindex.at(2), (NeighbourStates{.usable = 2, .incomplete = 0, .failed = 1}));
  EXPECT_EQ(dump->by_ifindex.at(3), (NeighbourStates{.usable = 2, .incomplete = 1, .failed = 0}));
  EXPECT_EQ(dump->by_ifindex.at(1), NeighbourStates{});
  EXPECT_EQ(dump->ipv4_entries, 4) << "the permanent one and the learned one do not count";
  EXPECT_EQ(dump->ipv6_entries, 1);
  EXPECT_FALSE(decode_neighbours({"short"}));
}

}  // namespace
}  // namespace rocelint
