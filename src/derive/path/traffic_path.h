// SPDX-License-Identifier: Apache-2.0
#pragma once

// The path: on which priorities the RoCE traffic of a port leaves and arrives, and whether PFC is
// on there. A pure function of the facts and of what the policy says of the job's traffic.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/path/classification.h"
#include "derive/path/path_netdev.h"
#include "derive/path/path_queue.h"
#include "derive/ports.h"

namespace rocelint {

/// One class of traffic on one physical netdev.
struct ClassPath {
  std::string name;
  std::string netdev;
  Fact<std::int64_t> dscp;
  Fact<PathTrust> trust;
  Fact<std::int64_t> tx_priority;
  Fact<std::int64_t> rx_priority;
  Fact<std::vector<std::int64_t>> pfc_enabled;
  Fact<std::vector<AppEntry>> app;

  bool operator==(const ClassPath&) const = default;
};
template <>
struct Fields<ClassPath> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("netdev and class: \"ens5 dscp 26\"", "derived", FieldRole::key),
      field<&T::netdev>("physical netdev", "derived"),
      field<&T::dscp>("DSCP of the job's packets", "policy roce[].dscp"),
      field<&T::trust>("what the port classifies by", "derived from dcb.app and the driver"),
      field<&T::tx_priority>("priority on which they leave", "derived from dcb.app"),
      field<&T::rx_priority>("priority on which they arrive", "derived from dcb.app"),
      field<&T::pfc_enabled>("priorities with PFC on", "DCB_ATTR_IEEE_PFC pfc_en"),
      field<&T::app>("rows of the APP table that decide", "DCB_ATTR_IEEE_APP_TABLE"),
  };
};

/// The root `path` of rules of scope port.
struct TrafficPath {
  Fact<std::vector<std::int64_t>> forced_dscps;
  Fact<std::vector<ClassPath>> classes;
  Fact<std::vector<PathQueue>> queues;
  Fact<std::vector<PathNetdev>> netdevs;

  bool operator==(const TrafficPath&) const = default;
};
template <>
struct Fields<TrafficPath> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::forced_dscps>(
          "DSCPs that the driver gives to all packets, whatever the job asks for",
          "derived from port.traffic_classes"),
      field<&T::classes>("each class on each physical netdev; none when the class is not known",
                         "derived"),
      field<&T::queues>("how the priority of each class is sent on each physical netdev",
                        "derived"),
      field<&T::netdevs>("each physical netdev", "derived"),
  };
};

/// A DSCP that the driver forces takes the place of those of the classes. `cnp_priority` is that of
/// congestion notification packets, where the policy names one.
[[nodiscard]] TrafficPath derive_traffic_path(const PortView& port,
                                              const std::vector<PathClass>& classes,
                                              std::optional<std::int64_t> cnp_priority = {});

}  // namespace rocelint
