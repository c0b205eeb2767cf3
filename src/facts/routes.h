// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "rocelint/facts/routing.h"

#include "base/ip_address.h"

namespace rocelint {

/// Whether it is one that no packet leaves by: a blackhole, throw, one to this host itself.
/// Snapshots from before routes had a type hold unicast routes alone.
[[nodiscard]] inline bool leads_nowhere(const Route& route) {
  return route.type.known() != nullptr && !route.type.is(RouteType::unicast);
}

[[nodiscard]] inline std::optional<Subnet> destination_of(const Route& route) {
  if (route.destination == "default") {
    return parse_subnet(route.family == AddressFamily::ipv4 ? "0.0.0.0/0" : "::/0");
  }
  return parse_subnet(route.destination);
}

}  // namespace rocelint
