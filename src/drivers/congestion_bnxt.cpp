// SPDX-License-Identifier: Apache-2.0

// bnxt_re: the kernel's driver, and Broadcom's own.

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rocelint/facts.h"

#include "drivers/congestion_control.h"
#include "drivers/congestion_numbers.h"
#include "os/probe_env.h"
#include "os/sysfs/files.h"

namespace rocelint::congestion {

namespace {

/// One place that shows the parameters: the names of its files, and those of four facts among them.
struct Source {
  std::span<const std::string_view> parameters;
  std::string_view enabled;
  std::string_view sends_ecn_capable;
  std::string_view cnp_dscp;
  std::string_view cnp_priority;
};

// drivers/infiniband/hw/bnxt_re/debugfs.c, without tx_queue: reading that is always EINVAL. The
// alternate class is that of CNPs.
constexpr std::array<std::string_view, 13> kDebugfsParameters{
    "enable_cc", "run_avg_weight_g", "num_phase_per_state", "init_cr",       "init_tr",
    "tos_ecn",   "tos_dscp",         "alt_vlan_pcp",        "alt_vlan_dscp", "rtt",
    "cc_mode",   "tcp_cp",           "inactivity_cp",
};
constexpr Source kDebugfsSource{.parameters = kDebugfsParameters,
                                .enabled = "enable_cc",
                                .sends_ecn_capable = "tos_ecn",
                                .cnp_dscp = "alt_vlan_dscp",
                                .cnp_priority = "alt_vlan_pcp"};

// Broadcom's own driver, in a directory that somebody made.
constexpr std::array<std::string_view, 8> kConfigfsParameters{
    "ecn_enable", "ecn_marking", "cc_mode",  "cnp_prio",
    "roce_prio",  "roce_dscp",   "cnp_dscp", "disable_prio_vlan_tx",
};
constexpr Source kConfigfsSource{.parameters = kConfigfsParameters,
                                 .enabled = "ecn_enable",
                                 .sends_ecn_capable = "ecn_marking",
                                 .cnp_dscp = "cnp_dscp",
                                 .cnp_priority = "cnp_prio"};

CongestionControl from(Parameters parameters, const Source& source) {
  auto cc = without_priorities();
  cc.enabled = is_on(parameter(parameters, source.enabled));
  cc.sends_ecn_capable = is_on(parameter(parameters, source.sends_ecn_capable));
  cc.cnp = {.dscp = parameter(parameters, source.cnp_dscp),
            .priority = parameter(parameters, source.cnp_priority),
            .priority_mode = CnpPriorityMode::fixed};
  cc.parameters = std::move(parameters);
  return cc;
}

}  // namespace

/// debugfs asks the firmware, configfs tells what somebody wrote there; so the first wins.
CongestionControl read_bnxt(ProbeEnv& env, const Netdev& netdev, const std::string& rdma_device) {
  const Numbers numbers(env, netdev.name);
  const auto debugfs = fmt::format("{}/bnxt_re/{}/cc_config", kDebugfs, pci_address_of(netdev));
  const auto configfs = "/sys/kernel/config/bnxt_re/" + rdma_device + "/ports/1/cc";
  const bool asks_firmware = env.is_deep() && env.files().exists(debugfs);
  if (!asks_firmware && !env.files().is_absent(configfs)) {
    return from(numbers.read_all(configfs, kConfigfsSource.parameters), kConfigfsSource);
  }
  return from(numbers.read_debugfs(debugfs, kDebugfsSource.parameters), kDebugfsSource);
}

}  // namespace rocelint::congestion
