// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>

#include "cli/command_line.h"
#include "cli/commands/commands.h"

namespace rocelint::cli {

namespace {

constexpr std::array kBelowRules{
    CommandRow{"test", "Run the inline tests of all rules", declare_rules_test}};

constexpr std::array kBelowPolicy{
    CommandRow{"lint", "Check a policy for errors and contradictions", declare_policy_lint},
    CommandRow{"show", "Show every parameter and where it is set", declare_policy_show},
    CommandRow{"learn", "Write a policy from what saved hosts have in common",
               declare_policy_learn},
    CommandRow{"impact", "List hosts that a new policy judges differently", declare_policy_impact},
    CommandRow{"list", "List the profiles that ship with rocelint", declare_policy_list}};

constexpr std::array kCommands{
    CommandRow{"check", "Check this host, or a saved snapshot", declare_check},
    CommandRow{"demo", "Show the report of a bundled sample host", declare_demo},
    CommandRow{"probe", "Print a snapshot of this host without checking it", declare_probe},
    CommandRow{"explain", "Explain a rule", declare_explain},
    CommandRow{"rules", "List all rules, or run their tests", declare_rules, kBelowRules},
    CommandRow{"facts", "List all facts: type, unit, source, privilege", declare_facts},
    CommandRow{"policy", "Lint, show, learn, compare and list policies", declare_policy,
               kBelowPolicy},
    CommandRow{"fix", "Print, never run, the commands that fix failures", declare_fix},
    CommandRow{"diff", "Compare two snapshots, or two reports", declare_diff},
    CommandRow{"schema", "Print a JSON Schema (2020-12)", declare_schema},
    CommandRow{"version", "Print versions of rocelint, its rules and schemas", declare_version}};

}  // namespace

std::span<const CommandRow> all_commands() {
  return kCommands;
}

}  // namespace rocelint::cli
