// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "os/counter_set.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

/// /sys/class/infiniband/D/hw_counters or .../ports/N/hw_counters. The device answers all of them
/// at once: when it refuses the first, the others are not asked.
[[nodiscard]] Read<CounterSet> read_sysfs_hw_counters(const Files& files,
                                                      const std::string& directory);

/// .../ports/N/counters, the counters of the performance management agent. It answers those of one
/// attribute at once: where it refuses the first of them (EINVAL), the others are not asked. On a
/// function with restricted access mlx5 logs an error for each that is.
[[nodiscard]] Read<CounterSet> read_sysfs_port_counters(const Files& files,
                                                        const std::string& directory);

/// "131" → 131; unsupported for "N/A (no PMA)".
[[nodiscard]] Read<std::uint64_t> parse_sysfs_counter(std::string_view text);

}  // namespace rocelint
