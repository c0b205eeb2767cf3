// SPDX-License-Identifier: Apache-2.0

// mlx5: the kernel's driver, and the OFED drivers of NVIDIA.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "rocelint/facts.h"

#include "drivers/congestion_control.h"
#include "drivers/congestion_numbers.h"
#include "facts/unknown.h"
#include "os/netlink/attributes.h"
#include "os/probe_env.h"
#include "os/sysfs/files.h"

namespace rocelint::congestion {

namespace {

// drivers/infiniband/hw/mlx5/cong.c; the last two since 6.12, and not with every firmware.
constexpr std::array<std::string_view, 22> kDebugfsParameters{
    "rp_clamp_tgt_rate",
    "rp_clamp_tgt_rate_ati",
    "rp_time_reset",
    "rp_byte_reset",
    "rp_threshold",
    "rp_ai_rate",
    "rp_max_rate",
    "rp_hai_rate",
    "rp_min_dec_fac",
    "rp_min_rate",
    "rp_rate_to_set_on_first_cnp",
    "rp_dce_tcp_g",
    "rp_dce_tcp_rtt",
    "rp_rate_reduce_monitor_period",
    "rp_initial_alpha_value",
    "rp_gd",
    "np_min_time_between_cnps",
    "np_cnp_dscp",
    "np_cnp_prio_mode",
    "np_cnp_prio",
    "rtt_resp_dscp_valid",
    "rtt_resp_dscp",
};

std::string debugfs_of(const Netdev& netdev) {
  return fmt::format("{}/mlx5/{}/cc_params", kDebugfs, pci_address_of(netdev));
}

std::string ofed_directory(const std::string& netdev) {
  return "/sys/class/net/" + netdev + "/ecn";
}

Fact<CnpPriorityMode> priority_mode(const Fact<std::int64_t>& number) {
  if (const auto* why = number.unknown()) {
    return *why;
  }
  switch (*number.known()) {
    case 0:
      return CnpPriorityMode::fixed;
    case 1:
      return CnpPriorityMode::from_packet;
    default:
      return malformed("np_cnp_prio_mode is " + std::to_string(*number.known()));
  }
}

/// The number set for the priority says nothing while CNPs take it from the marked packet.
void settle_priority(SentCnp& cnp) {
  if (cnp.priority_mode.is(CnpPriorityMode::from_packet) && cnp.priority.known() != nullptr) {
    cnp.priority = not_authoritative(
        "np_cnp_prio_mode is 1: a CNP has the priority of the packet "
        "that was marked, and not the one that is set");
  }
}

Fact<std::vector<std::int64_t>> read_switches(const Numbers& numbers,
                                              const std::string& directory) {
  std::vector<std::int64_t> on;
  for (std::int64_t priority = 0; priority < 8; ++priority) {
    const auto number = numbers.read(directory + '/' + std::to_string(priority));
    if (const auto* why = number.unknown()) {
      return *why;
    }
    if (*number.known() != 0) {
      on.push_back(priority);
    }
  }
  return on;
}

/// All numbers of a directory of sysfs; the switches have a directory of their own in it.
Parameters read_directory(const Files& files, const Numbers& numbers,
                          const std::string& directory) {
  auto names = files.list(directory);
  if (!names) {
    return names.error();
  }
  std::erase(*names, "enable");
  return numbers.read_all(directory, *names);
}

Parameters both(Parameters some, const Parameters& others) {
  if (some.known() != nullptr && others.known() != nullptr) {
    some.known()->insert(others.known()->begin(), others.known()->end());
    return some;
  }
  return some.known() == nullptr ? some : others;
}

}  // namespace

bool may_have_ofed(const Files& files, const std::string& netdev) {
  return !files.is_absent(ofed_directory(netdev));
}

/// World-readable, and with a switch for each priority. These drivers have the debugfs of the
/// kernel's one too, over the same firmware; of that only the priority mode is taken, which sysfs
/// lacks.
CongestionControl read_ofed(ProbeEnv& env, const Netdev& netdev) {
  const Numbers numbers(env, netdev.name);
  const auto np = ofed_directory(netdev.name) + "/roce_np";
  const auto rp = ofed_directory(netdev.name) + "/roce_rp";
  auto cc = all_unknown(unsupported("mlx5 has no such switch"));
  cc.reaction_point = read_switches(numbers, rp + "/enable");
  cc.notification_point = read_switches(numbers, np + "/enable");
  cc.parameters =
      both(read_directory(env.files(), numbers, np), read_directory(env.files(), numbers, rp));
  cc.cnp.dscp = parameter(cc.parameters, "cnp_dscp");
  cc.cnp.priority = parameter(cc.parameters, "cnp_802p_prio");
  constexpr std::array<std::string_view, 1> kMode{"np_cnp_prio_mode"};
  cc.cnp.priority_mode =
      priority_mode(parameter(numbers.read_debugfs(debugfs_of(netdev), kMode), kMode[0]));
  settle_priority(cc.cnp);
  return cc;
}

CongestionControl read_mlx5(ProbeEnv& env, const Netdev& netdev) {
  const Numbers numbers(env, netdev.name);
  auto cc = all_unknown(unsupported("mlx5 has no such switch"));
  const auto per_priority = unsupported(
      "only the OFED drivers show a switch for each priority, in " + ofed_directory(netdev.name));
  cc.reaction_point = per_priority;
  cc.notification_point = per_priority;
  cc.parameters = numbers.read_debugfs(debugfs_of(netdev), kDebugfsParameters);
  cc.cnp.dscp = parameter(cc.parameters, "np_cnp_dscp");
  cc.cnp.priority = parameter(cc.parameters, "np_cnp_prio");
  cc.cnp.priority_mode = priority_mode(parameter(cc.parameters, "np_cnp_prio_mode"));
  settle_priority(cc.cnp);
  return cc;
}

}  // namespace rocelint::congestion
