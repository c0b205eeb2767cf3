// SPDX-License-Identifier: Apache-2.0
#pragma once

// Congestion control of RoCE v2 as the driver shows it: IBTA annex A17, DCQCN. The notification
// point answers marked packets with congestion notification packets (CNPs), the reaction point
// slows down when they come.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// Where a sent CNP takes its priority from: mlx5 np_cnp_prio_mode.
enum class CnpPriorityMode : std::uint8_t { fixed = 0, from_packet = 1 };
template <>
inline constexpr std::array kEnumNames<CnpPriorityMode> = {EnumName{0, "fixed"},
                                                           EnumName{1, "from_packet"}};

/// The CNPs that this end sends. Those that it receives go by the APP table.
struct SentCnp {
  Fact<std::int64_t> dscp;
  Fact<std::int64_t> priority;
  Fact<CnpPriorityMode> priority_mode;

  bool operator==(const SentCnp&) const = default;
};
template <>
struct Fields<SentCnp> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::dscp>("DSCP of sent CNPs",
                      "/sys/class/net/N/ecn/roce_np/cnp_dscp (OFED); debugfs cc_params "
                      "np_cnp_dscp (mlx5), cc_config alt_vlan_dscp (bnxt_re); configfs "
                      "cnp_dscp (bnxt_re of Broadcom)"),
      field<&T::priority>("priority of sent CNPs",
                          "/sys/class/net/N/ecn/roce_np/cnp_802p_prio (OFED); debugfs "
                          "cc_params np_cnp_prio (mlx5), cc_config alt_vlan_pcp (bnxt_re); "
                          "configfs cnp_prio (bnxt_re of Broadcom)"),
      field<&T::priority_mode>("a fixed priority, or that of the marked packet",
                               "debugfs cc_params np_cnp_prio_mode (mlx5)", FieldRole::state,
                               Privilege::root),
  };
};

struct CongestionControl {
  Fact<bool> enabled;
  Fact<std::vector<std::int64_t>> reaction_point;
  Fact<std::vector<std::int64_t>> notification_point;
  Fact<bool> sends_ecn_capable;
  SentCnp cnp;
  Fact<std::map<std::string, std::int64_t, std::less<>>> parameters;

  bool operator==(const CongestionControl&) const = default;
};
template <>
struct Fields<CongestionControl> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::enabled>(
          "on for the device as a whole, where the driver has one switch for it",
          "debugfs cc_config enable_cc (bnxt_re); configfs ecn_enable (bnxt_re of Broadcom), "
          "roce_dcqcn_enable (irdma of Intel)",
          FieldRole::state, Privilege::root),
      field<&T::reaction_point>("priorities that slow down on CNPs",
                                "/sys/class/net/N/ecn/roce_rp/enable (OFED)"),
      field<&T::notification_point>("priorities that send CNPs",
                                    "/sys/class/net/N/ecn/roce_np/enable (OFED)"),
      field<&T::sends_ecn_capable>(
          "sent packets are marked as ECN-capable whatever the job asks for",
          "debugfs cc_config tos_ecn (bnxt_re); configfs ecn_marking (bnxt_re of Broadcom)",
          FieldRole::state, Privilege::root),
      field<&T::cnp>("the CNPs that this end sends", ""),
      field<&T::parameters>(
          "all numbers of the algorithm, by the driver's own names",
          "/sys/class/net/N/ecn (OFED); debugfs cc_params (mlx5), cc_config (bnxt_re); configfs "
          "(bnxt_re of Broadcom, irdma of Intel)"),
  };
};

}  // namespace rocelint
