// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "cli/command.h"
#include "cli/command_line.h"

namespace rocelint::cli {

// One file a command: each declares what it takes and what runs it.
void declare_check(CommandLine& command);
void declare_demo(CommandLine& command);
void declare_probe(CommandLine& command);
void declare_explain(CommandLine& command);
void declare_rules(CommandLine& command);
void declare_rules_test(CommandLine& command);
void declare_facts(CommandLine& command);
void declare_policy(CommandLine& command);
void declare_policy_lint(CommandLine& command);
void declare_policy_show(CommandLine& command);
void declare_policy_learn(CommandLine& command);
void declare_policy_impact(CommandLine& command);
void declare_policy_list(CommandLine& command);
void declare_fix(CommandLine& command);
void declare_diff(CommandLine& command);
void declare_schema(CommandLine& command);
void declare_version(CommandLine& command);

/// Runs the command that the arguments (without the program's name) ask for.
[[nodiscard]] CommandOutput run_command(std::span<const std::string> arguments);

}  // namespace rocelint::cli
