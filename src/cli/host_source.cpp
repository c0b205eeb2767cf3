// SPDX-License-Identifier: Apache-2.0
#include "cli/host_source.h"

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <sys/stat.h>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "cli/duration.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "collect/site_facts.h"
#include "facts/json.h"

namespace rocelint::cli {

namespace {

// In a dead tree, that tree's own: they are of the same host.
constexpr auto kSiteFacts = "/etc/rocelint/facts.d";

HostReading refused(Diagnostic why) {
  return {.snapshot = std::nullopt, .errors = {std::move(why)}, .warnings = {}};
}

// A dead tree that is not there would read as a host without a single device.
std::optional<Diagnostic> complaint_about_root(const std::string& root) {
  if (root.empty()) {
    return std::nullopt;
  }
  struct stat status{};
  if (stat(root.c_str(), &status) != 0) {
    return Diagnostic{.file = root,
                      .line = 0,
                      .column = 0,
                      .text = "--root: " + std::generic_category().message(errno)};
  }
  if (!S_ISDIR(status.st_mode)) {
    return Diagnostic{.file = root, .line = 0, .column = 0, .text = "--root: is not a folder"};
  }
  return std::nullopt;
}

}  // namespace

void add_probe_options(CLI::App& command, ProbeSettings& settings) {
  command.add_option("--root", settings.root, "read files below DIR; netlink and verbs are off")
      ->type_name("DIR");
  command
      .add_option("--timeout", settings.timeout,
                  "for the whole probe: 500ms, 5s (default), 1m;\n"
                  "a fifth of it for each device")
      ->type_name("TIME")
      ->check([](const std::string& text) { return duration_complaint(text); });
  command.add_flag("--no-verbs", settings.no_verbs, "do not open libibverbs and its devices");
}

void add_host_options(CLI::App& command, HostSettings& settings) {
  auto* snapshot = command
                       .add_option("--snapshot", settings.snapshot,
                                   "judge a saved host (rocelint probe); - is stdin")
                       ->type_name("FILE");
  add_probe_options(command, settings.probe);
  for (const auto* name : {"--root", "--timeout", "--no-verbs"}) {
    command.get_option(name)->excludes(snapshot);
  }
}

HostReading look_at_host(const HostSettings& settings) {
  return settings.snapshot.empty() ? probe_host(settings.probe) : read_host(settings.snapshot);
}

HostReading probe_host(const ProbeSettings& settings) {
  if (const auto complaint = complaint_about_root(settings.root)) {
    return refused(*complaint);
  }
  ProbeOptions options;
  options.root = settings.root;
  options.timeout = parse_duration(settings.timeout).value_or(options.timeout);
  options.module_timeout = options.timeout / 5;
  options.verbs = !settings.no_verbs;
  const Progress progress("probing this host");
  auto snapshot = probe(options);
  auto notes = add_site_facts(options.root + kSiteFacts, snapshot);
  return {.snapshot = std::move(snapshot), .errors = {}, .warnings = std::move(notes)};
}

HostReading read_host(const std::string& file) {
  const auto text = read_input(file, kMaxJsonBytes);
  if (!text) {
    return refused(text.error());
  }
  auto reading = read_snapshot(*text, file);
  return {.snapshot = std::move(reading.snapshot),
          .errors = std::move(reading.errors),
          .warnings = std::move(reading.warnings)};
}

}  // namespace rocelint::cli
