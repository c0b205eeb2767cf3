// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the ports of one role and one board model have in common: the value of each attribute that
// most of them have. A port that differs is the odd one of its siblings. Pure functions of the
// facts.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/addressing/gid_pick.h"
#include "derive/ports.h"

namespace rocelint {

/// The root `siblings` of rules of scope port. Each value is the one that most physical netdevs
/// (active_mtu_bytes, gid_index: ports) of the same role, driver and board have, the port's own
/// included. Those of the link and the MTU are taken from active ports only.
struct SiblingFacts {
  Fact<std::vector<std::string>> compared;
  Fact<std::int64_t> speed_mbps;
  Fact<FecMode> fec_active;
  Fact<std::int64_t> mtu_bytes;
  Fact<std::int64_t> active_mtu_bytes;
  Fact<std::int64_t> gid_index;
  Fact<std::vector<std::int64_t>> pfc_enabled;
  Fact<std::vector<std::string>> dscp_map;
  Fact<std::vector<std::int64_t>> prio_tc;
  Fact<std::vector<Tsa>> tc_tsa;
  Fact<std::vector<std::int64_t>> tc_bandwidth_percent;
  Fact<std::vector<std::int64_t>> tc_max_rate_kbps;
  Fact<std::vector<std::int64_t>> prio_buffer;
  Fact<std::vector<std::int64_t>> buffer_size_bytes;
  Fact<bool> pause_rx;
  Fact<bool> pause_tx;
  Fact<std::vector<std::string>> cc_parameter_names;
  Fact<std::map<std::string, std::int64_t, std::less<>>> cc_parameters;

  bool operator==(const SiblingFacts&) const = default;
};
template <>
struct Fields<SiblingFacts> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::compared>(
          "attributes that this port has siblings to compare with in; one that no sibling has is "
          "left out",
          "derived"),
      field<&T::speed_mbps>("negotiated speed of most", "ETHTOOL_A_LINKMODES_SPEED"),
      field<&T::fec_active>("FEC in use by most", "ETHTOOL_A_FEC_ACTIVE"),
      field<&T::mtu_bytes>("MTU of most physical netdevs", "IFLA_MTU"),
      field<&T::active_mtu_bytes>("RDMA payload of most ports", "ibv_query_port active_mtu"),
      field<&T::gid_index>("GID index that NCCL picks on most ports", "derived from port.gids"),
      field<&T::pfc_enabled>("priorities with PFC on of most", "DCB_ATTR_IEEE_PFC pfc_en"),
      field<&T::dscp_map>("DSCP entries of most, sorted: \"26:3\" is DSCP 26 on priority 3",
                          "DCB_ATTR_IEEE_APP_TABLE"),
      field<&T::prio_tc>("traffic class of each priority of most", "DCB_ATTR_IEEE_ETS prio_tc"),
      field<&T::tc_tsa>("transmission selection of most", "DCB_ATTR_IEEE_ETS tc_tsa"),
      field<&T::tc_bandwidth_percent>("transmit shares of most", "DCB_ATTR_IEEE_ETS tc_tx_bw"),
      field<&T::tc_max_rate_kbps>("rate limits of most", "DCB_ATTR_IEEE_MAXRATE"),
      field<&T::prio_buffer>("buffer of each priority of most", "DCB_ATTR_DCB_BUFFER prio2buffer"),
      field<&T::buffer_size_bytes>("buffer sizes of most", "DCB_ATTR_DCB_BUFFER buffer_size"),
      field<&T::pause_rx>("most stop sending when told to", "ETHTOOL_A_PAUSE_RX"),
      field<&T::pause_tx>("most tell the peer to stop", "ETHTOOL_A_PAUSE_TX"),
      field<&T::cc_parameter_names>("names of the parameters of congestion control that most have",
                                    "derived"),
      field<&T::cc_parameters>("parameters of congestion control of most",
                               "derived from netdev.cc.parameters"),
  };
};

/// A judged port as its siblings see it.
struct RolePort {
  const PortView* view = nullptr;
  const GidPick* gid_pick = nullptr;
  std::size_t role = 0;
  /// Set when it may not be a port of the role at all: it then counts as one of unknown values.
  std::optional<Unknown> doubt;
};

/// For each port, in the same order. The order decides a tie: the value of the first port wins.
[[nodiscard]] std::vector<SiblingFacts> derive_siblings(const std::vector<RolePort>& ports);

}  // namespace rocelint
