// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
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
  rocelint explain pfc-off
  rocelint explain 'pfc-*'                        the rules that match)";

/// Those that a glob matches, or that have the word in their id.
std::vector<const Rule*> rules_like(const RuleSet& rules, const std::string& word) {
  const bool is_glob = word.find_first_of("*?") != std::string::npos;
  std::vector<const Rule*> found;
  for (const auto& rule : rules.rules) {
    if (is_glob ? glob_match(rule.id, word) : rule.id.find(word) != std::string::npos) {
      found.push_back(&rule);
    }
  }
  return found;
}

CommandOutput explain(const SiteSettings& site, const std::string& word, Format format) {
  const auto loading = load_all_rules(rule_paths_of(site), InlineTests::read);
  if (!loading.errors.empty()) {
    return usage_error(loading.errors);
  }
  const bool json = format == Format::json;
  if (const auto* rule = loading.rules.find(word)) {
    return {.out = json ? rule_as_json(*rule) : rule_as_text(*rule)};
  }
  const auto found = rules_like(loading.rules, word);
  if (found.empty()) {
    return usage_error("unknown rule " + word + did_you_mean(word, loading.rules.ids()) +
                       " (see rocelint rules)");
  }
  return {.out = json ? catalogue_as_json(found) : catalogue_as_text(found)};
}

}  // namespace

void declare_explain(CommandLine& command) {
  struct ExplainSettings {
    std::string rule;
    SiteSettings site;
    Format format = Format::text;
  };
  const auto settings = std::make_shared<ExplainSettings>();
  command.options = {{.names = "RULE",
                      .help = "id of a rule, as in the report; a part of it, or a glob, lists "
                              "the rules that match",
                      .target = &settings->rule,
                      .required = true,
                      .check = validate_name}};
  add_rules_option(command, settings->site);
  add_format_option(command, settings->format);
  command.footer = kFooter;
  command.run = [settings] { return explain(settings->site, settings->rule, settings->format); };
}

}  // namespace rocelint::cli
