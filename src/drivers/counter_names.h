// SPDX-License-Identifier: Apache-2.0
#pragma once

// One name for each meaning: what the driver's own counters are in the terms of
// rocelint/facts/counters.h. The names of each driver are in counter_tables.cpp.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/counters.h"
#include "rocelint/facts/fact.h"

#include "os/counter_set.h"
#include "os/read.h"

namespace rocelint {

/// Where a counter is found.
enum class CounterPlace : std::uint8_t {
  port,      ///< hardware counters of the RDMA port
  ib_port,   ///< counters of the InfiniBand architecture
  device,    ///< hardware counters of the RDMA device
  netdev,    ///< ethtool's string set
  standard,  ///< ethtool's standard statistics
};
inline constexpr std::size_t kCounterPlaces = 5;

/// What was read at each place; null where nothing was to be read.
class CounterSources {
 public:
  void set(CounterPlace place, const Read<CounterSet>* counters) {
    sets_.at(static_cast<std::size_t>(place)) = counters;
  }
  [[nodiscard]] const Read<CounterSet>* get(CounterPlace place) const {
    return sets_.at(static_cast<std::size_t>(place));
  }

 private:
  std::array<const Read<CounterSet>*, kCounterPlaces> sets_{};
};

// What the driver has no counter for is unknown(unsupported), what it shows no counter for is
// unknown(not_found), and a counter that could not be read says why. For a driver without names of
// its own here only the standard statistics are looked at.

/// Where the driver is not known, the names of all drivers are tried: none means two things.
[[nodiscard]] TransportCounters transport_counters(const Fact<std::string>& driver,
                                                   const CounterSources& sources);
[[nodiscard]] PhyCounters phy_counters(const Fact<std::string>& driver,
                                       const CounterSources& sources);
/// A priority that has no counter at all is left out.
[[nodiscard]] Fact<PriorityCounterMap> priority_counters(const Fact<std::string>& driver,
                                                         const CounterSources& sources);

}  // namespace rocelint
