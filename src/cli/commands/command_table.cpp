// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <memory>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "rocelint_version.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint demo                        what a report looks like: a faulty host
  rocelint check --policy lossless-dscp26
  rocelint probe > gpu0417.json        on the host, then anywhere:
  rocelint check --snapshot gpu0417.json --policy site.yaml
  rocelint explain pfc-off             one rule in full
  rocelint help check                  the options of a command

Exit codes: 0 pass, 1 stop, 2 usage, policy or rule error, 3 undetermined,
4 internal error.)";

void declare_rocelint(CommandLine& command) {
  const auto version = std::make_shared<bool>(false);
  command.options = {
      {.names = "-V,--version", .help = "the version of rocelint", .target = version.get()}};
  command.footer = kFooter;
  command.run = [version] {
    return *version ? CommandOutput{.out = fmt::format("rocelint {}\n", kVersion)}
                    : CommandOutput{.err = help_of(declare(all_commands(), "")),
                                    .exit_code = kExitUsage};
  };
}

constexpr std::array kBelowRules{
    CommandRow{"test", "Run the inline tests of all rules", declare_rules_test},
    CommandRow{"functions", "List the functions of the rule language", declare_rules_functions}};

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
    CommandRow{"rules", "List all rules, test them, list their functions", declare_rules,
               kBelowRules},
    CommandRow{"facts", "List all facts: type, unit, source, privilege", declare_facts},
    CommandRow{"policy", "Lint, show, learn, compare and list policies", declare_policy,
               kBelowPolicy},
    CommandRow{"fix", "Print, never run, the commands that fix failures", declare_fix},
    CommandRow{"diff", "Compare two snapshots, or two reports", declare_diff},
    CommandRow{"schema", "Print a JSON Schema (2020-12)", declare_schema},
    CommandRow{"version", "Print versions of rocelint, its rules and schemas", declare_version},
    // run_command() makes --help of it.
    CommandRow{"help", "Show the help of a command"}};

constexpr CommandRow kRocelint{
    "rocelint", "Check whether this host with RoCE v2 NICs is ready for a lossless RDMA job",
    declare_rocelint, kCommands};

}  // namespace

const CommandRow& all_commands() {
  return kRocelint;
}

}  // namespace rocelint::cli
