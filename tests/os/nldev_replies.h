// SPDX-License-Identifier: Apache-2.0
#pragma once

// What nldev answers, made by hand.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <rdma/rdma_netlink.h>

#include "os/netlink/attributes.h"
#include "tests/os/fakes.h"

namespace rocelint {

inline Part counter_entry(std::string_view name, std::uint64_t value) {
  return nest(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY,
              {text(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_NAME, name),
               number(RDMA_NLDEV_ATTR_STAT_HWCOUNTER_ENTRY_VALUE, value)});
}

/// RDMA_NLDEV_CMD_STAT_GET of one port.
inline std::string counters_reply(
    const std::vector<std::pair<std::string, std::uint64_t>>& counters) {
  std::string entries;
  for (const auto& [name, value] : counters) {
    const auto [type, bytes] = counter_entry(name, value);
    append_attribute(entries, type, bytes);
  }
  return attributes({{RDMA_NLDEV_ATTR_STAT_HWCOUNTERS, entries}});
}

}  // namespace rocelint
