// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/io/host_source.h"
#include "probe/timing.h"

namespace rocelint::cli {

namespace {

constexpr auto kFooter = R"(Examples:
  rocelint probe > gpu0417.json
  rocelint probe --root sosreport/         an offline sysfs tree: files only
  rocelint probe --job job.env > a.json    with the settings of a job

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

void declare_probe(CommandLine& command) {
  const auto settings = std::make_shared<ProbeCommand>();
  add_probe_options(command, settings->probe);
  command.options.push_back({.names = "--timing",
                             .help = "then print the time each check took to standard error",
                             .target = &settings->timing});
  command.footer = kFooter;
  command.run = [settings] { return run(*settings); };
}

}  // namespace rocelint::cli
