// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <linux/ethtool_netlink.h>

#include "os/netlink/netlink.h"

namespace rocelint {

/// The number of a request's header attribute: that of most commands, and that of STATS_GET.
inline constexpr int kEthtoolHeader = ETHTOOL_A_LINKMODES_HEADER;
static_assert(kEthtoolHeader == ETHTOOL_A_PAUSE_HEADER && kEthtoolHeader == ETHTOOL_A_FEC_HEADER &&
              kEthtoolHeader == ETHTOOL_A_LINKSTATE_HEADER);

/// A request of ethtool's netlink with its header: the netdev, and ETHTOOL_FLAG_* where there are.
[[nodiscard]] NetlinkRequest ethtool_request(int command, std::string_view netdev,
                                             std::uint32_t flags, int header = kEthtoolHeader);

}  // namespace rocelint
