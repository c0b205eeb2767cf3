// SPDX-License-Identifier: Apache-2.0
#include "cli/io/host_source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <sys/stat.h>
#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/check.h"
#include "rocelint/snapshot.h"

#include "base/text_file.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/io/duration.h"
#include "cli/io/input.h"
#include "cli/io/job_options.h"
#include "cli/io/progress.h"
#include "cli/io/wait.h"
#include "facts/json/facts_json.h"
#include "inputs/host_root.h"
#include "inputs/job_settings.h"
#include "inputs/node_facts.h"
#include "inputs/site_facts.h"
#include "os/sysfs/files.h"
#include "probe/probe_run_context.h"

namespace rocelint::cli {

namespace {

// In a dead tree, that tree's own: they are of the same host.
constexpr auto kSiteFacts = "/etc/rocelint/facts.d";

// What --interval reads at its start: the modules that read counters. Neither verbs nor DCB are
// asked twice in one run.
constexpr std::array<std::string_view, 4> kCounterModules{"counters", "fec", "pause", "pcie"};

HostReading refused(Diagnostics errors) {
  HostReading reading;
  reading.errors = std::move(errors);
  return reading;
}

ProbeOptions options_of(const ProbeSettings& settings) {
  ProbeOptions options;
  options.root = settings.root;
  options.host_root = settings.host_root;
  options.timeout = parse_duration(settings.timeout).value_or(options.timeout);
  options.module_timeout = options.timeout / 5;
  options.verbs = !settings.no_verbs;
  options.deep = settings.deep;
  return options;
}

// A dead tree that is not there would read as a host without a single device.
std::optional<Diagnostic> diagnostic_about_root(const ProbeSettings& settings) {
  if (!settings.host_root.empty()) {
    return diagnostic_about_host_root(settings.host_root,
                                      read_run_context(Files()).host_network_namespace);
  }
  const auto& root = settings.root;
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
    return Diagnostic{.file = root, .line = 0, .column = 0, .text = "--root: is not a directory"};
  }
  return std::nullopt;
}

/// What is laid over a host or held against it. It is read before the host: a file that is wrong
/// need not wait for an --interval, and a pipe can be read only once.
struct GivenFiles {
  JobSource job;
  std::optional<Snapshot> node = std::nullopt;  ///< of --node-facts
  std::optional<Snapshot> since = std::nullopt;
  Diagnostics warnings = {};
};

tl::expected<GivenFiles, Diagnostics> read_given_files(const HostSettings& settings) {
  auto job = read_job_source(settings.probe.job, settings.probe.host_root);
  if (!job.errors.empty()) {
    return tl::unexpected(std::move(job.errors));
  }
  GivenFiles given{.job = std::move(job.source)};
  for (const auto& [file, snapshot] : {std::pair(&settings.probe.node_facts, &given.node),
                                       std::pair(&settings.since, &given.since)}) {
    if (file->empty()) {
      continue;
    }
    auto host = read_host(*file);
    if (!host.snapshot) {
      return tl::unexpected(std::move(host.errors));
    }
    *snapshot = std::move(host.snapshot);
    std::ranges::move(host.warnings, std::back_inserter(given.warnings));
  }
  return given;
}

/// A live host or a dead tree with what is laid over it.
struct ProbeSource {
  ProbeSettings settings;
  GivenFiles given;
};

/// Fills what a snapshot of the same machine knows and this one does not.
void fill_from_node(const std::optional<Snapshot>& node, const std::string& file,
                    HostReading& host) {
  if (!node || !host.snapshot) {
    return;
  }
  auto note = add_node_facts(*node, file, *host.snapshot);
  if (note) {
    host.warnings.push_back(*std::move(note));
  } else {
    host.snapshot.reset();
    host.errors = {std::move(note.error())};
  }
}

HostReading probe_and_fill(const ProbeSource& source) {
  const auto& settings = source.settings;
  const auto options = options_of(settings);
  const Progress progress("probing this host");
  HostReading host;
  host.warnings = source.given.warnings;
  host.snapshot = probe(options);
  fill_from_node(source.given.node, settings.node_facts, host);
  if (!host.snapshot) {
    return host;
  }
  const auto& files = options.host_root.empty() ? options.root : options.host_root;
  const auto add = [&](Diagnostics notes) {
    std::ranges::move(notes, std::back_inserter(host.warnings));
  };
  add(add_site_facts(files + kSiteFacts,
                     {.run_programs = settings.facts_exec, .deadline = options.module_timeout},
                     *host.snapshot));
  add(add_job(source.given.job, {.root = files, .deadline = options.module_timeout},
              *host.snapshot));
  return host;
}

// Ctrl-C cuts the window short; what was seen by then is judged.
HostReading watch_host(const ProbeSource& source, std::chrono::milliseconds interval) {
  auto options = options_of(source.settings);
  options.verbs = false;
  options.deep = false;
  options.modules.assign(kCounterModules.begin(), kCounterModules.end());
  auto since = probe(options);
  wait_for(interval, "watching the counters");
  auto host = probe_and_fill(source);
  host.since = std::move(since);
  return host;
}

HostReading look_at_live_host(const ProbeSource& source, const std::string& interval) {
  const auto time = parse_duration(interval);
  auto host = time ? watch_host(source, *time) : probe_and_fill(source);
  host.look_again = [source] { return probe_and_fill(source); };
  return host;
}

/// A saved host, with the job and the node that are given for it.
HostReading read_saved_host(const HostSettings& settings, const GivenFiles& given) {
  auto host = read_host(settings.snapshot);
  std::ranges::copy(given.warnings, std::back_inserter(host.warnings));
  fill_from_node(given.node, settings.probe.node_facts, host);
  if (host.snapshot && given.job.file) {
    lay_job_over(*given.job.file, *host.snapshot);
  }
  return host;
}

}  // namespace

void add_probe_options(CommandLine& command, ProbeSettings& settings) {
  constexpr auto kSource = OptionGroup::source;
  command.options.insert(
      command.options.end(),
      {{.names = "--root",
        .value = "DIR",
        .help = "read an offline sysfs tree below DIR; netlink and verbs are off",
        .target = &settings.root,
        .group = kSource,
        .check = validate_name},
       {.names = "--host-root",
        .value = "DIR",
        .help = "in a container: where the host's / is mounted; netlink and verbs stay live",
        .target = &settings.host_root,
        .group = kSource,
        .check = validate_name,
        .excludes = {"--root"}},
       {.names = "--node-facts",
        .value = "FILE",
        .help = "snapshot of this machine, taken on the node itself: fills in what can't be read "
                "here, such as in a container",
        .target = &settings.node_facts,
        .group = kSource,
        .check = validate_name},
       {.names = "--timeout",
        .value = "TIME",
        .help = "limit for the whole probe: 500ms, 5s (default), 1m; each device gets a fifth",
        .target = &settings.timeout,
        .group = kSource,
        .check = duration_diagnostic},
       {.names = "--no-verbs",
        .help = "do not open libibverbs and its devices",
        .target = &settings.no_verbs,
        .group = kSource},
       {.names = "--deep",
        .help = "also read what is slow or needs root: transceivers, congestion control",
        .target = &settings.deep,
        .group = kSource},
       {.names = "--facts-exec",
        .help = "run the programs in /etc/rocelint/facts.d, which print site facts",
        .target = &settings.facts_exec,
        .group = kSource,
        .excludes = {"--root", "--host-root"}}});
  add_job_options(command, settings.job);
  for (const auto* name : {"--job-env", "--pid"}) {
    command.at(name).excludes.emplace_back("--root");
  }
}

void add_host_options(CommandLine& command, HostSettings& settings) {
  command.options.push_back({.names = "--snapshot",
                             .value = "FILE",
                             .help = "check a saved host (rocelint probe); - is stdin",
                             .target = &settings.snapshot,
                             .group = OptionGroup::source,
                             .check = validate_name});
  add_probe_options(command, settings.probe);
  for (const auto* name : {"--root", "--timeout", "--no-verbs", "--deep", "--host-root",
                           "--facts-exec", "--job-env", "--pid"}) {
    command.at(name).excludes.emplace_back("--snapshot");
  }
  add_traffic_class_option(command, settings.probe.job);
  command.options.insert(
      command.options.end(),
      {{.names = "--since",
        .value = "FILE",
        .help = "check how counters grew since that snapshot of the same boot",
        .target = &settings.since,
        .group = OptionGroup::window,
        .check = validate_name},
       {.names = "--interval",
        .value = "TIME",
        .help = "read the counters twice, this far apart, and check how they grew: 10s",
        .target = &settings.interval,
        .group = OptionGroup::window,
        .check = duration_diagnostic,
        .excludes = {"--snapshot", "--since", "--root"}}});
}

HostReading look_at_host(const HostSettings& settings) {
  if (auto diagnostic = diagnostic_about_root(settings.probe)) {
    return refused({*std::move(diagnostic)});
  }
  auto given = read_given_files(settings);
  if (!given) {
    return refused(std::move(given.error()));
  }
  auto since = std::exchange(given->since, std::nullopt);
  auto host = settings.snapshot.empty()
                  ? look_at_live_host({.settings = settings.probe, .given = *std::move(given)},
                                      settings.interval)
                  : read_saved_host(settings, *given);
  if (since) {
    host.since = std::move(since);
  }
  host.traffic_class = settings.probe.job.traffic_class;
  return host;
}

HostReading probe_host(const ProbeSettings& settings) {
  HostSettings host;
  host.probe = settings;
  return look_at_host(host);
}

HostReading read_host(const std::string& file) {
  const auto text = read_input(file, kMaxJsonBytes, kWindowPatience);
  if (!text) {
    return refused({text.error()});
  }
  auto reading = read_snapshot(*text, file);
  HostReading host;
  host.snapshot = std::move(reading.snapshot);
  host.errors = std::move(reading.errors);
  host.warnings = std::move(reading.warnings);
  return host;
}

bool was_interrupted(const Snapshot& snapshot) {
  return snapshot.probe.interrupted.is(true);
}

std::string note_if_partial(const Snapshot& snapshot, std::string_view what) {
  return was_interrupted(snapshot)
             ? line_of("interrupted: the " + std::string(what) + " is partial")
             : "";
}

}  // namespace rocelint::cli
