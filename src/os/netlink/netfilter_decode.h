// SPDX-License-Identifier: Apache-2.0
#pragma once

// Chains of nftables (include/uapi/linux/netfilter/nf_tables.h), which iptables-nft uses too, and
// policies of IPsec (include/uapi/linux/xfrm.h).

#include <cstdint>
#include <vector>

#include "rocelint/facts/system.h"

#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

[[nodiscard]] NetlinkRequest nft_chains_request();
/// Those that filter what comes in for the host itself, sorted by name.
[[nodiscard]] Read<std::vector<InputChain>> decode_input_chains(const NetlinkReplies& replies);

[[nodiscard]] NetlinkRequest xfrm_policies_request();
/// How many there are, those of single sockets left out.
[[nodiscard]] Read<std::int64_t> count_xfrm_policies(const NetlinkReplies& replies);

}  // namespace rocelint
