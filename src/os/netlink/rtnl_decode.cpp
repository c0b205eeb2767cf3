// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/rtnl_decode.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <linux/if.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/netdev.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/facts/routing.h"

#include "facts/unknown.h"
#include "os/address_text.h"
#include "os/mac_text.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netdev_stack.h"
#include "os/netlink/netlink.h"
#include "os/netlink/rtnl_linkinfo.h"
#include "os/read.h"

namespace rocelint {

namespace {

// Kinds whose IFLA_LINK is the netdev that carries them. That of a veth is its peer, that of a
// tunnel only a hint for routing.
constexpr std::array<std::string_view, 6> kStackedKinds{"ipvlan",  "ipvtap",  "macsec",
                                                        "macvlan", "macvtap", "vlan"};

/// One link of the dump before numbers are turned into names.
struct RawLink {
  Netdev netdev;
  std::int64_t ifindex = 0;
  std::optional<std::uint32_t> master;
  std::optional<std::uint32_t> link;
  std::optional<std::uint32_t> active_slave;
  bool link_is_foreign = false;
};

Fact<std::string> decode_mac(const Attributes& link) {
  const auto bytes = link.find(IFLA_ADDRESS);
  if (!bytes || bytes->empty()) {
    return not_found("it has no hardware address");
  }
  return mac_text(*bytes);
}

Fact<bool> decode_carrier(const Attributes& link) {
  const auto carrier = link.number<std::uint8_t>(IFLA_CARRIER, "IFLA_CARRIER");
  return carrier ? Fact<bool>(*carrier != 0) : Fact<bool>(carrier.error());
}

Fact<OperState> oper_state(std::int64_t number) {
  if (number < 0 || number > UINT8_MAX || enum_name(static_cast<OperState>(number)).empty()) {
    return malformed("the operational state is " + std::to_string(number));
  }
  return static_cast<OperState>(number);
}

Fact<OperState> decode_oper_state(const Attributes& link) {
  const auto state = link.number<std::uint8_t>(IFLA_OPERSTATE, "IFLA_OPERSTATE");
  return state ? oper_state(*state) : Fact<OperState>(state.error());
}

Fact<std::string> decode_kind(const Attributes& link) {
  if (!link.find(IFLA_LINKINFO)) {
    return std::string();
  }
  const auto info = link.nest(IFLA_LINKINFO, "IFLA_LINKINFO");
  if (!info) {
    return info.error();
  }
  if (!info->find(IFLA_INFO_KIND)) {
    return std::string();  // a slave's IFLA_LINKINFO may hold its master's kind only
  }
  return to_fact(info->text(IFLA_INFO_KIND, "IFLA_INFO_KIND"));
}

// 0 stands for no limit of the driver's own (net/core/dev.c, dev_validate_mtu).
Fact<std::int64_t> decode_max_mtu(const Attributes& link) {
  auto max = link.integer<std::uint32_t>(IFLA_MAX_MTU, "IFLA_MAX_MTU");
  if (max.is(0)) {
    return unsupported("the driver states no limit");
  }
  return max;
}

std::optional<std::uint32_t> optional_index(const Attributes& link, int type) {
  const auto index = link.number<std::uint32_t>(type, "ifindex");
  return index && *index != 0 ? std::optional(*index) : std::nullopt;
}

Read<RawLink> decode_link(std::string_view reply) {
  const auto header = value_at_start<ifinfomsg>(reply);
  if (!header) {
    return tl::unexpected(malformed("an RTM_NEWLINK is cut short"));
  }
  const auto attributes = Attributes::parse(after<ifinfomsg>(reply));
  if (!attributes) {
    return tl::unexpected(attributes.error());
  }
  auto name = attributes->text(IFLA_IFNAME, "IFLA_IFNAME");
  if (!name || name->empty() || name->find('/') != std::string::npos || name->front() == '.') {
    return tl::unexpected(malformed("an RTM_NEWLINK without a usable name"));
  }
  RawLink link;
  link.ifindex = header->ifi_index;
  link.master = optional_index(*attributes, IFLA_MASTER);
  link.link = optional_index(*attributes, IFLA_LINK);
  link.link_is_foreign = attributes->find(IFLA_LINK_NETNSID).has_value();
  Netdev& netdev = link.netdev;
  netdev.name = *std::move(name);
  netdev.ifindex = link.ifindex;
  netdev.link_kind = decode_kind(*attributes);
  netdev.mac_address = decode_mac(*attributes);
  netdev.admin_up = (header->ifi_flags & unsigned{IFF_UP}) != 0;
  netdev.carrier = decode_carrier(*attributes);
  netdev.oper_state = decode_oper_state(*attributes);
  netdev.carrier_down_count =
      attributes->integer<std::uint32_t>(IFLA_CARRIER_DOWN_COUNT, "IFLA_CARRIER_DOWN_COUNT");
  netdev.mtu_bytes = attributes->integer<std::uint32_t>(IFLA_MTU, "IFLA_MTU");
  netdev.max_mtu_bytes = decode_max_mtu(*attributes);
  link.active_slave = decode_link_info(*attributes, netdev);
  return link;
}

bool is_stacked_kind(const Fact<std::string>& kind) {
  const std::string* known = kind.known();
  return known != nullptr && std::ranges::find(kStackedKinds, *known) != kStackedKinds.end();
}

Fact<std::string> name_of(const std::vector<RawLink>& raw, std::uint32_t ifindex) {
  const auto found = std::ranges::find(raw, std::int64_t{ifindex}, &RawLink::ifindex);
  if (found == raw.end()) {
    return not_found("ifindex " + std::to_string(ifindex) + " is not in the dump");
  }
  return found->netdev.name;
}

// Turns IFLA_MASTER and IFLA_LINK into "stands on".
void connect_links(const std::vector<RawLink>& raw, std::vector<Link>& links) {
  std::map<std::int64_t, std::size_t> by_index;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    by_index.emplace(raw[i].ifindex, i);
  }
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i].master) {
      const auto master = by_index.find(*raw[i].master);
      if (master != by_index.end()) {
        links[master->second].stacked.lowers.push_back(raw[i].netdev.name);
      }
    }
    if (!raw[i].link || !is_stacked_kind(raw[i].netdev.link_kind)) {
      continue;
    }
    const auto lower = by_index.find(*raw[i].link);
    if (raw[i].link_is_foreign || lower == by_index.end()) {
      links[i].stacked.lowers_unknown =
          not_found(raw[i].netdev.name + " stands on a netdev of another namespace");
    } else {
      links[i].stacked.lowers.push_back(raw[lower->second].netdev.name);
    }
  }
}

Fact<std::vector<AddressFlag>> decode_flags(const Attributes& attributes) {
  const auto bits = attributes.number<std::uint32_t>(IFA_FLAGS, "IFA_FLAGS");
  if (!bits) {
    return bits.error();
  }
  std::vector<AddressFlag> flags;
  for (const auto& row : kEnumNames<AddressFlag>) {
    if ((*bits & static_cast<std::uint32_t>(row.value)) != 0) {
      flags.push_back(static_cast<AddressFlag>(row.value));
    }
  }
  return flags;
}

Read<Address> decode_address(const ifaddrmsg& header, const Attributes& attributes) {
  // IFA_ADDRESS is the peer's on a point-to-point link; IFA_LOCAL, where it is there, is ours.
  auto bytes = attributes.find(IFA_LOCAL);
  if (!bytes) {
    bytes = attributes.find(IFA_ADDRESS);
  }
  if (!bytes) {
    return tl::unexpected(malformed("an RTM_NEWADDR without an address"));
  }
  auto text = address_text(header.ifa_family, *bytes);
  if (!text) {
    return tl::unexpected(std::move(text).error());
  }
  const auto scope = static_cast<AddressScope>(header.ifa_scope);
  const unsigned bits = header.ifa_family == AF_INET ? 32 : 128;
  if (enum_name(scope).empty() || header.ifa_prefixlen > bits) {
    return tl::unexpected(malformed("an address of scope " + std::to_string(header.ifa_scope) +
                                    " and prefix length " + std::to_string(header.ifa_prefixlen)));
  }
  Address address;
  address.address = *std::move(text);
  address.family = header.ifa_family == AF_INET ? AddressFamily::ipv4 : AddressFamily::ipv6;
  address.prefix_length = header.ifa_prefixlen;
  address.scope = scope;
  address.flags = decode_flags(attributes);
  return address;
}

void add_address(Fact<std::vector<Address>>& list, Read<Address> address) {
  if (!address) {
    list = std::move(address).error();
    return;
  }
  if (list.known() == nullptr && list.unknown()->reason != Reason::not_collected) {
    return;  // already malformed
  }
  auto& addresses = list.known() != nullptr ? *list.known() : list.emplace();
  addresses.push_back(*std::move(address));
}

}  // namespace

NetlinkRequest links_request() {
  NetlinkRequest request;
  request.type = RTM_GETLINK;
  request.dump = true;
  request.payload = bytes_of(ifinfomsg{});
  append_attribute(request.payload, IFLA_EXT_MASK,
                   bytes_of(std::uint32_t{RTEXT_FILTER_SKIP_STATS}));
  return request;
}

NetlinkRequest addresses_request() {
  NetlinkRequest request;
  request.type = RTM_GETADDR;
  request.dump = true;
  request.payload = bytes_of(ifaddrmsg{});
  return request;
}

Read<std::vector<Link>> decode_links(const NetlinkReplies& replies) {
  std::vector<RawLink> raw;
  for (const auto& reply : replies) {
    auto link = decode_link(reply);
    if (!link) {
      return tl::unexpected(std::move(link).error());
    }
    raw.push_back(*std::move(link));
  }
  std::vector<Link> links;
  links.reserve(raw.size());
  for (const auto& link : raw) {
    links.push_back({.netdev = link.netdev,
                     .stacked = {.name = link.netdev.name, .lowers = {}, .lowers_unknown = {}}});
  }
  connect_links(raw, links);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i].active_slave) {
      links[i].netdev.bond.known()->active_slave = name_of(raw, *raw[i].active_slave);
    }
  }
  return links;
}

Read<AddressTable> decode_addresses(const NetlinkReplies& replies) {
  AddressTable by_index;
  for (const auto& reply : replies) {
    const auto header = value_at_start<ifaddrmsg>(reply);
    const auto attributes = Attributes::parse(after<ifaddrmsg>(reply));
    if (!header || !attributes) {
      return tl::unexpected(malformed("an RTM_NEWADDR is cut short"));
    }
    if (header->ifa_family == AF_INET || header->ifa_family == AF_INET6) {
      add_address(by_index[header->ifa_index], decode_address(*header, *attributes));
    }
  }
  const auto key = [](const Address& a) {
    return std::tie(a.family, a.address, a.prefix_length, a.scope);
  };
  for (auto& [index, list] : by_index) {
    if (auto* addresses = list.known()) {
      std::ranges::sort(*addresses,
                        [&](const Address& a, const Address& b) { return key(a) < key(b); });
    }
  }
  return by_index;
}

}  // namespace rocelint
