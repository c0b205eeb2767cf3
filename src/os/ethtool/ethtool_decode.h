// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rocelint/facts/link.h"

#include "os/netlink/netlink.h"

namespace rocelint {

// Bitsets are asked for in the long form: it carries the kernel's own names of the bits, so that
// link modes newer than this program's headers are understood.

[[nodiscard]] NetlinkRequest link_modes_request(std::string_view netdev);
/// These two ask for the statistics too, which the kernel gives only when asked.
[[nodiscard]] NetlinkRequest pause_request(std::string_view netdev);
[[nodiscard]] NetlinkRequest fec_request(std::string_view netdev);

[[nodiscard]] Fact<LinkModes> decode_link_modes(std::string_view reply);
[[nodiscard]] Fact<Pause> decode_pause(std::string_view reply);
[[nodiscard]] Fact<Fec> decode_fec(std::string_view reply);

/// Mb/s out of a link mode's name ("100000baseKR4/Full"); 0 for a bit that is no speed ("Autoneg").
[[nodiscard]] std::int64_t speed_of_link_mode(std::string_view name);

}  // namespace rocelint
