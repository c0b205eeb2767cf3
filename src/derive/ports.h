// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which ports a host has for RoCE, and what belongs to each. Pure functions of the facts.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint {

using NetdevList = std::vector<const Netdev*>;

/// One RDMA port with the netdevs that carry it. Pointers are into the Host it was made from.
struct PortView {
  const RdmaDevice* device = nullptr;
  const RdmaPort* port = nullptr;  ///< null: the device's ports are unknown, see port_unknown
  Unknown port_unknown;
  const Netdev* netdev = nullptr;  ///< null: see netdev_unknown
  Unknown netdev_unknown;
  Fact<NetdevList> lowers;  ///< the physical netdevs under it, by name; never empty
  Fact<NetdevList> uppers;  ///< bond, VLAN, macvlan above it, by name
  /// Empty when the port can carry RoCE; else why not, in words: "InfiniBand, not RoCE".
  std::string not_roce;
  /// Set when it counts as RoCE only because it could not be told.
  std::optional<Unknown> roce_doubt;
  /// True when it has neither carrier nor an address (uppers included): listed as unused unless the
  /// policy expects it.
  bool unused = false;
  /// Set when it counts as used only because it could not be told.
  std::optional<Unknown> use_doubt;
};

/// All RDMA ports, sorted by device name and port number; one entry for a device whose ports are
/// unknown, so that it is not lost. What can't be told counts as RoCE, and as used.
[[nodiscard]] std::vector<PortView> port_views(const Host& host);

}  // namespace rocelint
