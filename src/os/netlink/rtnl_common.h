// SPDX-License-Identifier: Apache-2.0
#pragma once

// What messages about routes, rules and neighbours have in common.

#include <cstdint>
#include <string>

#include <sys/socket.h>

#include "rocelint/facts/routing.h"

#include "os/address_text.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

/// A dump without a family goes through all of them, multicast routing and MPLS too.
[[nodiscard]] inline bool is_ip(int family) {
  return family == AF_INET || family == AF_INET6;
}

[[nodiscard]] inline AddressFamily family_of(int family) {
  return family == AF_INET ? AddressFamily::ipv4 : AddressFamily::ipv6;
}

/// Empty if there is none, or if it holds all addresses.
[[nodiscard]] inline Read<std::string> optional_prefix(const Attributes& attributes, int type,
                                                       int family, std::uint8_t length) {
  const auto bytes = attributes.find(type);
  return bytes && length != 0 ? prefix_text(family, *bytes, length) : std::string();
}

template <class Header>
[[nodiscard]] NetlinkRequest dump_request(std::uint16_t type) {
  NetlinkRequest request;
  request.type = type;
  request.dump = true;
  request.payload = bytes_of(Header{});
  return request;
}

}  // namespace rocelint
