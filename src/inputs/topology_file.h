// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "os/read.h"

namespace rocelint {

struct TopologyCount {
  std::int64_t gpus = 0;
  std::int64_t nics = 0;
  /// link_speed times link_width of the slowest <pci>; nothing where none names both.
  std::optional<std::int64_t> slowest_link_mbps;

  bool operator==(const TopologyCount&) const = default;
};

/// What a topology of NCCL (XML) holds. A GPU is a PCI function of class 0x03, or 0x12 as RCCL
/// counts; a NIC one of class 0x02, or a <nic> that hangs under no PCI function. Only tags and
/// their attributes are looked at.
[[nodiscard]] Read<TopologyCount> count_topology(std::string_view xml);

}  // namespace rocelint
