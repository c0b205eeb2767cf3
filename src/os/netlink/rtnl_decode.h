// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rocelint/facts/netdev.h"

#include "os/netlink/netdev_stack.h"
#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

/// RTM_GETLINK and RTM_GETADDR of this namespace, one dump each.
[[nodiscard]] NetlinkRequest links_request();
[[nodiscard]] NetlinkRequest addresses_request();

/// A netdev with what RTM_GETLINK tells of it, and what it stands on.
struct Link {
  Netdev netdev;
  StackedLink stacked;
};

/// Links in the kernel's order.
[[nodiscard]] Read<std::vector<Link>> decode_links(const NetlinkReplies& replies);

/// Addresses by ifindex, sorted. An address that makes no sense costs its netdev's list only.
using AddressTable = std::map<std::int64_t, Fact<std::vector<Address>>>;
[[nodiscard]] Read<AddressTable> decode_addresses(const NetlinkReplies& replies);

}  // namespace rocelint
