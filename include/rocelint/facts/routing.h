// SPDX-License-Identifier: Apache-2.0
#pragma once

// How IP packets of this host find their way: include/uapi/linux/rtnetlink.h, fib_rules.h,
// neighbour.h, Documentation/networking/ip-sysctl.rst.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

enum class AddressFamily : std::uint8_t { ipv4, ipv6 };
template <>
inline constexpr std::array kEnumNames<AddressFamily> = {EnumName{0, "ipv4"}, EnumName{1, "ipv6"}};

/// Settings of one interface, or of "all". What counts is the larger of the two for rp_filter,
/// arp_ignore and arp_announce, and either of the two for arp_filter (include/linux/inetdevice.h).
struct Ipv4Settings {
  Fact<std::int64_t> rp_filter;
  Fact<std::int64_t> arp_ignore;
  Fact<std::int64_t> arp_announce;
  Fact<std::int64_t> arp_filter;
  Fact<std::int64_t> accept_local;

  bool operator==(const Ipv4Settings&) const = default;
};
template <>
struct Fields<Ipv4Settings> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::rp_filter>("0 takes packets from anywhere, 1 only from where the answer "
                           "would go, 2 from where any answer could go",
                           "/proc/sys/net/ipv4/conf/N/rp_filter"),
      field<&T::arp_ignore>("0 answers ARP for every address of the host, 1 for those of "
                            "the interface, 2 within its subnet only",
                            "/proc/sys/net/ipv4/conf/N/arp_ignore"),
      field<&T::arp_announce>("2 asks in the name of the best address of the interface",
                              "/proc/sys/net/ipv4/conf/N/arp_announce"),
      field<&T::arp_filter>("1 answers ARP only where the route back leads",
                            "/proc/sys/net/ipv4/conf/N/arp_filter"),
      field<&T::accept_local>("1 takes packets that carry an address of this host",
                              "/proc/sys/net/ipv4/conf/N/accept_local"),
  };
};

/// What becomes of packets: include/uapi/linux/rtnetlink.h, RTN_*. Types of routes to many hosts at
/// once are left out, and so are the "local" ones that the kernel makes of addresses.
enum class RouteType : std::uint8_t {
  unicast = 1,
  local = 2,
  blackhole = 6,
  unreachable = 7,
  prohibit = 8,
  thrown = 9,
};
template <>
inline constexpr std::array kEnumNames<RouteType> = {
    EnumName{1, "unicast"},     EnumName{2, "local"},    EnumName{6, "blackhole"},
    EnumName{7, "unreachable"}, EnumName{8, "prohibit"}, EnumName{9, "throw"}};

/// include/uapi/linux/icmpv6.h, ICMPV6_ROUTER_PREF_*, RFC 4191.
enum class RoutePreference : std::uint8_t { medium = 0, high = 1, low = 3 };
template <>
inline constexpr std::array kEnumNames<RoutePreference> = {EnumName{0, "medium"},
                                                           EnumName{1, "high"}, EnumName{3, "low"}};

/// A route over a netdev that carries RDMA, one that may keep packets from such a route, or a
/// default route. One with several next hops is one route for each. Those of one type of service
/// are not among them: the kernel looks for RDMA's way without any (drivers/infiniband/core/addr.c,
/// addr4_resolve).
struct Route {
  AddressFamily family{AddressFamily::ipv4};
  std::string destination;
  std::int64_t table = 0;
  std::string netdev;
  std::string gateway;
  std::string source;
  std::int64_t metric = 0;
  Fact<std::string> from;
  Fact<RouteType> type;
  Fact<RoutePreference> preference;
  Fact<std::int64_t> next_hops;

  bool operator==(const Route&) const = default;
};
template <>
struct Fields<Route> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::family>("address family", "rtmsg rtm_family"),
      field<&T::destination>("where it leads: 10.1.0.0/16; default", "RTA_DST"),
      field<&T::table>("routing table; 254 is main", "RTA_TABLE"),
      field<&T::netdev>("interface that it leaves by; empty: none, or not of this namespace",
                        "RTA_OIF"),
      field<&T::gateway>("next hop; empty: directly connected", "RTA_GATEWAY, RTA_VIA"),
      field<&T::source>("address that packets get; empty: the kernel chooses", "RTA_PREFSRC"),
      field<&T::metric>("the smallest wins among equal prefixes", "RTA_PRIORITY"),
      field<&T::from>("it holds for packets from there alone, which IPv6 knows: fd00:1::/64; "
                      "empty: from anywhere",
                      "RTA_SRC"),
      field<&T::type>(
          "blackhole, unreachable, prohibit: packets go nowhere; throw: the next rule is asked; "
          "local: they stay on this host",
          "rtmsg rtm_type"),
      field<&T::preference>("the highest wins among IPv6 routes of one prefix and metric",
                            "RTA_PREF"),
      field<&T::next_hops>("next hops of the route that are alive; of several, each told as a "
                           "route, IPv6 takes one by a hash of the addresses",
                           "RTA_MULTIPATH"),
  };
};

/// What a rule does: include/uapi/linux/fib_rules.h, FR_ACT_*.
enum class RuleAction : std::uint8_t {
  to_table = 1,
  blackhole = 6,
  unreachable = 7,
  prohibit = 8,
};
template <>
inline constexpr std::array kEnumNames<RuleAction> = {
    EnumName{1, "to_table"}, EnumName{6, "blackhole"}, EnumName{7, "unreachable"},
    EnumName{8, "prohibit"}};

/// Which table a packet is looked up in, as the kernel asks for RDMA: without a mark, a type of
/// service, a protocol. Rules that can't hold then are not among them. Where `action` is unknown
/// the rule may send packets anywhere.
struct RoutingRule {
  AddressFamily family{AddressFamily::ipv4};
  std::int64_t priority = 0;
  std::string source;
  std::string destination;
  std::string input_netdev;
  std::string output_netdev;
  std::int64_t table = 0;
  Fact<RuleAction> action;
  Fact<std::int64_t> suppress_prefixlen;

  bool operator==(const RoutingRule&) const = default;
};
template <>
struct Fields<RoutingRule> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::family>("address family", "fib_rule_hdr family"),
      field<&T::priority>("the smallest is tried first", "FRA_PRIORITY"),
      field<&T::source>("packets from there: 10.1.0.5/32; empty: from anywhere", "FRA_SRC"),
      field<&T::destination>("packets to there; empty: to anywhere", "FRA_DST"),
      field<&T::input_netdev>("packets that came in by it; empty: any", "FRA_IIFNAME"),
      field<&T::output_netdev>("packets bound to it; empty: any", "FRA_OIFNAME"),
      field<&T::table>("routing table that is asked; 0: that of the VRF, for packets of one",
                       "FRA_TABLE, FRA_L3MDEV"),
      field<&T::action>(
          "to_table asks the table; blackhole, unreachable, prohibit: packets go nowhere",
          "fib_rule_hdr action"),
      field<&T::suppress_prefixlen>(
          "what the table says counts only for prefixes with more bits; -1: for all",
          "FRA_SUPPRESS_PREFIXLEN"),
  };
};

/// How many neighbours an interface knows, by state (NUD_*).
struct NeighbourStates {
  std::int64_t usable = 0;
  std::int64_t incomplete = 0;
  std::int64_t failed = 0;

  bool operator==(const NeighbourStates&) const = default;
};
template <>
struct Fields<NeighbourStates> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::usable>("reachable, stale, delay, probe or permanent", "RTM_GETNEIGH"),
      field<&T::incomplete>("asked for, no answer yet", "RTM_GETNEIGH"),
      field<&T::failed>("never answered", "RTM_GETNEIGH"),
  };
};

/// The table of neighbours of one address family: the kernel refuses new ones at the limit.
struct NeighbourTable {
  Fact<std::int64_t> entries;
  Fact<std::int64_t> limit;

  bool operator==(const NeighbourTable&) const = default;
};
template <>
struct Fields<NeighbourTable> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::entries>("neighbours in this namespace, permanent ones left out", "RTM_GETNEIGH"),
      field<&T::limit>("most that there may be",
                       "/proc/sys/net/ipv4|ipv6/neigh/default/gc_thresh3"),
  };
};

struct Routing {
  Ipv4Settings ipv4_all;
  Fact<std::vector<Route>> routes;
  Fact<std::vector<RoutingRule>> rules;
  NeighbourTable ipv4_neighbours;
  NeighbourTable ipv6_neighbours;

  bool operator==(const Routing&) const = default;
};
template <>
struct Fields<Routing> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::ipv4_all>("settings for all interfaces together", ""),
      field<&T::routes>("default routes, those over netdevs that carry RDMA, and of those that "
                        "overlap one of these the ones that lead nowhere and the other ones of "
                        "IPv6; of all tables but local",
                        "RTM_GETROUTE"),
      field<&T::rules>("which table is asked when", "RTM_GETRULE"),
      field<&T::ipv4_neighbours>("ARP", ""),
      field<&T::ipv6_neighbours>("neighbour discovery", ""),
  };
};

}  // namespace rocelint
