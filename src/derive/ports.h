// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which ports a host has for RoCE, and what belongs to each. Pure functions of the facts.

#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint {

using NetdevList = std::vector<const Netdev*>;

/// One RDMA port with the netdevs that carry it. Pointers are into the Host it was made from.
struct PortView {
  const RdmaDevice* device = nullptr;
  const RdmaPort* port = nullptr;
  const Netdev* netdev = nullptr;  ///< null: see netdev_unknown
  Unknown netdev_unknown;
  Fact<NetdevList> wire;    ///< the physical netdevs under it
  Fact<NetdevList> uppers;  ///< bond, VLAN, macvlan above it
  /// Empty when the port can carry RoCE; else why not, in words: "InfiniBand, not RoCE".
  std::string not_roce;
  /// True when it has neither carrier nor an address (uppers included): listed as unused unless the
  /// policy expects it.
  bool unused = false;
};

/// All RDMA ports, sorted by device name and port number. What can't be told counts as RoCE.
[[nodiscard]] std::vector<PortView> port_views(const Host& host);

[[nodiscard]] const Netdev* find_netdev(const Host& host, std::string_view name);

}  // namespace rocelint
