// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "cli/command.h"
#include "cli/commands/commands.h"
#include "cli/commands/explain_coverage.h"
#include "cli/io/host_source.h"
#include "cli/io/judging.h"
#include "cli/io/site.h"
#include "cli/io/terminal.h"
#include "expr/template.h"
#include "report/text/page.h"
#include "report/text/wording.h"
#include "rules/rule.h"
#include "rules/rule_paths.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint explain pfc-off
  rocelint explain --coverage                     what can rules see here?
  rocelint explain --coverage --snapshot gpu0417.json --policy site.yaml

The table of --coverage counts rules: decided; blind, for the driver or the
kernel does not tell what they ask; unread from here, by this user; not run for
want of a job, a window or --deep; open, for the policy sets no value or has
switched them off; idle, for there is nothing here that they are about.)";

constexpr std::size_t kTextColumn = 12;

Margin labelled(std::string_view label) {
  return {.indent = 2, .label = label, .hang = kTextColumn};
}

void write_text_of(Page& page, std::string_view label, std::string_view source) {
  std::string text(source);
  std::ranges::replace(text, '\n', ' ');
  if (!text.empty()) {
    page.prose(labelled(label), text);
  }
}

// With its holes, as it was written, but for braces that are none: "PFC is on for {w.name}".
std::string source_of(const expr::Template& text) {
  std::string source;
  for (const auto& part : text.parts()) {
    source += part.literal;
    source += part.hole ? fmt::format("{{{}}}", part.hole->text()) : "";
  }
  return source;
}

void write_fix(Page& page, const Fix& fix) {
  if (fix.when) {
    write_text_of(page, "fix when", fix.when->text());
  }
  write_text_of(page, fix.when ? "" : "fix", source_of(*fix.run));
  std::vector<Chunk> cost;
  if (fix.disrupts != Disrupts::none) {
    cost.push_back({.text = std::string(disruption(fix.disrupts)), .ink = Ink::caution});
  }
  cost.push_back({.text = std::string(duration(fix.lasts))});
  if (!fix.tool.empty()) {
    cost.push_back({.text = "Needs " + fix.tool + '.'});
  }
  page.chunks(labelled(""), cost);
}

void write_judgement(Page& page, const Rule& rule) {
  write_text_of(page, "left open", join(rule.left_open, ", "));
  if (rule.when) {
    write_text_of(page, "when", rule.when->text());
  }
  if (rule.assertion) {
    write_text_of(page, "assert", rule.assertion->text());
  }
  if (rule.message) {
    write_text_of(page, "message", source_of(*rule.message));
  }
  write_text_of(page, "reads", join(paths_read(rule), ", "));
  write_text_of(page, "impact", rule.impact);
  write_text_of(page, "follows", join(rule.consequence_of, ", "));
  write_text_of(page, "since", rule.since);
}

void write_remedy(Page& page, const Rule& rule) {
  for (const auto& fix : rule.fixes) {
    write_fix(page, fix);
  }
  if (rule.verify) {
    write_text_of(page, "verify", source_of(*rule.verify));
  }
  for (std::size_t i = 0; i < rule.refs.size(); ++i) {
    write_text_of(page, i == 0 ? "see" : "", rule.refs[i]);
  }
  write_text_of(page, "tests", fmt::format("{} inline", rule.tests.size()));
  write_text_of(page, "from", fmt::format("{}:{}", rule.file, rule.line));
}

std::string rule_in_full(const Rule& rule) {
  Page page(text_options(Verbosity::normal));
  const std::vector<Chunk> head{
      {.text = rule.id, .ink = Ink::good},
      {.text = std::string(to_string(rule.severity))},
      {.text = fmt::format("judges each {}", to_string(rule.scope))},
      {.text = rule.context == RuleContext::job ? "needs a job" : ""},
      {.text = rule.needs_window ? "needs a window (--interval, --since)" : ""},
  };
  page.chunks({}, head);
  page.prose({}, rule.title);
  page.blank();
  write_judgement(page, rule);
  page.blank();
  write_remedy(page, rule);
  return page.take();
}

CommandOutput unknown_rule(const RuleSet& rules, const std::string& id) {
  std::vector<std::string_view> ids;
  ids.reserve(rules.rules.size());
  for (const auto& rule : rules.rules) {
    ids.emplace_back(rule.id);
  }
  const auto near = nearest(id, ids);
  return usage_error("there is no rule \"" + id + '"' +
                     (near.empty() ? "; \"rocelint rules\" lists them"
                                   : ", did you mean " + std::string(near) + '?'));
}

CommandOutput explain(const SiteSettings& site, const std::string& id) {
  const auto loading = load_all_rules(rule_paths_of(site), InlineTests::read);
  if (!loading.errors.empty()) {
    return usage_error(loading.errors);
  }
  const auto* rule = loading.rules.find(id);
  return rule == nullptr ? unknown_rule(loading.rules, id)
                         : CommandOutput{.out = rule_in_full(*rule)};
}

}  // namespace

void add_explain(CLI::App& app, Command& chosen) {
  struct ExplainSettings {
    std::string rule;
    bool coverage = false;
    CoverageSettings host;
  };
  auto* command =
      app.add_subcommand("explain", "Show one rule in full, or what rules can see here");
  const auto settings = std::make_shared<ExplainSettings>();
  auto* rule = command->add_option("rule", settings->rule, "id of the rule, as in the report");
  command
      ->add_flag("--coverage", settings->coverage,
                 "what rules see on this host or a saved one, and\nwhat they can't; the options "
                 "below are for it")
      ->excludes(rule);
  add_rules_option(*command, settings->host.site);
  add_policy_options(*command, settings->host.site);
  add_host_options(*command, settings->host.host);
  add_format_option(*command, settings->host.format);
  command->footer(kFooter);
  command->callback([settings, &chosen] {
    chosen = [settings] {
      if (settings->coverage) {
        return explain_coverage(settings->host);
      }
      return settings->rule.empty() ? usage_error("explain wants the id of a rule, or --coverage")
                                    : explain(settings->host.site, settings->rule);
    };
  });
}

}  // namespace rocelint::cli
