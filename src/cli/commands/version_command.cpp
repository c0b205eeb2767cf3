// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/commands/commands.h"
#include "rocelint_version.h"
#include "rules/shipped_documents.h"

namespace rocelint::cli {

namespace {

CommandOutput version() {
  const auto rules = about_shipped_rules();
  return {.out = fmt::format("rocelint {}\nrules {}, digest {}\n{}, {}\n", kVersion, rules.count,
                             rules.digest, kSnapshotSchema, kReportSchema)};
}

}  // namespace

void add_version(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("version", "Versions of rocelint, its rules and its schemas");
  command->callback([&chosen] { chosen = version; });
}

}  // namespace rocelint::cli
