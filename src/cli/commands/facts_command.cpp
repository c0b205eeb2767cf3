// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
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
#include "facts/fact_path.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint facts | less
  rocelint facts --format json | jq -r '.[] | select(.role == "key").path')";

std::string role_words(FieldRole role) {
  return role == FieldRole::state ? "" : std::string(to_string(role));
}

std::string privilege_words(Privilege privilege) {
  return privilege == Privilege::none ? "" : "needs " + std::string(to_string(privilege));
}

/// The check module that fills a fact: the one that provides the nearest enclosing path, or null.
const Check* module_of(std::string_view path) {
  const Check* nearest = nullptr;
  std::size_t length = 0;
  for (const auto* check : all_checks()) {
    for (const auto provided : check->provides) {
      if (provided.size() > length && is_within(path, provided)) {
        nearest = check;
        length = provided.size();
      }
    }
  }
  return nearest;
}

std::string module_words(std::string_view path) {
  const auto* check = module_of(path);
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
    page.prose(kBelow, "from " + std::string(row.source) + module_words(row.path));
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
    out.key("role").text(to_string(row.role));
    out.key("privilege").text(to_string(row.privilege));
    const auto* check = module_of(row.path);
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
