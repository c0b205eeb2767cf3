// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "drivers/counter_names.h"

namespace rocelint {

/// One driver's counter of one meaning. Where a meaning has several rows, they are tried in order.
struct CounterRow {
  std::string_view meaning;  ///< a member of TransportCounters, PhyCounters or PriorityCounters
  CounterPlace place{};
  /// The driver's name; a + between names is their sum. A % stands for the priority.
  std::string_view name;
};

struct DriverCounters {
  std::string_view driver;  ///< as sysfs names the bound driver
  std::span<const CounterRow> transport;
  std::span<const CounterRow> phy;
  std::span<const CounterRow> prio;
};

[[nodiscard]] std::span<const DriverCounters> counter_tables();
/// What ethtool tells of any driver, looked at after its own names.
[[nodiscard]] std::span<const CounterRow> standard_phy_rows();

}  // namespace rocelint
