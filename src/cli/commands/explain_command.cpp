// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/commands/explain_coverage.h"
#include "cli/commands/rule_catalogue.h"
#include "cli/io/host_source.h"
#include "cli/io/input.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint explain pfc-off
  rocelint explain 'pfc-*'                        the rules that match
  rocelint explain --coverage                     what can rules see here?
  rocelint explain --coverage --snapshot gpu0417.json --policy site.yaml

The table of --coverage counts rules: decided; blind, for the driver or the
kernel does not tell what they ask; unread from here, by this user; not run for
want of a job, a window or --deep; open, for the policy sets no value or has
switched them off; idle, for there is nothing here that they are about.)";

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
    bool coverage = false;
    CoverageSettings host;
  };
  const auto settings = std::make_shared<ExplainSettings>();
  command.options = {{.names = "RULE",
                      .help = "id of a rule, as in the report; a part of it, or a glob, lists "
                              "the rules that match",
                      .target = &settings->rule,
                      .check = validate_name},
                     {.names = "--coverage",
                      .help = "what rules can see on this host, or on a saved one; the options of "
                              "Source, Job and Window are for it",
                      .target = &settings->coverage,
                      .excludes = {"RULE"}}};
  add_rules_option(command, settings->host.site);
  add_policy_options(command, settings->host.site);
  add_host_options(command, settings->host.host);
  add_format_option(command, settings->host.format);
  command.footer = kFooter;
  command.run = [settings] {
    if (settings->coverage) {
      return explain_coverage(settings->host);
    }
    return settings->rule.empty()
               ? usage_error("missing argument RULE, or --coverage (see rocelint explain --help)")
               : explain(settings->host.site, settings->rule, settings->host.format);
  };
}

}  // namespace rocelint::cli
