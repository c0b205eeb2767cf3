// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rocelint/facts/dcb.h"

#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

/// DCB_CMD_IEEE_GET. dcbnl knows netdevs by name only.
[[nodiscard]] NetlinkRequest dcb_request(std::string_view netdev);

/// The facts of its one reply. A fact that the reply leaves out is io_error: dcbnl_ieee_fill drops
/// what its getter failed on.
[[nodiscard]] Dcb decode_dcb(std::string_view reply);

/// All facts of such a reply unknown for the same reason.
[[nodiscard]] Dcb unknown_dcb(const Unknown& why);

/// What is known of the driver that answered: bnxt_en answers zeros without having asked its
/// firmware, and some drivers have no buffer or rate limit to tell of.
void apply_driver_knowledge(std::string_view driver, Dcb& dcb);

}  // namespace rocelint
