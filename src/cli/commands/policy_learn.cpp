// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include "advise/learn.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/policy_commands.h"
#include "cli/io/input.h"
#include "cli/io/site.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter =
    R"(Prints a policy made from hosts that are meant to be alike. Ports of one driver
and maximum speed are a role: how many a host has, speed, MTU, RoCE priority and
DSCP, PFC, DCQCN and trust. Each value is what most ports have; ports that
deviate, and what can't be read, are warnings and comments.

Examples:
  rocelint policy learn hosts/*.json > site.yaml
  rocelint policy lint site.yaml --against hosts/*.json

Exit codes: 0 a policy was printed, 2 usage, a rule or a snapshot is wrong, or
there is nothing to learn from, 4 internal error.)";

struct LearnSettings {
  SiteSettings site;
  std::vector<std::string> snapshots;
};

CommandOutput learn(const LearnSettings& settings) {
  const auto rules = load_all_rules(rule_paths_of(settings.site));
  const auto hosts = read_hosts(settings.snapshots);
  if (!rules.errors.empty() || !hosts.errors.empty()) {
    return usage_error(rules.errors.empty() ? hosts.errors : rules.errors);
  }
  const auto policy = learn_policy(hosts.hosts, rules.rules);
  if (!policy) {
    return usage_error(Diagnostics{policy.error()});
  }
  CommandOutput output{.out = policy->yaml, .err = lines_of(hosts.warnings)};
  for (const auto& warning : policy->warnings) {
    output.err += line_of(warning);
  }
  return output;
}

}  // namespace

void declare_policy_learn(CommandLine& command) {
  const auto settings = std::make_shared<LearnSettings>();
  command.options = {{.names = "SNAPSHOT",
                      .help = "saved hosts (rocelint probe)",
                      .target = &settings->snapshots,
                      .required = true,
                      .several = true,
                      .check = validate_name}};
  add_rules_option(command, settings->site);
  command.footer = kFooter;
  command.run = [settings] { return learn(*settings); };
}

}  // namespace rocelint::cli
