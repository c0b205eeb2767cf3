// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include <CLI/CLI.hpp>

#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/commands/commands.h"
#include "cli/io/host_source.h"
#include "probe/timing.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint probe > gpu0417.json
  rocelint probe --root sosreport/    a dead tree: files only
  rocelint probe --job job.env > a.json    with what a job is told

Nothing is changed on the host. What could not be read is in the snapshot with
the reason. Exit codes: 0 done, 2 usage error, 3 interrupted (the snapshot is
partial), 4 internal error.)";

struct ProbeCommand {
  ProbeSettings probe;
  bool timing = false;
};

CommandOutput run(const ProbeCommand& settings) {
  const auto host = probe_host(settings.probe);
  if (!host.snapshot) {
    return usage_error(host.errors);
  }
  CommandOutput output{.out = write_snapshot(*host.snapshot) + '\n',
                       .err = lines_of(host.warnings)};
  if (const auto note = note_if_partial(*host.snapshot, "snapshot"); !note.empty()) {
    output.err += note;
    output.exit_code = kExitUndetermined;
  }
  if (settings.timing) {
    output.err += timing_of(host.snapshot->probe);
  }
  return output;
}

}  // namespace

void add_probe(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("probe", "Print the snapshot of this host, judge nothing");
  const auto settings = std::make_shared<ProbeCommand>();
  add_probe_options(*command, settings->probe);
  command->add_flag("--timing", settings->timing,
                    "then print on standard error what each module cost");
  command->footer(kFooter);
  command->callback([settings, &chosen] { chosen = [settings] { return run(*settings); }; });
}

}  // namespace rocelint::cli
