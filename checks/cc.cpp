// SPDX-License-Identifier: Apache-2.0

// Congestion control of the physical netdevs under RDMA ports. Each driver shows it in a place of
// its own; what none of them shows is unsupported.

#include <array>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/netdev_named.h"
#include "facts/only_deep.h"
#include "os/attributes.h"
#include "os/files.h"
#include "os/netdev_stack.h"
#include "os/part.h"
#include "os/probe_env.h"
#include "os/sysfs_device.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};
constexpr std::array<std::string_view, 8> kProvides{
    "host.netdevs.cc.enabled",
    "host.netdevs.cc.reaction_point",
    "host.netdevs.cc.notification_point",
    "host.netdevs.cc.sends_ecn_capable",
    "host.netdevs.cc.cnp.dscp",
    "host.netdevs.cc.cnp.priority",
    "host.netdevs.cc.cnp.priority_mode",
    "host.netdevs.cc.parameters",
};

// drivers/infiniband/hw/mlx5/cong.c; the last two since 6.12, and not with every firmware.
constexpr std::array<std::string_view, 22> kMlx5Parameters{
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
// drivers/infiniband/hw/bnxt_re/debugfs.c, without tx_queue: reading that is always EINVAL.
constexpr std::array<std::string_view, 13> kBnxtParameters{
    "enable_cc", "run_avg_weight_g", "num_phase_per_state", "init_cr",       "init_tr",
    "tos_ecn",   "tos_dscp",         "alt_vlan_pcp",        "alt_vlan_dscp", "rtt",
    "cc_mode",   "tcp_cp",           "inactivity_cp",
};
// The drivers of Broadcom and Intel that are not in the kernel, in a folder that somebody made.
constexpr std::array<std::string_view, 8> kBnxtConfigfsParameters{
    "ecn_enable", "ecn_marking", "cc_mode",  "cnp_prio",
    "roce_prio",  "roce_dscp",   "cnp_dscp", "disable_prio_vlan_tx",
};
constexpr std::array<std::string_view, 3> kIrdmaConfigfsParameters{
    "roce_dcqcn_enable", "roce_dctcp_enable", "roce_timely_enable"};

constexpr std::string_view kDebugfs = "/sys/kernel/debug";

using Parameters = Fact<std::map<std::string, std::int64_t, std::less<>>>;

Unknown unsupported(std::string detail) {
  return {.reason = Reason::unsupported, .detail = std::move(detail), .sys_errno = 0};
}

CongestionControl unknown_cc(const Unknown& why) {
  return {.enabled = why,
          .reaction_point = why,
          .notification_point = why,
          .sends_ecn_capable = why,
          .cnp = {.dscp = why, .priority = why, .priority_mode = why},
          .parameters = why};
}

/// Reads the numbers of one netdev. Most of the files are a firmware command each, so each is
/// announced by itself.
class Numbers {
 public:
  Numbers(ProbeEnv& env, const std::string& netdev) : env_(env), netdev_(netdev) {}

  [[nodiscard]] Fact<std::int64_t> read(const std::string& path) const {
    if (const auto refused = env_.begin(netdev_, path.substr(path.rfind('/') + 1))) {
      return *refused;
    }
    auto number = read_sysfs_number(env_.files(), path);
    env_.end();
    return number;
  }

  /// Those files that there are. One that can't be read makes all unknown: with a hole the map
  /// would read as unlike that of a sibling.
  template <class Names>
  [[nodiscard]] Parameters read_all(const std::string& folder, const Names& names) const {
    Parameters parameters;
    auto& map = parameters.emplace();
    for (const auto& name : names) {
      const auto number = read(folder + '/' + std::string(name));
      if (number.known() != nullptr) {
        map.emplace(name, *number.known());
      } else if (number.unknown()->sys_errno != ENOENT) {
        return *number.unknown();
      }
    }
    return parameters;
  }

 private:
  ProbeEnv& env_;
  const std::string& netdev_;
};

Fact<std::int64_t> parameter(const Parameters& parameters, std::string_view name) {
  if (const auto* why = parameters.unknown()) {
    return *why;
  }
  const auto found = parameters.known()->find(name);
  return found == parameters.known()->end()
             ? Fact<std::int64_t>(unsupported("the driver shows no " + std::string(name)))
             : Fact<std::int64_t>(found->second);
}

Fact<bool> is_on(const Fact<std::int64_t>& number) {
  return number.known() == nullptr ? Fact<bool>(*number.unknown())
                                   : Fact<bool>(*number.known() != 0);
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
    cnp.priority = Unknown{.reason = Reason::not_authoritative,
                           .detail =
                               "np_cnp_prio_mode is 1: a CNP has the priority of the packet "
                               "that was marked, and not the one that is set",
                           .sys_errno = 0};
  }
}

/// Whether debugfs can be looked into at all, and if so, that it lacks the folder.
Unknown no_debugfs_folder(const Files& files, const std::string& folder) {
  const auto entries = files.list(kDebugfs);
  if (!entries) {
    return entries.error();
  }
  if (entries->empty()) {
    return {.reason = Reason::io_error,
            .detail = "debugfs is not mounted: " + std::string(kDebugfs) + " is empty",
            .sys_errno = ENOENT};
  }
  return unsupported("the driver, or its firmware, shows none: no " + folder);
}

/// Numbers that debugfs has: for root, and each a firmware command.
template <class Names>
Parameters read_debugfs(ProbeEnv& env, const Numbers& numbers, const std::string& folder,
                        const Names& names) {
  if (!env.is_deep()) {
    return only_deep();
  }
  if (env.files().is_absent(folder)) {
    return no_debugfs_folder(env.files(), folder);
  }
  return numbers.read_all(folder, names);
}

std::string pci_address_of(const Netdev& netdev) {
  return netdev.pci_address.known() == nullptr ? std::string() : *netdev.pci_address.known();
}

std::string mlx5_debugfs(const Netdev& netdev) {
  return std::string(kDebugfs) + "/mlx5/" + pci_address_of(netdev) + "/cc_params";
}

Fact<std::vector<std::int64_t>> read_switches(const Numbers& numbers, const std::string& folder) {
  std::vector<std::int64_t> on;
  for (std::int64_t priority = 0; priority < 8; ++priority) {
    const auto number = numbers.read(folder + '/' + std::to_string(priority));
    if (const auto* why = number.unknown()) {
      return *why;
    }
    if (*number.known() != 0) {
      on.push_back(priority);
    }
  }
  return on;
}

/// All numbers of a folder of sysfs; the switches have a folder of their own in it.
Parameters read_folder(ProbeEnv& env, const Numbers& numbers, const std::string& folder) {
  auto names = env.files().list(folder);
  if (!names) {
    return names.error();
  }
  std::erase(*names, "enable");
  return numbers.read_all(folder, *names);
}

Parameters both(Parameters some, const Parameters& others) {
  if (some.known() != nullptr && others.known() != nullptr) {
    some.known()->insert(others.known()->begin(), others.known()->end());
    return some;
  }
  return some.known() == nullptr ? some : others;
}

/// The OFED drivers of NVIDIA: world-readable, and with a switch for each priority. They have the
/// debugfs of the kernel's driver too, over the same firmware; of that only the priority mode is
/// taken, which sysfs lacks.
CongestionControl read_ofed(ProbeEnv& env, const Numbers& numbers, const Netdev& netdev,
                            const std::string& folder) {
  const auto np = folder + "/roce_np";
  const auto rp = folder + "/roce_rp";
  auto cc = unknown_cc(unsupported("mlx5 has no such switch"));
  cc.reaction_point = read_switches(numbers, rp + "/enable");
  cc.notification_point = read_switches(numbers, np + "/enable");
  cc.parameters = both(read_folder(env, numbers, np), read_folder(env, numbers, rp));
  cc.cnp.dscp = parameter(cc.parameters, "cnp_dscp");
  cc.cnp.priority = parameter(cc.parameters, "cnp_802p_prio");
  constexpr std::array<std::string_view, 1> kMode{"np_cnp_prio_mode"};
  cc.cnp.priority_mode =
      priority_mode(parameter(read_debugfs(env, numbers, mlx5_debugfs(netdev), kMode), kMode[0]));
  return cc;
}

CongestionControl read_mlx5(ProbeEnv& env, const Numbers& numbers, const Netdev& netdev) {
  auto cc = unknown_cc(unsupported("mlx5 has no such switch"));
  const auto per_priority =
      unsupported("only the OFED drivers show a switch for each priority, in /sys/class/net/" +
                  netdev.name + "/ecn");
  cc.reaction_point = per_priority;
  cc.notification_point = per_priority;
  cc.parameters = read_debugfs(env, numbers, mlx5_debugfs(netdev), kMlx5Parameters);
  cc.cnp.dscp = parameter(cc.parameters, "np_cnp_dscp");
  cc.cnp.priority = parameter(cc.parameters, "np_cnp_prio");
  cc.cnp.priority_mode = priority_mode(parameter(cc.parameters, "np_cnp_prio_mode"));
  return cc;
}

CongestionControl without_priorities() {
  return unknown_cc(unsupported("the driver has no switch for each priority"));
}

/// debugfs asks the firmware, configfs tells what somebody wrote there; so the first wins. The
/// alternate class of bnxt_re is that of CNPs.
CongestionControl read_bnxt(ProbeEnv& env, const Numbers& numbers, const Netdev& netdev,
                            const std::string& rdma_device) {
  auto cc = without_priorities();
  cc.cnp.priority_mode = CnpPriorityMode::fixed;
  const auto debugfs = std::string(kDebugfs) + "/bnxt_re/" + pci_address_of(netdev) + "/cc_config";
  const auto configfs = "/sys/kernel/config/bnxt_re/" + rdma_device + "/ports/1/cc";
  const bool asks_firmware = env.is_deep() && env.files().exists(debugfs);
  if (!asks_firmware && !env.files().is_absent(configfs)) {
    cc.parameters = numbers.read_all(configfs, kBnxtConfigfsParameters);
    cc.enabled = is_on(parameter(cc.parameters, "ecn_enable"));
    cc.sends_ecn_capable = is_on(parameter(cc.parameters, "ecn_marking"));
    cc.cnp.dscp = parameter(cc.parameters, "cnp_dscp");
    cc.cnp.priority = parameter(cc.parameters, "cnp_prio");
    return cc;
  }
  cc.parameters = read_debugfs(env, numbers, debugfs, kBnxtParameters);
  cc.enabled = is_on(parameter(cc.parameters, "enable_cc"));
  cc.sends_ecn_capable = is_on(parameter(cc.parameters, "tos_ecn"));
  cc.cnp.dscp = parameter(cc.parameters, "alt_vlan_dscp");
  cc.cnp.priority = parameter(cc.parameters, "alt_vlan_pcp");
  return cc;
}

/// Only Intel's own driver shows it; the kernel's irdma leaves DCQCN off.
CongestionControl read_irdma(ProbeEnv& env, const Numbers& numbers,
                             const std::string& rdma_device) {
  auto cc = without_priorities();
  const std::string configfs = "/sys/kernel/config/irdma/" + rdma_device;
  if (env.files().is_absent(configfs)) {
    const auto why = unsupported("no " + configfs + ": only Intel's own irdma has it, once made");
    return unknown_cc(why);
  }
  cc.parameters = numbers.read_all(configfs, kIrdmaConfigfsParameters);
  cc.enabled = is_on(parameter(cc.parameters, "roce_dcqcn_enable"));
  return cc;
}

CongestionControl read_cc(ProbeEnv& env, const Netdev& netdev, const std::string& rdma_device) {
  const Numbers numbers(env, netdev.name);
  const auto ofed = "/sys/class/net/" + netdev.name + "/ecn";
  if (!env.files().is_absent(ofed)) {
    return read_ofed(env, numbers, netdev, ofed);
  }
  if (const auto* why = netdev.driver.unknown()) {
    return unknown_cc(*why);
  }
  const auto& driver = *netdev.driver.known();
  if (driver == "mlx5_core") {
    return read_mlx5(env, numbers, netdev);
  }
  if (driver == "bnxt_en") {
    return read_bnxt(env, numbers, netdev, rdma_device);
  }
  if (driver == "ice" || driver == "i40e" || driver == "idpf") {
    return read_irdma(env, numbers, rdma_device);
  }
  return unknown_cc(unsupported("driver " + driver + " shows no congestion control"));
}

using Names = std::map<std::string, std::string>;

void add_netdevs(const Host& host, const RdmaDevice& device, const RdmaPort& port, Names& names) {
  const auto wire = port_wire(host, port);
  for (const auto& netdev : wire ? *wire : std::set<std::string>{}) {
    names.emplace(netdev, device.name);
  }
}

/// The RDMA device over each physical netdev; configfs is by its name.
Names devices_by_netdev(const Host& host) {
  Names names;
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return names;
  }
  for (const auto& device : *devices) {
    const auto* ports = device.ports.known();
    for (const auto& port : ports == nullptr ? std::vector<RdmaPort>{} : *ports) {
      add_netdevs(host, device, port, names);
    }
  }
  return names;
}

std::optional<Unknown> collect_cc(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  for (const auto& [netdev, rdma_device] : devices_by_netdev(so_far.host)) {
    const Netdev* known = netdev_named(so_far.host, netdev);
    if (known == nullptr) {
      continue;
    }
    auto& cc = add_netdev(out.host, netdev).cc;
    cc = read_cc(env, *known, rdma_device);
    settle_priority(cc.cnp);
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check cc{.id = "cc",
                      .summary = "congestion control of RDMA netdevs",
                      .needs = kNeeds,
                      .provides = kProvides,
                      .collect = collect_cc};

}  // namespace rocelint::checks
