// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "advise/policy_fit.h"
#include "cli/command.h"

namespace rocelint::cli {

// The commands below `policy`, one file each.
void add_policy_lint(CLI::App& policy, Command& chosen);
void add_policy_show(CLI::App& policy, Command& chosen);
void add_policy_learn(CLI::App& policy, Command& chosen);
void add_policy_impact(CLI::App& policy, Command& chosen);

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
