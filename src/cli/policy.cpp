// SPDX-License-Identifier: Apache-2.0
#include "policy/policy.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/parameter_list.h"
#include "cli/site.h"
#include "cli/terminal.h"
#include "engine/engine.h"
#include "report/page.h"
#include "report/wording.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint policy lint site.yaml             is it right? (CI of a policy)
  rocelint policy show                       the policy that would judge this host
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

void write_role(Page& page, const Role& role) {
  const auto parameters = list_parameters(role.parameters, role.provenance);
  std::size_t path_width = 0;
  std::size_t value_width = 0;
  for (const auto& parameter : parameters) {
    path_width = std::max(path_width, parameter.path.size());
    value_width = std::max(value_width, parameter.value.size());
  }
  constexpr std::size_t kWidestValue = 24;
  const std::vector<Chunk> head{
      {.text = "role " + role.name, .ink = Ink::good},
      {.text = role.ports ? "ports " + role.ports->text() : "every port"}};
  page.blank();
  page.chunks({}, head);
  for (const auto& parameter : parameters) {
    page.columns({.indent = 2, .label = parameter.path, .hang = path_width + 4}, parameter.value,
                 std::min(value_width, kWidestValue), parameter.from);
  }
}

std::string setting_in_words(const RuleSetting& setting) {
  std::string words;
  const auto add = [&words](const std::string& text) {
    words += (words.empty() ? "" : ", ") + text;
  };
  if (setting.enabled) {
    add(*setting.enabled ? "enabled" : "disabled");
  }
  if (setting.severity) {
    add("severity " + std::string(to_string(*setting.severity)));
  }
  if (setting.on_unknown) {
    constexpr std::array<std::string_view, 3> kWords{"gate", "warn", "accept"};
    add("unknown " + std::string(kWords.at(static_cast<std::size_t>(*setting.on_unknown))));
  }
  if (setting.runbook) {
    add("runbook " + *setting.runbook);
  }
  return words;
}

void write_rule_settings(Page& page, const Policy& policy) {
  page.blank();
  for (const auto& setting : policy.rule_settings) {
    const std::vector<Chunk> line{{.text = "rules " + setting.pattern},
                                  {.text = setting_in_words(setting)},
                                  {.text = setting.from}};
    page.chunks({}, line);
  }
  for (const auto& group : policy.groups) {
    const std::vector<Chunk> line{
        {.text = "group where " + (group.where ? group.where->text() : "always")},
        {.text = group.from}};
    page.chunks({}, line);
  }
  for (const auto& waiver : policy.waivers) {
    const std::vector<Chunk> line{
        {.text = "waived " + waiver.rule},
        {.text = fmt::format("until {:%Y-%m-%d}", std::chrono::sys_seconds(waiver.until))},
        {.text = waiver.fleet || !waiver.where ? "everywhere" : "where " + waiver.where->text()},
        {.text = waiver.reason},
        {.text = waiver.from}};
    page.chunks({}, line);
  }
}

std::string policy_as_text(const Policy& policy) {
  Page page(text_options(Verbosity::normal));
  const std::vector<Chunk> head{
      {.text = "policy " + policy.name, .ink = Ink::good},
      {.text = "digest " + policy.digest},
      {.text = policy.enforce ? "" : "does not enforce"},
  };
  page.chunks({}, head);
  page.prose({}, policy.summary);
  for (const auto& role : policy.roles) {
    write_role(page, role);
  }
  write_rule_settings(page, policy);
  return page.take();
}

CommandOutput show(const PolicySettings& settings) {
  const auto loading = load(policy_of(settings.site), settings.site.set);
  if (!loading.policy) {
    return usage_error(loading.errors);
  }
  return {.out = policy_as_text(*loading.policy),
          .err = lines_of(loading.warnings),
          .exit_code = kExitPass};
}

CommandOutput lint_one(const std::string& name, const std::vector<std::string>& set) {
  const auto loading = load(name, set);
  if (!loading.policy) {
    auto output = usage_error(loading.errors);
    output.err = lines_of(loading.warnings) + output.err;
    return output;
  }
  const auto& policy = *loading.policy;
  return {.out = fmt::format(
              "{}: {}, {}, {}, {}\n", policy.name, count_of(policy.roles.size(), "role"),
              count_of(policy.groups.size(), "group"), count_of(policy.waivers.size(), "waiver"),
              count_of(loading.warnings.size(), "warning")),
          .err = lines_of(loading.warnings),
          .exit_code = kExitPass};
}

CommandOutput lint(const PolicySettings& settings) {
  auto names = settings.linted;
  if (names.empty()) {
    names.push_back(policy_of(settings.site));
  }
  CommandOutput all;
  for (const auto& name : names) {
    const auto one = lint_one(name, settings.site.set);
    all.out += one.out;
    all.err += one.err;
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
    output.err += lines_of(loading.errors);
  }
  output.out = page.take();
  output.exit_code = output.err.empty() ? kExitPass : kExitInternal;
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
  command->add_option("policies", settings->linted, "policy files, or names of profiles")
      ->excludes(command->get_option("--policy"));
  command->callback([settings, &chosen] { chosen = [settings] { return lint(*settings); }; });
}

}  // namespace

void add_policy(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("policy", "Check, show and list policies");
  const auto settings = std::make_shared<PolicySettings>();
  command->require_subcommand(0, 1);
  command->footer(kFooter);
  add_lint(*command, settings, chosen);
  add_show(*command, settings, chosen);
  command->add_subcommand("list", "Profiles that ship with rocelint")->callback([&chosen] {
    chosen = list_profiles;
  });
}

}  // namespace rocelint::cli
