// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counters. Drivers name the same event differently, some name it twice, most lack some: the raw
// names are kept, and over them stand these structs, one name for each meaning. What a driver does
// not count is unknown(unsupported), what it should count and does not show is
// unknown(not_found); neither is ever 0. Totals since the driver was loaded say nothing by
// themselves: rules look at how they grow.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// Counters by the names that the kernel or the driver gives them.
using CounterMap = std::map<std::string, std::int64_t, std::less<>>;

/// The RDMA transport of one port.
struct TransportCounters {
  Fact<std::int64_t> rx_packets;
  Fact<std::int64_t> tx_packets;
  Fact<std::int64_t> out_of_sequence;
  Fact<std::int64_t> duplicate_request;
  Fact<std::int64_t> sequence_nak;
  Fact<std::int64_t> implied_nak;
  Fact<std::int64_t> ack_timeout;
  Fact<std::int64_t> retry_exceeded;
  Fact<std::int64_t> rnr_nak;
  Fact<std::int64_t> rnr_retry_exceeded;
  Fact<std::int64_t> out_of_buffer;
  Fact<std::int64_t> discards;
  Fact<std::int64_t> icrc_error;
  Fact<std::int64_t> requester_cqe_error;
  Fact<std::int64_t> responder_cqe_error;
  Fact<std::int64_t> adaptive_retransmission;
  Fact<std::int64_t> slow_restart;
  Fact<std::int64_t> ecn_marked;
  Fact<std::int64_t> cnp_sent;
  Fact<std::int64_t> cnp_handled;
  Fact<std::int64_t> cnp_ignored;

  bool operator==(const TransportCounters&) const = default;
};
inline constexpr auto kTransportSource = "hw_counters of the port, by driver: docs/counters.md";
template <>
struct Fields<TransportCounters> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::rx_packets>("RoCE packets received", kTransportSource, FieldRole::counter),
      field<&T::tx_packets>("RoCE packets sent", kTransportSource, FieldRole::counter),
      field<&T::out_of_sequence>(
          "packets that came with a gap before them: loss or reordering on the way here",
          kTransportSource, FieldRole::counter),
      field<&T::duplicate_request>("requests that came again", kTransportSource,
                                   FieldRole::counter),
      field<&T::sequence_nak>(
          "NAKs for a sequence error that came back: loss on the way to the peer", kTransportSource,
          FieldRole::counter),
      field<&T::implied_nak>("answers that show that an earlier one was lost on the way here",
                             kTransportSource, FieldRole::counter),
      field<&T::ack_timeout>("acknowledgements that did not come in time", kTransportSource,
                             FieldRole::counter),
      field<&T::retry_exceeded>("requests given up after the last retry", kTransportSource,
                                FieldRole::counter),
      field<&T::rnr_nak>("receiver-not-ready NAKs that came back", kTransportSource,
                         FieldRole::counter),
      field<&T::rnr_retry_exceeded>("requests given up because the receiver stayed not ready",
                                    kTransportSource, FieldRole::counter),
      field<&T::out_of_buffer>("packets that found no receive work request", kTransportSource,
                               FieldRole::counter),
      field<&T::discards>("RoCE packets that the device threw away", kTransportSource,
                          FieldRole::counter),
      field<&T::icrc_error>("packets with a wrong invariant CRC", kTransportSource,
                            FieldRole::counter),
      field<&T::requester_cqe_error>("requests that ended in an error", kTransportSource,
                                     FieldRole::counter),
      field<&T::responder_cqe_error>("receives that ended in an error", kTransportSource,
                                     FieldRole::counter),
      field<&T::adaptive_retransmission>("adaptive retransmissions", kTransportSource,
                                         FieldRole::counter),
      field<&T::slow_restart>("slow restarts of a queue pair", kTransportSource,
                              FieldRole::counter),
      field<&T::ecn_marked>("packets that came with a congestion mark", kTransportSource,
                            FieldRole::counter),
      field<&T::cnp_sent>("congestion notifications sent", kTransportSource, FieldRole::counter),
      field<&T::cnp_handled>("congestion notifications acted on", kTransportSource,
                             FieldRole::counter),
      field<&T::cnp_ignored>("congestion notifications that nobody acted on", kTransportSource,
                             FieldRole::counter),
  };
};

/// One priority of a physical port.
struct PriorityCounters {
  Fact<std::int64_t> rx_packets;
  Fact<std::int64_t> tx_packets;
  Fact<std::int64_t> rx_bytes;
  Fact<std::int64_t> tx_bytes;
  Fact<std::int64_t> pause_rx;
  Fact<std::int64_t> pause_tx;
  Fact<std::int64_t> pause_rx_us;
  Fact<std::int64_t> pause_tx_us;
  Fact<std::int64_t> rx_discards;

  bool operator==(const PriorityCounters&) const = default;
};
inline constexpr auto kStatisticsSource = "ETH_SS_STATS, by driver: docs/counters.md";
template <>
struct Fields<PriorityCounters> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::rx_packets>("packets received", kStatisticsSource, FieldRole::counter),
      field<&T::tx_packets>("packets sent", kStatisticsSource, FieldRole::counter),
      field<&T::rx_bytes>("bytes received", kStatisticsSource, FieldRole::counter),
      field<&T::tx_bytes>("bytes sent", kStatisticsSource, FieldRole::counter),
      field<&T::pause_rx>("PFC frames received", kStatisticsSource, FieldRole::counter),
      field<&T::pause_tx>("PFC frames sent", kStatisticsSource, FieldRole::counter),
      field<&T::pause_rx_us>("time for which the peer stopped this end", kStatisticsSource,
                             FieldRole::counter),
      field<&T::pause_tx_us>("time for which this end stopped the peer", kStatisticsSource,
                             FieldRole::counter),
      field<&T::rx_discards>("packets dropped for want of receive buffer", kStatisticsSource,
                             FieldRole::counter),
  };
};
/// By priority, "0" to "7".
using PriorityCounterMap = std::map<std::string, PriorityCounters, std::less<>>;

/// A physical port as a whole.
struct PhyCounters {
  Fact<std::int64_t> rx_packets;
  Fact<std::int64_t> tx_packets;
  Fact<std::int64_t> rx_bytes;
  Fact<std::int64_t> tx_bytes;
  Fact<std::int64_t> rx_discards;
  Fact<std::int64_t> tx_discards;
  Fact<std::int64_t> crc_errors;
  Fact<std::int64_t> symbol_errors;
  Fact<std::int64_t> oversize_packets;
  Fact<std::int64_t> pause_rx;
  Fact<std::int64_t> pause_tx;
  Fact<std::int64_t> pause_storm_warnings;
  Fact<std::int64_t> pause_storm_errors;
  Fact<std::int64_t> pci_buffer_overflows;
  Fact<std::int64_t> link_downs;

  bool operator==(const PhyCounters&) const = default;
};
template <>
struct Fields<PhyCounters> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::rx_packets>("packets received on the wire", kStatisticsSource, FieldRole::counter),
      field<&T::tx_packets>("packets sent on the wire", kStatisticsSource, FieldRole::counter),
      field<&T::rx_bytes>("bytes received on the wire", kStatisticsSource, FieldRole::counter),
      field<&T::tx_bytes>("bytes sent on the wire", kStatisticsSource, FieldRole::counter),
      field<&T::rx_discards>("packets dropped for want of receive buffer", kStatisticsSource,
                             FieldRole::counter),
      field<&T::tx_discards>("packets dropped before they were sent", kStatisticsSource,
                             FieldRole::counter),
      field<&T::crc_errors>("packets with a wrong frame check sequence", kStatisticsSource,
                            FieldRole::counter),
      field<&T::symbol_errors>("symbols that FEC did not fix", kStatisticsSource,
                               FieldRole::counter),
      field<&T::oversize_packets>("packets longer than this end takes", kStatisticsSource,
                                  FieldRole::counter),
      field<&T::pause_rx>("global pause frames received", kStatisticsSource, FieldRole::counter),
      field<&T::pause_tx>("global pause frames sent", kStatisticsSource, FieldRole::counter),
      field<&T::pause_storm_warnings>("times that this end paused the peer for long",
                                      kStatisticsSource, FieldRole::counter),
      field<&T::pause_storm_errors>("times that it did for so long that the device gave pausing up",
                                    kStatisticsSource, FieldRole::counter),
      field<&T::pci_buffer_overflows>("packets dropped because PCI Express was too slow",
                                      kStatisticsSource, FieldRole::counter),
      field<&T::link_downs>("link losses that the device counted", kStatisticsSource,
                            FieldRole::counter),
  };
};

}  // namespace rocelint
