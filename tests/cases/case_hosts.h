// SPDX-License-Identifier: Apache-2.0
#pragma once

// The hosts that public cases start from: healthy ones, or as little as was reported.

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "rocelint/snapshot.h"

#include "tests/support/healthy_hosts.h"

namespace rocelint::testing_support {

/// RoCE ports of mlx5 of which the identity is known and nothing else.
inline Snapshot bare(std::size_t count) {
  Snapshot snapshot;
  auto& devices = snapshot.host.devices.emplace();
  auto& netdevs = snapshot.host.netdevs.emplace();
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = std::to_string(i);
    auto& device = devices.emplace_back();
    device.name = "mlx5_" + number;
    device.protocol = RdmaProtocol::roce;
    device.driver = std::string("mlx5_core");
    auto& port = device.ports.emplace().emplace_back();
    port.number = 1;
    port.gid_table_length = 256;
    auto& netdev = netdevs.emplace_back();
    netdev.name = "eth" + number;
    netdev.link_kind = std::string();
    netdev.uppers.emplace();
    netdev.lowers = std::vector{netdev.name};
    port.netdev = netdev.name;
  }
  return snapshot;
}

inline const std::map<std::string, std::function<Snapshot()>>& case_hosts() {
  static const auto kHosts = [] {
    std::map<std::string, std::function<Snapshot()>> hosts = {
        {"bare", [] { return bare(1); }},          {"bare_pair", [] { return bare(2); }},
        {"bare_eight", [] { return bare(8); }},    {"cx7", [] { return with_nics(1); }},
        {"cx7_pair", [] { return with_nics(2); }}, {"cx7_four", [] { return with_nics(4); }},
    };
    for (const auto& kind : kHealthyKinds) {
      hosts.emplace(kind.name, kind.host);
    }
    return hosts;
  }();
  return kHosts;
}

}  // namespace rocelint::testing_support
