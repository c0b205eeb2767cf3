// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "advise/policy_fit.h"

namespace rocelint::cli {

/// Saved hosts.
struct HostsReading {
  std::vector<NamedHost> hosts;
  Diagnostics errors;
  Diagnostics warnings;
};
/// Each is called by its host name, or by its file where that is not known or another host has it
/// too.
[[nodiscard]] HostsReading read_hosts(const std::vector<std::string>& files);

}  // namespace rocelint::cli
