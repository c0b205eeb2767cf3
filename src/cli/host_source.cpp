// SPDX-License-Identifier: Apache-2.0
#include "cli/host_source.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <poll.h>
#include <sys/stat.h>

#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "cli/duration.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "collect/interrupt.h"
#include "collect/site_facts.h"
#include "facts/json.h"

namespace rocelint::cli {

namespace {

// In a dead tree, that tree's own: they are of the same host.
constexpr auto kSiteFacts = "/etc/rocelint/facts.d";

// What --interval reads at its start: the modules that read counters. Neither verbs nor DCB are
// asked twice in one run.
constexpr std::array<std::string_view, 4> kCounterModules{"counters", "fec", "pause", "pcie"};

HostReading refused(Diagnostic why) {
  return {.snapshot = std::nullopt, .since = {}, .errors = {std::move(why)}, .warnings = {}};
}

ProbeOptions options_of(const ProbeSettings& settings) {
  ProbeOptions options;
  options.root = settings.root;
  options.timeout = parse_duration(settings.timeout).value_or(options.timeout);
  options.module_timeout = options.timeout / 5;
  options.verbs = !settings.no_verbs;
  options.deep = settings.deep;
  return options;
}

// Ctrl-C cuts the window short; what was seen by then is judged.
void wait(std::chrono::milliseconds time) {
  const Progress progress("watching the counters");
  const InterruptWatch interrupt;
  pollfd ready{.fd = interrupt.fd(), .events = POLLIN, .revents = 0};
  poll(&ready, 1, static_cast<int>(time.count()));
}

HostReading watch_host(const ProbeSettings& settings, std::chrono::milliseconds interval) {
  auto options = options_of(settings);
  options.verbs = false;
  options.deep = false;
  options.modules.assign(kCounterModules.begin(), kCounterModules.end());
  auto since = probe(options);
  wait(interval);
  auto host = probe_host(settings);
  host.since = std::move(since);
  return host;
}

void read_earlier(const std::string& file, HostReading& host) {
  auto earlier = read_host(file);
  host.since = std::move(earlier.snapshot);
  if (!host.since) {
    host.snapshot.reset();
    host.errors = std::move(earlier.errors);
  }
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
  command.add_flag("--deep", settings.deep,
                   "also what is slow or needs root: modules (optics),\ncongestion control");
}

void add_host_options(CLI::App& command, HostSettings& settings) {
  auto* snapshot = command
                       .add_option("--snapshot", settings.snapshot,
                                   "judge a saved host (rocelint probe); - is stdin")
                       ->type_name("FILE");
  add_probe_options(command, settings.probe);
  for (const auto* name : {"--root", "--timeout", "--no-verbs", "--deep"}) {
    command.get_option(name)->excludes(snapshot);
  }
  auto* since = command
                    .add_option("--since", settings.since,
                                "judge how counters grew since that snapshot of\n"
                                "the same boot")
                    ->type_name("FILE");
  command
      .add_option("--interval", settings.interval,
                  "read the counters twice, so far apart, and judge\nhow they grew: 10s")
      ->type_name("TIME")
      ->check([](const std::string& text) { return duration_complaint(text); })
      ->excludes(snapshot)
      ->excludes(since)
      ->excludes(command.get_option("--root"));
}

HostReading look_at_host(const HostSettings& settings) {
  if (const auto interval = parse_duration(settings.interval)) {
    return watch_host(settings.probe, *interval);
  }
  auto host = settings.snapshot.empty() ? probe_host(settings.probe) : read_host(settings.snapshot);
  if (host.snapshot && !settings.since.empty()) {
    read_earlier(settings.since, host);
  }
  return host;
}

HostReading probe_host(const ProbeSettings& settings) {
  if (const auto complaint = complaint_about_root(settings.root)) {
    return refused(*complaint);
  }
  const auto options = options_of(settings);
  const Progress progress("probing this host");
  auto snapshot = probe(options);
  auto notes = add_site_facts(options.root + kSiteFacts, snapshot);
  return {.snapshot = std::move(snapshot), .since = {}, .errors = {}, .warnings = std::move(notes)};
}

HostReading read_host(const std::string& file) {
  const auto text = read_input(file, kMaxJsonBytes);
  if (!text) {
    return refused(text.error());
  }
  auto reading = read_snapshot(*text, file);
  return {.snapshot = std::move(reading.snapshot),
          .since = {},
          .errors = std::move(reading.errors),
          .warnings = std::move(reading.warnings)};
}

}  // namespace rocelint::cli
