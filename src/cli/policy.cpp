// SPDX-License-Identifier: Apache-2.0
#include "policy/policy.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/site.h"
#include "cli/terminal.h"
#include "engine/engine.h"
#include "engine/rule.h"
#include "policy/lint.h"
#include "policy/show.h"
#include "report/page.h"
#include "report/wording.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint policy lint site.yaml             is it right? (CI of a policy)
  rocelint policy show                       what would judge this host
  rocelint policy show lossless-dscp26
  rocelint policy list                       profiles that ship with rocelint

Exit codes: 0 all is well, 2 the policy is wrong or can't be read.)";

struct PolicySettings {
  SiteSettings site;
  std::vector<std::string> linted;
};

PolicyLoading load(const std::string& name, const std::vector<std::string>& set) {
  return load_policy({.name_or_file = name, .set = set}, shipped_profile_lookup());
}

std::string count_of(std::size_t count, std::string_view word) {
  return fmt::format("{} {}", count, plural(word, static_cast<std::int64_t>(count)));
}

CommandOutput show(const PolicySettings& settings) {
  const auto loading = load(policy_of(settings.site), settings.site.set);
  if (!loading.policy) {
    return usage_error(loading.errors);
  }
  return {.out = show_policy(*loading.policy), .err = lines_of(loading.warnings)};
}

// What loading says, and what only a look at the rules and at the calendar shows.
Diagnostics warnings_about(const PolicyLoading& loading, const RuleSet& rules) {
  std::vector<std::string_view> ids;
  for (const auto& rule : rules.rules) {
    ids.emplace_back(rule.id);
  }
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  auto warnings = loading.warnings;
  const auto more = lint_policy(*loading.policy, now, ids);
  warnings.insert(warnings.end(), more.begin(), more.end());
  return warnings;
}

CommandOutput lint_one(const std::string& name, const std::vector<std::string>& set,
                       const RuleSet& rules) {
  const auto loading = load(name, set);
  if (!loading.policy) {
    auto output = usage_error(loading.errors);
    output.err = lines_of(loading.warnings);
    return output;
  }
  const auto& policy = *loading.policy;
  const auto warnings = warnings_about(loading, rules);
  return {.out = fmt::format(
              "{}: {}, {}, {}, {}\n", escape_for_terminal(policy.name),
              count_of(policy.roles.size(), "role"), count_of(policy.groups.size(), "group"),
              count_of(policy.waivers.size(), "waiver"), count_of(warnings.size(), "warning")),
          .err = lines_of(warnings)};
}

CommandOutput lint(const PolicySettings& settings) {
  const auto rules = load_all_rules(rule_folders_of(settings.site));
  if (!rules.errors.empty()) {
    return usage_error(rules.errors);
  }
  auto names = settings.linted;
  if (names.empty()) {
    names.push_back(policy_of(settings.site));
  }
  CommandOutput all;
  for (const auto& name : names) {
    const auto one = lint_one(name, settings.site.set, rules.rules);
    all.out += one.out;
    all.err += one.err;
    all.errors.insert(all.errors.end(), one.errors.begin(), one.errors.end());
    all.exit_code = std::max(all.exit_code, one.exit_code);
  }
  return all;
}

CommandOutput list_profiles() {
  Page page(text_options(Verbosity::normal));
  std::size_t longest = 0;
  for (const auto& profile : shipped_profiles()) {
    longest = std::max(longest, profile.name.size());
  }
  CommandOutput output;
  for (const auto& profile : shipped_profiles()) {
    const auto loading = load(std::string(profile.name), {});
    page.prose({.indent = 0, .label = profile.name, .hang = longest + 2},
               loading.policy ? loading.policy->summary : "can't be loaded");
    output.errors.insert(output.errors.end(), loading.errors.begin(), loading.errors.end());
  }
  output.out = page.take();
  output.exit_code = output.errors.empty() ? kExitPass : kExitInternal;
  return output;
}

void add_show(CLI::App& policy, const std::shared_ptr<PolicySettings>& settings, Command& chosen) {
  auto* command = policy.add_subcommand("show", "Every parameter and where it was written");
  add_policy_options(*command, settings->site);
  command->add_option("policy", settings->site.policy, "policy file, or name of a profile")
      ->excludes(command->get_option("--policy"));
  command->callback([settings, &chosen] { chosen = [settings] { return show(*settings); }; });
}

void add_lint(CLI::App& policy, const std::shared_ptr<PolicySettings>& settings, Command& chosen) {
  auto* command = policy.add_subcommand("lint", "Unknown keys, wrong types, contradictions");
  add_policy_options(*command, settings->site);
  add_rules_option(*command, settings->site);
  command->add_option("policies", settings->linted, "policy files, or names of profiles")
      ->excludes(command->get_option("--policy"));
  command->callback([settings, &chosen] { chosen = [settings] { return lint(*settings); }; });
}

}  // namespace

void add_policy(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("policy", "Check, show and list policies");
  const auto settings = std::make_shared<PolicySettings>();
  command->require_subcommand(0, 1);
  add_lint(*command, settings, chosen);
  add_show(*command, settings, chosen);
  command->add_subcommand("list", "Profiles that ship with rocelint")->callback([&chosen] {
    chosen = list_profiles;
  });
  command->footer(kFooter);  // after the commands below it, which would inherit it
}

}  // namespace rocelint::cli
