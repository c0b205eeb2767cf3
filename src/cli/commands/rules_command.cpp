// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "advise/rule_tests.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/rule_catalogue.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint rules
  rocelint rules --format json | jq -r '.[] | select(.scope == "host").id'
  rocelint rules test                  inline tests of all rules
  rocelint rules test ./my-rules       and of your own

Exit codes: 0 success, 2 a rule is wrong or one of its tests fails.)";

struct RulesSettings {
  SiteSettings site;
  std::vector<std::string> tested;
  Format format{Format::text};
};

CommandOutput list_rules(const RulesSettings& settings) {
  const auto loading = load_all_rules(rule_paths_of(settings.site));
  if (!loading.errors.empty()) {
    return usage_error(loading.errors);
  }
  std::vector<const Rule*> all;
  std::ranges::transform(loading.rules.rules, std::back_inserter(all),
                         [](const Rule& rule) { return &rule; });
  return {.out = settings.format == Format::json ? catalogue_as_json(all) : catalogue_as_text(all)};
}

CommandOutput test_rules(const RulesSettings& settings) {
  auto site = settings.site;
  site.rules.insert(site.rules.end(), settings.tested.begin(), settings.tested.end());
  const auto loading = load_all_rules(rule_paths_of(site), InlineTests::read);
  if (!loading.errors.empty()) {
    return usage_error(loading.errors);
  }
  const auto result = run_rule_tests(loading.rules);
  if (!result.failures.empty()) {
    auto errors = result.failures;
    errors.push_back({.file = "",
                      .line = 0,
                      .column = 0,
                      .text = fmt::format("{} of {} tests failed", errors.size(), result.run)});
    return usage_error(errors);
  }
  return {.out =
              fmt::format("{} tests of {} rules pass\n", result.run, loading.rules.rules.size())};
}

}  // namespace

void declare_rules(CommandLine& command) {
  const auto settings = std::make_shared<RulesSettings>();
  add_rules_option(command, settings->site);
  add_format_option(command, settings->format);
  command.footer = kFooter;
  command.run = [settings] { return list_rules(*settings); };
}

void declare_rules_test(CommandLine& command) {
  const auto settings = std::make_shared<RulesSettings>();
  command.options = {{.names = "PATH",
                      .help = "directories and files with rules of your own",
                      .target = &settings->tested,
                      .several = true,
                      .check = validate_name}};
  add_rules_option(command, settings->site);
  command.run = [settings] { return test_rules(*settings); };
}

}  // namespace rocelint::cli
