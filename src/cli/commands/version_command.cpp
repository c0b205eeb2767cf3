// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <fmt/format.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/command_line.h"
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

void declare_version(CommandLine& command) {
  command.run = version;
}

}  // namespace rocelint::cli
