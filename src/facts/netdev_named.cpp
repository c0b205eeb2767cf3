// SPDX-License-Identifier: Apache-2.0
#include "facts/netdev_named.h"

#include <algorithm>
#include <string_view>

#include "rocelint/facts/host.h"
#include "rocelint/facts/netdev.h"

namespace rocelint {

const Netdev* netdev_named(const Host& host, std::string_view name) {
  const auto* netdevs = host.netdevs.known();
  if (netdevs == nullptr) {
    return nullptr;
  }
  const auto found = std::ranges::find(*netdevs, name, &Netdev::name);
  return found == netdevs->end() ? nullptr : &*found;
}

}  // namespace rocelint
