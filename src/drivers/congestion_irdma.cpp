// SPDX-License-Identifier: Apache-2.0

// Only Intel's own irdma shows it, in a directory that somebody made; the kernel's leaves DCQCN
// off.

#include <array>
#include <string>
#include <string_view>

#include "rocelint/facts.h"

#include "drivers/congestion_control.h"
#include "drivers/congestion_numbers.h"
#include "facts/unknown.h"
#include "os/probe_env.h"
#include "os/sysfs/files.h"

namespace rocelint::congestion {

CongestionControl read_irdma(ProbeEnv& env, const Netdev& netdev, const std::string& rdma_device) {
  constexpr std::array<std::string_view, 3> kParameters{"roce_dcqcn_enable", "roce_dctcp_enable",
                                                        "roce_timely_enable"};
  const Numbers numbers(env, netdev.name);
  const std::string configfs = "/sys/kernel/config/irdma/" + rdma_device;
  if (env.files().is_absent(configfs)) {
    return all_unknown(
        unsupported("no " + configfs + ": only Intel's own irdma has it, once made"));
  }
  auto cc = without_priorities();
  cc.parameters = numbers.read_all(configfs, kParameters);
  cc.enabled = is_on(parameter(cc.parameters, "roce_dcqcn_enable"));
  return cc;
}

}  // namespace rocelint::congestion
