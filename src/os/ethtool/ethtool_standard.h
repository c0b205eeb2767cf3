// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "rocelint/facts/fact.h"

#include "os/counter_set.h"
#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

// What ethtool counts by the names of the standards, whatever the driver: IEEE 802.3 clause 30
// (eth-phy, eth-mac, eth-ctrl) and RFC 2819 (rmon).

[[nodiscard]] NetlinkRequest standard_statistics_request(std::string_view netdev);
/// By the names that ethtool(8) prints: "eth-mac-FramesReceivedOK",
/// "rx-rmon-etherStatsPkts65to127Octets".
[[nodiscard]] Read<CounterSet> decode_standard_statistics(std::string_view reply);

[[nodiscard]] NetlinkRequest link_state_request(std::string_view netdev);
/// ETHTOOL_A_LINKSTATE_EXT_DOWN_CNT.
[[nodiscard]] Fact<std::int64_t> decode_link_down_count(std::string_view reply);

}  // namespace rocelint
