// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/io/judging.h"
#include "cli/io/terminal.h"
#include "expr/functions.h"
#include "expr/static_type.h"
#include "report/json/json_writer.h"
#include "report/text/page.h"

namespace rocelint::cli {

namespace {

/// What has a name in the language and is no fact.
struct Entry {
  std::string_view kind;
  std::string_view name;
  std::string type;  ///< of what it yields
  std::string_view doc;
  std::string_view example;  ///< an expression that is true
};

std::string type_of(expr::Op macro) {
  return macro == expr::Op::filter || macro == expr::Op::map ? "list" : "bool";
}

std::vector<Entry> entries() {
  std::vector<Entry> all;
  for (const auto& function : expr::functions()) {
    all.push_back({.kind = "function",
                   .name = function.name,
                   .type = describe(function.result),
                   .doc = function.doc,
                   .example = function.example});
  }
  for (const auto& macro : expr::list_macros()) {
    all.push_back({.kind = "macro",
                   .name = macro.name,
                   .type = type_of(macro.op),
                   .doc = macro.doc,
                   .example = macro.example});
  }
  for (const auto& list : expr::named_lists()) {
    all.push_back({.kind = "list",
                   .name = list.name,
                   .type = describe(expr::kInteger.list()),
                   .doc = list.doc,
                   .example = list.example});
  }
  return all;
}

std::string as_text() {
  Page page(text_options(Verbosity::normal));
  for (const auto& entry : entries()) {
    constexpr Margin kBelow{.indent = 4, .label = {}, .hang = 4};
    const std::vector<Chunk> head{{.text = std::string(entry.name), .ink = Ink::good},
                                  {.text = entry.type}};
    page.chunks({.indent = 0, .label = {}, .hang = 0}, head);
    page.prose(kBelow, entry.doc);
    page.prose(kBelow, entry.example);
  }
  return page.take();
}

std::string as_json() {
  JsonWriter out;
  out.open_list();
  for (const auto& entry : entries()) {
    out.open_object();
    out.key("kind").text(entry.kind);
    out.key("name").text(entry.name);
    out.key("type").text(entry.type);
    out.key("doc").text(entry.doc);
    out.key("example").text(entry.example);
    out.close_object();
  }
  out.close_list();
  return out.take() + '\n';
}

}  // namespace

void declare_rules_functions(CommandLine& command) {
  const auto format = std::make_shared<Format>(Format::text);
  add_format_option(command, *format);
  command.run = [format]() -> CommandOutput {
    return {.out = *format == Format::json ? as_json() : as_text()};
  };
}

}  // namespace rocelint::cli
