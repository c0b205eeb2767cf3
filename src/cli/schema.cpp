// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/commands.h"

namespace rocelint::cli {

namespace {

CommandOutput schema(const std::string& which) {
  auto text = which == "report" ? report_json_schema() : snapshot_json_schema();
  if (!text.ends_with('\n')) {
    text += '\n';
  }
  return {.out = text};
}

}  // namespace

void add_schema(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("schema", "Print a JSON Schema (2020-12)");
  const auto which = std::make_shared<std::string>();
  command->add_option("which", *which, "snapshot or report")
      ->required()
      ->check(CLI::IsMember({"snapshot", "report"}).description(""));
  command->callback([which, &chosen] { chosen = [which] { return schema(*which); }; });
}

}  // namespace rocelint::cli
