// SPDX-License-Identifier: Apache-2.0
#pragma once

// What lldpd's client prints of the other ends of the cables, which a site has written to a file.

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "rocelint/facts/lldp.h"

#include "os/read.h"

namespace rocelint {

/// By interface; of several neighbours at one, the first that speaks LLDP and not another protocol.
using LldpNeighbors = std::map<std::string, LldpNeighbor, std::less<>>;

/// Reads what `lldpcli show neighbors` prints with -f json0, where every element is a list, and
/// with -f json, where names have become keys.
[[nodiscard]] Read<LldpNeighbors> decode_lldp(std::string_view text);

}  // namespace rocelint
