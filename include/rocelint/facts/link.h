// SPDX-License-Identifier: Apache-2.0
#pragma once

// The Ethernet link as ethtool reports it: include/uapi/linux/ethtool_netlink.h.

#include <array>
#include <cstdint>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

enum class Duplex : std::uint8_t { half = 0, full = 1 };
template <>
inline constexpr std::array kEnumNames<Duplex> = {EnumName{0, "half"}, EnumName{1, "full"}};

/// Each member may be missing by itself: the kernel says "unknown" while the link is down.
struct LinkModes {
  Fact<std::int64_t> speed_mbps;
  Fact<std::int64_t> lanes;
  Fact<Duplex> duplex;
  Fact<bool> autoneg;
  Fact<std::int64_t> max_speed_mbps;

  bool operator==(const LinkModes&) const = default;
};
template <>
struct Fields<LinkModes> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::speed_mbps>("negotiated speed; the true one, verbs may cap it",
                            "ETHTOOL_A_LINKMODES_SPEED"),
      field<&T::lanes>("lanes in use", "ETHTOOL_A_LINKMODES_LANES"),
      field<&T::duplex>("duplex", "ETHTOOL_A_LINKMODES_DUPLEX"),
      field<&T::autoneg>("autonegotiation is on", "ETHTOOL_A_LINKMODES_AUTONEG"),
      field<&T::max_speed_mbps>("fastest link mode that the device supports",
                                "ETHTOOL_A_LINKMODES_OURS", FieldRole::identity),
  };
};

/// What a driver tells of its pause frames beside the setting.
struct PauseStatistics {
  Fact<std::int64_t> rx_frames;
  Fact<std::int64_t> tx_frames;
  Fact<std::int64_t> tx_storm_events;

  bool operator==(const PauseStatistics&) const = default;
};
template <>
struct Fields<PauseStatistics> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::rx_frames>("global pause frames received", "ETHTOOL_A_PAUSE_STAT_RX_FRAMES",
                           FieldRole::counter),
      field<&T::tx_frames>("global pause frames sent", "ETHTOOL_A_PAUSE_STAT_TX_FRAMES",
                           FieldRole::counter),
      field<&T::tx_storm_events>(
          "times that the device gave pausing up because it had lasted too long",
          "ETHTOOL_A_PAUSE_STAT_TX_PAUSE_STORM_EVENTS", FieldRole::counter),
  };
};

/// Global (IEEE 802.3 annex 31B) pause: it stops every priority at once.
struct Pause {
  bool autoneg = false;
  bool rx = false;
  bool tx = false;
  PauseStatistics statistics{};

  bool operator==(const Pause&) const = default;
};
template <>
struct Fields<Pause> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::autoneg>("pause is negotiated", "ETHTOOL_A_PAUSE_AUTONEG"),
      field<&T::rx>("stops sending when told to", "ETHTOOL_A_PAUSE_RX"),
      field<&T::tx>("tells the peer to stop", "ETHTOOL_A_PAUSE_TX"),
      field<&T::statistics>("frames that were sent and came", "ETHTOOL_A_PAUSE_STATS"),
  };
};

/// Forward error correction. RS(528,514) and RS(544,514) both read `rs`.
enum class FecMode : std::uint8_t { none, baser, rs, llrs };
template <>
inline constexpr std::array kEnumNames<FecMode> = {EnumName{0, "none"}, EnumName{1, "baser"},
                                                   EnumName{2, "rs"}, EnumName{3, "llrs"}};

/// What FEC fixed and what it could not. Lists are by lane, from lane 0.
struct FecStatistics {
  Fact<std::int64_t> corrected_blocks;
  Fact<std::int64_t> uncorrectable_blocks;
  Fact<std::int64_t> corrected_bits;
  Fact<std::vector<std::int64_t>> lane_corrected_blocks;
  Fact<std::vector<std::int64_t>> lane_uncorrectable_blocks;
  Fact<std::vector<std::int64_t>> lane_corrected_bits;

  bool operator==(const FecStatistics&) const = default;
};
template <>
struct Fields<FecStatistics> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::corrected_blocks>("blocks that FEC fixed", "ETHTOOL_A_FEC_STAT_CORRECTED",
                                  FieldRole::counter),
      field<&T::uncorrectable_blocks>("blocks that FEC could not fix: packets are lost with them",
                                      "ETHTOOL_A_FEC_STAT_UNCORR", FieldRole::counter),
      field<&T::corrected_bits>("bits that FEC fixed: usual on PAM4",
                                "ETHTOOL_A_FEC_STAT_CORR_BITS", FieldRole::counter),
      field<&T::lane_corrected_blocks>("the same by lane", "ETHTOOL_A_FEC_STAT_CORRECTED",
                                       FieldRole::counter),
      field<&T::lane_uncorrectable_blocks>("the same by lane", "ETHTOOL_A_FEC_STAT_UNCORR",
                                           FieldRole::counter),
      field<&T::lane_corrected_bits>("the same by lane", "ETHTOOL_A_FEC_STAT_CORR_BITS",
                                     FieldRole::counter),
  };
};

struct Fec {
  std::vector<FecMode> configured;
  bool automatic = false;
  Fact<FecMode> active;
  FecStatistics statistics{};

  bool operator==(const Fec&) const = default;
};
template <>
struct Fields<Fec> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::configured>("encodings asked for; means nothing while autonegotiation is on",
                            "ETHTOOL_A_FEC_MODES"),
      field<&T::automatic>("the driver picks the encoding", "ETHTOOL_A_FEC_AUTO"),
      field<&T::active>("encoding in use; absent while the link is down, which is not \"none\"",
                        "ETHTOOL_A_FEC_ACTIVE"),
      field<&T::statistics>("what it fixed and what not", "ETHTOOL_A_FEC_STATS"),
  };
};

}  // namespace rocelint
