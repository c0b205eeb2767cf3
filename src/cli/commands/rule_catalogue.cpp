// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/rule_catalogue.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "rocelint/base/severity.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"

#include "base/text.h"
#include "cli/io/terminal.h"
#include "expr/template.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"
#include "report/text/wording.h"
#include "rules/rule.h"
#include "rules/rule_paths.h"

namespace rocelint::cli {

namespace {

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
  write_text_of(page, "expects", rule.expects);
  write_text_of(page, "if unset", join(rule.left_open, ", "));
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

template <class Text>
void write_texts(JsonWriter& out, std::string_view key, const std::vector<Text>& texts) {
  out.key(key).open_list();
  for (const auto& text : texts) {
    out.text(text);
  }
  out.close_list();
}

template <class Source, class Text>
void write_source(JsonWriter& out, std::string_view key, const std::optional<Source>& source,
                  Text text) {
  out.key(key);
  source ? out.text(text(*source)) : out.null();
}

std::string text_of(const expr::Expression& expression) {
  return std::string(expression.text());
}

/// What the catalogue has of each rule.
void write_brief(JsonWriter& out, const Rule& rule) {
  out.key("id").text(rule.id);
  out.key("severity").text(enum_name(rule.severity));
  out.key("scope").text(enum_name(rule.scope));
  out.key("context").text(rule.context == RuleContext::job ? "job" : "host");
  out.key("needs_window").boolean(rule.needs_window);
  out.key("title").text(rule.title);
  out.key("expects").text(rule.expects);
  write_texts(out, "reads", paths_read(rule));
  out.key("file").text(rule.file);
  out.key("line").integer(static_cast<std::int64_t>(rule.line));
}

void write_fix(JsonWriter& out, const Fix& fix) {
  out.open_object();
  write_source(out, "when", fix.when, text_of);
  out.key("run").text(source_of(*fix.run));
  out.key("disrupts").text(enum_name(fix.disrupts));
  out.key("lasts").text(enum_name(fix.lasts));
  out.key("tool").text(fix.tool);
  out.close_object();
}

}  // namespace

std::string catalogue_as_text(std::span<const Rule* const> rules) {
  std::size_t longest = 0;
  for (const auto* rule : rules) {
    longest = std::max(longest, rule->id.size());
  }
  constexpr std::size_t kWidestId = 40;
  const auto id_width = std::min(longest, kWidestId) + 2;
  constexpr std::size_t kSeverityWidth = 9;
  constexpr std::size_t kScopeWidth = 8;
  constexpr std::size_t kLeastText = 20;
  const auto label_width = id_width + kSeverityWidth + kScopeWidth;
  Page page(text_options(Verbosity::normal));
  const bool fits = label_width + kLeastText <= page.width();
  for (const auto* rule : rules) {
    const auto label = fmt::format("{:<{}}{:<{}}{}", rule->id, id_width, enum_name(rule->severity),
                                   kSeverityWidth, enum_name(rule->scope));
    if (fits) {
      page.prose({.indent = 0, .label = label, .hang = label_width}, rule->expects);
    } else {
      page.prose({}, label);
      page.prose({.indent = 2, .label = {}, .hang = 2}, rule->expects);
    }
  }
  return page.take();
}

std::string catalogue_as_json(std::span<const Rule* const> rules) {
  JsonWriter out;
  out.open_list();
  for (const auto* rule : rules) {
    out.open_object();
    write_brief(out, *rule);
    out.close_object();
  }
  out.close_list();
  return out.take() + '\n';
}

std::string rule_as_text(const Rule& rule) {
  Page page(text_options(Verbosity::normal));
  const std::vector<Chunk> head{
      {.text = rule.id, .ink = Ink::good},
      {.text = std::string(enum_name(rule.severity))},
      {.text = fmt::format("checks each {}", enum_name(rule.scope))},
      {.text = rule.context == RuleContext::job ? "needs --job" : ""},
      {.text = rule.needs_window ? "needs --interval or --since" : ""},
  };
  page.chunks({}, head);
  page.prose({}, rule.title);
  page.blank();
  write_judgement(page, rule);
  page.blank();
  write_remedy(page, rule);
  return page.take();
}

std::string rule_as_json(const Rule& rule) {
  JsonWriter out;
  out.open_object();
  write_brief(out, rule);
  write_texts(out, "left_open", rule.left_open);
  write_source(out, "when", rule.when, text_of);
  write_source(out, "assert", rule.assertion, text_of);
  write_source(out, "message", rule.message, source_of);
  out.key("impact").text(rule.impact);
  write_texts(out, "consequence_of", rule.consequence_of);
  out.key("since").text(rule.since);
  out.key("fixes").open_list();
  for (const auto& fix : rule.fixes) {
    write_fix(out, fix);
  }
  out.close_list();
  write_source(out, "verify", rule.verify, source_of);
  write_texts(out, "refs", rule.refs);
  out.key("tests").integer(static_cast<std::int64_t>(rule.tests.size()));
  out.close_object();
  return out.take() + '\n';
}

}  // namespace rocelint::cli
