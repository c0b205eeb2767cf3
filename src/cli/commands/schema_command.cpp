// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "policy/policy_schema.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint schema policy > rocelint-policy.schema.json     for an editor
  rocelint schema report

Exit codes: 0 printed, 2 usage error.)";

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

void declare_schema(CommandLine& command) {
  const auto which = std::make_shared<std::string>();
  command.options = {{.names = "SCHEMA",
                      .help = "snapshot, report or policy",
                      .target = which.get(),
                      .required = true,
                      .one_of = {"snapshot", "report", "policy"}}};
  command.footer = kFooter;
  command.run = [which] { return schema(*which); };
}

}  // namespace rocelint::cli
