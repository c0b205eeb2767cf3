// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/commands/commands.h"
#include "policy/policy_schema.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint schema policy > rocelint-policy.schema.json     for an editor
  rocelint schema report

Exit codes: 0 printed, 2 there is no such schema.)";

std::string text_of(const std::string& which) {
  if (which == "policy") {
    return policy_json_schema();
  }
  return which == "report" ? report_json_schema() : snapshot_json_schema();
}

CommandOutput schema(const std::string& which) {
  return {.out = text_of(which)};
}

}  // namespace

void add_schema(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("schema", "Print a JSON Schema (2020-12)");
  const auto which = std::make_shared<std::string>();
  command->add_option("which", *which, "snapshot, report or policy")
      ->required()
      ->check(CLI::IsMember({"snapshot", "report", "policy"}).description(""));
  command->footer(kFooter);
  command->callback([which, &chosen] { chosen = [which] { return schema(*which); }; });
}

}  // namespace rocelint::cli
