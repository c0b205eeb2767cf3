// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/check.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/io/judging.h"
#include "cli/io/terminal.h"
#include "facts/fact_list.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint facts | less
  rocelint facts --format json | jq -r '.[] | select(.role == "key").path')";

std::string role_words(FieldRole role) {
  return role == FieldRole::state ? "" : std::string(enum_name(role));
}

std::string privilege_words(Privilege privilege) {
  return privilege == Privilege::none ? "" : "needs " + std::string(enum_name(privilege));
}

/// The check that reads a fact, or null.
const Check* check_of(const FactRow& row) {
  const auto checks = all_checks();
  const auto found = std::ranges::find(checks, row.check, &Check::id);
  return found == checks.end() ? nullptr : *found;
}

std::string check_words(const FactRow& row) {
  const auto* check = check_of(row);
  if (check == nullptr) {
    return "";
  }
  return ", by " + std::string(check->id) + (check->deep ? " with --deep" : "");
}

void write_fact(Page& page, const FactRow& row) {
  std::vector<Chunk> head{{.text = row.path, .ink = Ink::good}, {.text = row.type}};
  for (const auto& text :
       {std::string(row.unit), role_words(row.role), privilege_words(row.privilege)}) {
    if (!text.empty()) {
      head.push_back({.text = text});
    }
  }
  constexpr Margin kBelow{.indent = 4, .label = {}, .hang = 4};
  page.chunks({.indent = 0, .label = {}, .hang = 0}, head);
  page.prose(kBelow, row.doc);
  if (!row.source.empty()) {
    page.prose(kBelow, "from " + std::string(row.source) + check_words(row));
  }
}

std::string facts_as_text(const std::vector<FactRow>& rows) {
  Page page(text_options(Verbosity::normal));
  for (const auto& row : rows) {
    write_fact(page, row);
  }
  return page.take();
}

std::string facts_as_json(const std::vector<FactRow>& rows) {
  JsonWriter out;
  out.open_list();
  for (const auto& row : rows) {
    out.open_object();
    out.key("path").text(row.path);
    out.key("type").text(row.type);
    out.key("unit").text(row.unit);
    out.key("doc").text(row.doc);
    out.key("source").text(row.source);
    out.key("role").text(enum_name(row.role));
    out.key("privilege").text(enum_name(row.privilege));
    const auto* check = check_of(row);
    out.key("module").text(check == nullptr ? "" : check->id);
    out.key("deep").boolean(check != nullptr && check->deep);
    out.close_object();
  }
  out.close_list();
  return out.take() + '\n';
}

CommandOutput facts(Format format) {
  const auto rows = list_facts(kType<Snapshot>);
  return {.out = format == Format::json ? facts_as_json(rows) : facts_as_text(rows)};
}

}  // namespace

void declare_facts(CommandLine& command) {
  const auto format = std::make_shared<Format>(Format::text);
  add_format_option(command, *format);
  command.footer = kFooter;
  command.run = [format] { return facts(*format); };
}

}  // namespace rocelint::cli
