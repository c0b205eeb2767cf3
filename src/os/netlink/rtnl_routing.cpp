// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/rtnl_routing.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <linux/icmpv6.h>
#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/routing.h"

#include "facts/unknown.h"
#include "os/address_text.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/netlink/rtnl_common.h"
#include "os/read.h"

namespace rocelint {

namespace {

Read<std::string> optional_address(const Attributes& attributes, int type, int family) {
  const auto bytes = attributes.find(type);
  return bytes ? address_text(family, *bytes) : std::string();
}

/// RTA_VIA names a next hop of the other family.
Read<std::string> decode_gateway(const Attributes& attributes, int family) {
  if (const auto via = attributes.find(RTA_VIA)) {
    const auto via_family = value_at_start<std::uint16_t>(*via);
    return via_family && is_ip(*via_family)
               ? address_text(*via_family, after<std::uint16_t>(*via))
               : tl::unexpected(malformed("an RTA_VIA of no known family"));
  }
  return optional_address(attributes, RTA_GATEWAY, family);
}

Read<std::string> decode_destination(const Attributes& attributes, const rtmsg& header) {
  const auto bytes = attributes.find(RTA_DST);
  if (!bytes || header.rtm_dst_len == 0) {
    return "default";
  }
  return prefix_text(header.rtm_family, *bytes, header.rtm_dst_len);
}

/// Nothing for those that have no RouteType, and for two that the kernel makes itself: a "local"
/// for each address, which the table of a VRF holds, and ip6_null_entry of net/ipv6/route.c, an
/// "unreachable" that stands for no route and that old kernels list.
std::optional<RouteType> type_of(const rtmsg& header) {
  constexpr std::array kTypes{RouteType::unicast,     RouteType::local,    RouteType::blackhole,
                              RouteType::unreachable, RouteType::prohibit, RouteType::thrown};
  const RouteType type{header.rtm_type};
  const bool is_of_the_kernel = header.rtm_protocol == RTPROT_KERNEL &&
                                (type == RouteType::local || type == RouteType::unreachable);
  return std::ranges::find(kTypes, type) == kTypes.end() || is_of_the_kernel ? std::nullopt
                                                                             : std::optional(type);
}

/// IPv4 has none, which is medium.
Fact<RoutePreference> preference_of(const Attributes& attributes) {
  constexpr std::array kPreferences{RoutePreference::medium, RoutePreference::high,
                                    RoutePreference::low};
  const RoutePreference preference{
      attributes.number<std::uint8_t>(RTA_PREF, "").value_or(ICMPV6_ROUTER_PREF_MEDIUM)};
  return std::ranges::find(kPreferences, preference) == kPreferences.end()
             ? Fact<RoutePreference>(malformed("an RTA_PREF that is no preference"))
             : Fact<RoutePreference>(preference);
}

/// The routes that one message tells of: all alike but for the next hop.
class RouteReader {
 public:
  RouteReader(const NetdevNames& netdevs, std::vector<Route>& routes)
      : netdevs_(&netdevs), routes_(&routes) {}

  [[nodiscard]] std::optional<Unknown> add(std::string_view reply) {
    const auto header = value_at_start<rtmsg>(reply);
    const auto attributes = Attributes::parse(after<rtmsg>(reply));
    if (!header || !attributes) {
      return malformed("an RTM_NEWROUTE is cut short");
    }
    constexpr unsigned kPassing = unsigned{RTM_F_CLONED} | unsigned{RTNH_F_DEAD};
    const auto type = type_of(*header);
    if (!is_ip(header->rtm_family) || !type || header->rtm_tos != 0 ||
        (header->rtm_flags & kPassing) != 0) {
      return std::nullopt;
    }
    return add_route(*header, *type, *attributes);
  }

 private:
  std::optional<Unknown> add_route(const rtmsg& header, RouteType type,
                                   const Attributes& attributes) {
    Route route;
    route.family = family_of(header.rtm_family);
    route.type = type;
    route.table = number_or(attributes, RTA_TABLE, header.rtm_table);
    if (route.table == RT_TABLE_LOCAL) {
      return std::nullopt;
    }
    route.metric = number_or(attributes, RTA_PRIORITY, 0);
    auto destination = decode_destination(attributes, header);
    auto source = optional_address(attributes, RTA_PREFSRC, header.rtm_family);
    auto from = optional_prefix(attributes, RTA_SRC, header.rtm_family, header.rtm_src_len);
    for (const auto* text : {&destination, &source, &from}) {
      if (!*text) {
        return text->error();
      }
    }
    route.destination = *std::move(destination);
    route.source = *std::move(source);
    route.from = *std::move(from);
    route.preference = preference_of(attributes);
    route.next_hops = 1;
    if (type != RouteType::unicast && type != RouteType::local) {
      routes_->push_back(std::move(route));  // IPv6 names "lo" as its netdev
      return std::nullopt;
    }
    if (const auto hops = attributes.find(RTA_MULTIPATH)) {
      return add_hops(*hops, header.rtm_family, route);
    }
    if (!attributes.find(RTA_OIF) && attributes.find(RTA_NH_ID)) {
      return unsupported(
          "routes name their next hops by number alone: "
          "net.ipv4.nexthop_compat_mode is 0");
    }
    return add_hop(attributes, number_or(attributes, RTA_OIF, 0), header.rtm_family,
                   std::move(route));
  }

  std::optional<Unknown> add_hops(std::string_view hops, int family, const Route& route) {
    const auto before = routes_->size();
    while (!hops.empty()) {
      const auto hop = value_at_start<rtnexthop>(hops);
      if (!hop || hop->rtnh_len < sizeof(rtnexthop) || hop->rtnh_len > hops.size()) {
        return malformed("an RTA_MULTIPATH is cut short");
      }
      const auto attributes =
          Attributes::parse(hops.substr(sizeof(rtnexthop), hop->rtnh_len - sizeof(rtnexthop)));
      if (!attributes) {
        return attributes.error();
      }
      if ((hop->rtnh_flags & unsigned{RTNH_F_DEAD}) == 0) {
        if (auto why = add_hop(*attributes, hop->rtnh_ifindex, family, route)) {
          return why;
        }
      }
      hops.remove_prefix(std::min<std::size_t>(RTNH_ALIGN(hop->rtnh_len), hops.size()));
    }
    const auto added = std::span(*routes_).subspan(before);
    for (auto& of_hop : added) {
      of_hop.next_hops = static_cast<std::int64_t>(added.size());
    }
    return std::nullopt;
  }

  std::optional<Unknown> add_hop(const Attributes& attributes, std::int64_t ifindex, int family,
                                 Route route) {
    auto gateway = decode_gateway(attributes, family);
    if (!gateway) {
      return std::move(gateway).error();
    }
    route.gateway = *std::move(gateway);
    if (attributes.find(RTA_ENCAP)) {
      route.type = unsupported("the route to " + route.destination +
                               " puts packets into others (RTA_ENCAP), and RDMA's are made "
                               "by the NIC");
    }
    const auto netdev = netdevs_->find(ifindex);
    route.netdev = netdev == netdevs_->end() ? std::string() : netdev->second;
    routes_->push_back(std::move(route));
    return std::nullopt;
  }

  static std::int64_t number_or(const Attributes& attributes, int type, std::int64_t otherwise) {
    const auto number = attributes.number<std::uint32_t>(type, "");
    return number ? std::int64_t{*number} : otherwise;
  }

  const NetdevNames* netdevs_;
  std::vector<Route>* routes_;
};

// neigh_alloc() of net/core/neighbour.c: these are not counted against the limit.
bool is_exempt(const ndmsg& header) {
  return (header.ndm_state & unsigned{NUD_PERMANENT}) != 0 ||
         (header.ndm_flags & unsigned{NTF_EXT_LEARNED}) != 0;
}

void count_state(unsigned state, NeighbourStates& states) {
  constexpr unsigned kUsable = unsigned{NUD_REACHABLE} | unsigned{NUD_STALE} | unsigned{NUD_DELAY} |
                               unsigned{NUD_PROBE} | unsigned{NUD_PERMANENT};
  states.usable += (state & kUsable) != 0 ? 1 : 0;
  states.incomplete += (state & unsigned{NUD_INCOMPLETE}) != 0 ? 1 : 0;
  states.failed += (state & unsigned{NUD_FAILED}) != 0 ? 1 : 0;
}

/// What is unknown stands first.
template <class T>
std::int64_t rank_of(const Fact<T>& fact) {
  return fact.known() == nullptr ? -1 : static_cast<std::int64_t>(*fact.known());
}

/// Of all that tells routes apart, so that those that are repeated stand together.
auto order_of(const Route& route) {
  return std::tuple_cat(
      std::tie(route.family, route.table, route.destination, route.metric, route.netdev,
               route.gateway, route.source, *route.from.known()),
      std::tuple(rank_of(route.type), rank_of(route.preference), rank_of(route.next_hops)));
}

}  // namespace

NetlinkRequest routes_request() {
  return dump_request<rtmsg>(RTM_GETROUTE);
}

NetlinkRequest neighbours_request() {
  return dump_request<ndmsg>(RTM_GETNEIGH);
}

Read<std::vector<Route>> decode_routes(const NetlinkReplies& replies, const NetdevNames& netdevs) {
  std::vector<Route> routes;
  RouteReader reader(netdevs, routes);
  for (const auto& reply : replies) {
    if (auto why = reader.add(reply)) {
      return tl::unexpected(*std::move(why));
    }
  }
  std::ranges::sort(routes, {}, order_of);
  const auto repeated = std::ranges::unique(routes);
  routes.erase(repeated.begin(), repeated.end());
  return routes;
}

Read<NeighbourDump> decode_neighbours(const NetlinkReplies& replies) {
  NeighbourDump dump;
  for (const auto& reply : replies) {
    const auto header = value_at_start<ndmsg>(reply);
    if (!header) {
      return tl::unexpected(malformed("an RTM_NEWNEIGH is cut short"));
    }
    if (!is_ip(header->ndm_family)) {
      continue;
    }
    count_state(header->ndm_state, dump.by_ifindex[header->ndm_ifindex]);
    if (!is_exempt(*header)) {
      ++(header->ndm_family == AF_INET ? dump.ipv4_entries : dump.ipv6_entries);
    }
  }
  return dump;
}

}  // namespace rocelint
