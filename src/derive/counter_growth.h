// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the counters of a port grew between two snapshots of one boot. Totals since a driver was
// loaded tell of an old fault as loudly as of one that is there now; only growth is judged. Pure
// functions of the facts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/pcie/pcie_errors.h"
#include "derive/ports.h"

namespace rocelint {

/// A physical netdev over the window.
struct NetdevGrowth {
  std::string name;
  Fact<std::int64_t> window_us;
  Fact<std::int64_t> line_bits;
  PhyCounters phy;
  Fact<PriorityCounterMap> prio;
  Fact<std::vector<std::int64_t>> paused_priorities;
  FecStatistics fec;
  PauseStatistics pause;
  Fact<std::int64_t> carrier_downs;
  Fact<std::int64_t> link_downs;
  Fact<std::vector<std::string>> resets;

  bool operator==(const NetdevGrowth&) const = default;
};
template <>
struct Fields<NetdevGrowth> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("physical netdev", "derived", FieldRole::key),
      field<&T::window_us>("length of the window", "derived from counters_at_us"),
      field<&T::line_bits>(
          "bits that the line carried in the window, those of an idle link included",
          "derived from counters_at_us and link.speed_mbps"),
      field<&T::phy>("the physical port", "derived from netdev.phy"),
      field<&T::prio>("each priority", "derived from netdev.prio"),
      field<&T::paused_priorities>("priorities for which PFC frames were counted; one without such "
                                   "counters is not among them",
                                   "derived from netdev.prio"),
      field<&T::fec>("what FEC fixed and what not", "derived from netdev.fec.statistics"),
      field<&T::pause>("global pause frames", "derived from netdev.pause.statistics"),
      field<&T::carrier_downs>("carrier losses", "derived from netdev.carrier_down_count"),
      field<&T::link_downs>("link losses that the physical layer counted",
                            "derived from netdev.link_down_count"),
      field<&T::resets>("counters that fell, so that nobody knows what they counted", "derived"),
  };
};

/// The root `growth` of rules of scope port. What was unknown at either end is unknown, and so is a
/// counter that fell.
struct PortGrowth {
  Fact<std::int64_t> window_us;
  Fact<std::int64_t> seconds;
  TransportCounters transport;
  Fact<std::vector<std::string>> resets;
  Fact<std::vector<NetdevGrowth>> lowers;
  Fact<std::vector<PcieErrorGrowth>> pcie;

  bool operator==(const PortGrowth&) const = default;
};
template <>
struct Fields<PortGrowth> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::window_us>("length of the window", "derived from counters_at_us"),
      field<&T::seconds>("the same, rounded, for people", "derived from counters_at_us"),
      field<&T::transport>("the RDMA transport", "derived from port.transport"),
      field<&T::resets>(
          "counters that fell, those of `lowers` included, so that nobody knows what they counted",
          "derived"),
      field<&T::lowers>("the physical netdevs under it", "derived"),
      field<&T::pcie>("the NIC and the bridges above it", "derived"),
  };
};

/// From `since` to the snapshot that `now` is a port of.
[[nodiscard]] PortGrowth derive_growth(const PortView& now, const Host& host,
                                       const Snapshot& since);

}  // namespace rocelint
