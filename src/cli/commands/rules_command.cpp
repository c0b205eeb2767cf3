// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "advise/rule_tests.h"
#include "cli/command.h"
#include "cli/commands/commands.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "cli/io/terminal.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"
#include "rules/rule.h"
#include "rules/rule_paths.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint rules
  rocelint rules --format json | jq -r '.[] | select(.scope == "host").id'
  rocelint rules test                  inline tests of all rules
  rocelint rules test ./my-rules       and of your own
  rocelint rules functions             what expressions may call

Exit codes: 0 all is well, 2 a rule is wrong or one of its tests fails.)";

struct RulesSettings {
  SiteSettings site;
  std::vector<std::string> tested;
  Format format{Format::text};
};

std::string catalogue_as_text(const RuleSet& rules) {
  std::size_t longest = 0;
  for (const auto& rule : rules.rules) {
    longest = std::max(longest, rule.id.size());
  }
  constexpr std::size_t kWidestId = 40;
  const auto id_width = std::min(longest, kWidestId) + 2;
  constexpr std::size_t kSeverityWidth = 9;
  constexpr std::size_t kScopeWidth = 8;
  constexpr std::size_t kLeastTitle = 20;
  const auto label_width = id_width + kSeverityWidth + kScopeWidth;
  Page page(text_options(Verbosity::normal));
  const bool fits = label_width + kLeastTitle <= page.width();
  for (const auto& rule : rules.rules) {
    const auto label = fmt::format("{:<{}}{:<{}}{}", rule.id, id_width, to_string(rule.severity),
                                   kSeverityWidth, to_string(rule.scope));
    if (fits) {
      page.prose({.indent = 0, .label = label, .hang = label_width}, rule.title);
    } else {
      page.prose({}, label);
      page.prose({.indent = 2, .label = {}, .hang = 2}, rule.title);
    }
  }
  return page.take();
}

std::string catalogue_as_json(const RuleSet& rules) {
  JsonWriter out;
  out.open_list();
  for (const auto& rule : rules.rules) {
    out.open_object();
    out.key("id").text(rule.id);
    out.key("severity").text(to_string(rule.severity));
    out.key("scope").text(to_string(rule.scope));
    out.key("context").text(rule.context == RuleContext::job ? "job" : "host");
    out.key("needs_window").boolean(rule.needs_window);
    out.key("title").text(rule.title);
    out.key("reads").open_list();
    for (const auto& path : paths_read(rule)) {
      out.text(path);
    }
    out.close_list();
    out.key("file").text(rule.file);
    out.key("line").integer(static_cast<std::int64_t>(rule.line));
    out.close_object();
  }
  out.close_list();
  return out.take() + '\n';
}

CommandOutput list_rules(const RulesSettings& settings) {
  const auto loading = load_all_rules(rule_paths_of(settings.site));
  if (!loading.errors.empty()) {
    return usage_error(loading.errors);
  }
  return {.out = settings.format == Format::json ? catalogue_as_json(loading.rules)
                                                 : catalogue_as_text(loading.rules)};
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

void add_rules(CLI::App& app, Command& chosen) {
  auto* command =
      app.add_subcommand("rules", "The catalogue of rules; rules test runs their tests");
  const auto settings = std::make_shared<RulesSettings>();
  add_rules_option(*command, settings->site);
  add_format_option(*command, settings->format);
  command->require_subcommand(0, 1);
  command->callback([settings, &chosen] {
    if (!chosen) {
      chosen = [settings] { return list_rules(*settings); };
    }
  });
  auto* test = command->add_subcommand("test", "Run the inline tests of all rules");
  test->add_option("paths", settings->tested, "directories and files of rules of your own")
      ->type_name("PATH")
      ->check(validate_name);
  test->callback([settings, &chosen] { chosen = [settings] { return test_rules(*settings); }; });
  auto* names = command->add_subcommand("functions", "The functions of the rule language");
  add_format_option(*names, settings->format);
  names->callback(
      [settings, &chosen] { chosen = [settings] { return list_functions(settings->format); }; });
  command->footer(kFooter);  // after the commands below it, which would inherit it
}

}  // namespace rocelint::cli
