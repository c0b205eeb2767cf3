// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "rocelint/facts/netdev.h"

#include "os/netlink/attributes.h"

namespace rocelint {

/// Fills in what IFLA_LINKINFO says of a VLAN, a bond, a bond's slave and a VRF. Returns the
/// ifindex of a bond's active slave: its name is known only when all links are.
[[nodiscard]] std::optional<std::uint32_t> decode_link_info(const Attributes& link, Netdev& netdev);

}  // namespace rocelint
