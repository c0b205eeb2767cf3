// SPDX-License-Identifier: Apache-2.0
#pragma once

// A module's part of the snapshot: it starts empty and holds only the objects that the module adds
// to. Parts are merged by name.

#include <string>

#include "rocelint/facts/host.h"

namespace rocelint {

/// A new netdev of that name at the end of the part's list.
inline Netdev& add_netdev(Host& part, const std::string& name) {
  auto& netdevs = part.netdevs.known() != nullptr ? *part.netdevs.known() : part.netdevs.emplace();
  Netdev& netdev = netdevs.emplace_back();
  netdev.name = name;
  return netdev;
}

/// A new RDMA device of that name at the end of the part's list.
inline RdmaDevice& add_device(Host& part, const std::string& name) {
  auto& devices = part.devices.known() != nullptr ? *part.devices.known() : part.devices.emplace();
  RdmaDevice& device = devices.emplace_back();
  device.name = name;
  return device;
}

}  // namespace rocelint
