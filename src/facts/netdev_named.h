// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rocelint/facts/host.h"
#include "rocelint/facts/netdev.h"

namespace rocelint {

/// The netdev of that name, or null: there is none, or netdevs are unknown.
[[nodiscard]] const Netdev* netdev_named(const Host& host, std::string_view name);

}  // namespace rocelint
