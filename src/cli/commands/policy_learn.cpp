// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include "advise/learn.h"
#include "advise/learn_verdicts.h"
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
    R"(Prints a policy made from what these hosts have in common. Give it hosts that
are meant to be alike and that work. Each driver and greatest speed is a role; a
value that all ports of a role share is set, one that differs or can't be read
is a comment with the counts. A port that fails without any policy says nothing.

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
  const auto verdicts = verdicts_by(*policy, hosts.hosts, rules.rules);
  if (!verdicts) {
    auto output = usage_error(Diagnostics{verdicts.error()});
    output.exit_code = kExitInternal;  // what was learned has to load
    return output;
  }
  return {.out = *policy + *verdicts, .err = lines_of(hosts.warnings)};
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
