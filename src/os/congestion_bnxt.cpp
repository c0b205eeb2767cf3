// SPDX-License-Identifier: Apache-2.0

// bnxt_re: the kernel's driver, and Broadcom's own.

#include <array>
#include <string>
#include <string_view>

#include "rocelint/facts.h"

#include "os/congestion.h"
#include "os/congestion_numbers.h"
#include "os/files.h"
#include "os/probe_env.h"

namespace rocelint::congestion {

namespace {

// drivers/infiniband/hw/bnxt_re/debugfs.c, without tx_queue: reading that is always EINVAL.
constexpr std::array<std::string_view, 13> kDebugfsParameters{
    "enable_cc", "run_avg_weight_g", "num_phase_per_state", "init_cr",       "init_tr",
    "tos_ecn",   "tos_dscp",         "alt_vlan_pcp",        "alt_vlan_dscp", "rtt",
    "cc_mode",   "tcp_cp",           "inactivity_cp",
};
// Broadcom's own driver, in a folder that somebody made.
constexpr std::array<std::string_view, 8> kConfigfsParameters{
    "ecn_enable", "ecn_marking", "cc_mode",  "cnp_prio",
    "roce_prio",  "roce_dscp",   "cnp_dscp", "disable_prio_vlan_tx",
};

}  // namespace

/// debugfs asks the firmware, configfs tells what somebody wrote there; so the first wins. The
/// alternate class of bnxt_re is that of CNPs.
CongestionControl read_bnxt(ProbeEnv& env, const Netdev& netdev, const std::string& rdma_device) {
  const Numbers numbers(env, netdev.name);
  auto cc = without_priorities();
  cc.cnp.priority_mode = CnpPriorityMode::fixed;
  const auto debugfs = std::string(kDebugfs) + "/bnxt_re/" + pci_address_of(netdev) + "/cc_config";
  const auto configfs = "/sys/kernel/config/bnxt_re/" + rdma_device + "/ports/1/cc";
  const bool asks_firmware = env.is_deep() && env.files().exists(debugfs);
  if (!asks_firmware && !env.files().is_absent(configfs)) {
    cc.parameters = numbers.read_all(configfs, kConfigfsParameters);
    cc.enabled = is_on(parameter(cc.parameters, "ecn_enable"));
    cc.sends_ecn_capable = is_on(parameter(cc.parameters, "ecn_marking"));
    cc.cnp.dscp = parameter(cc.parameters, "cnp_dscp");
    cc.cnp.priority = parameter(cc.parameters, "cnp_prio");
    return cc;
  }
  cc.parameters = numbers.read_debugfs(debugfs, kDebugfsParameters);
  cc.enabled = is_on(parameter(cc.parameters, "enable_cc"));
  cc.sends_ecn_capable = is_on(parameter(cc.parameters, "tos_ecn"));
  cc.cnp.dscp = parameter(cc.parameters, "alt_vlan_dscp");
  cc.cnp.priority = parameter(cc.parameters, "alt_vlan_pcp");
  return cc;
}

}  // namespace rocelint::congestion
