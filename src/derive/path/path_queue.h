// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a class of RoCE traffic is sent: the traffic class of its priority, and who is served first.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/path/classification.h"

namespace rocelint {

/// The priority that the policy gives to a class, on one physical netdev.
struct PathQueue {
  std::string name;
  std::string netdev;
  std::int64_t priority = 0;
  std::int64_t share_min_percent = 0;
  Fact<std::int64_t> tc;
  Fact<Tsa> tsa;
  Fact<std::int64_t> bandwidth_percent;
  Fact<std::vector<std::int64_t>> served_before;

  bool operator==(const PathQueue&) const = default;
};
template <>
struct Fields<PathQueue> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("netdev and priority: \"ens5 priority 3\"", "derived", FieldRole::key),
      field<&T::netdev>("physical netdev", "derived"),
      field<&T::priority>("priority of the class", "policy roce[].priority"),
      field<&T::share_min_percent>("least share that the policy wants for it, 0 is none",
                                   "policy roce[].share_min_percent"),
      field<&T::tc>("its traffic class", "DCB_ATTR_IEEE_ETS prio_tc"),
      field<&T::tsa>("how that is scheduled", "DCB_ATTR_IEEE_ETS tc_tsa"),
      field<&T::bandwidth_percent>("its share among the ets classes", "DCB_ATTR_IEEE_ETS tc_tx_bw"),
      field<&T::served_before>(
          "priorities whose traffic class is emptied before any ets class, CNPs left out",
          "derived from dcb.ets"),
  };
};

/// The traffic class of a priority.
[[nodiscard]] Fact<std::int64_t> traffic_class_of(const Fact<Ets>& ets, std::int64_t priority);

/// `cnp_priority` is that of congestion notification packets, where the policy names one: they are
/// few and may be served first. A class without a priority has no queue.
[[nodiscard]] PathQueue derive_path_queue(const Netdev& netdev, const Fact<std::string>& driver,
                                          const PathClass& traffic,
                                          std::optional<std::int64_t> cnp_priority);

}  // namespace rocelint
