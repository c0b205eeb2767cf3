// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/io/judging.h"
#include "cli/samples.h"

namespace rocelint::cli {

namespace {

constexpr auto kPolicy = "lossless-dscp26";
constexpr auto kDefaultSample = "faulty";
constexpr auto kFooter = R"(Examples:
  rocelint demo            a host with faults, as "rocelint check" would show it
  rocelint demo healthy
  rocelint demo --list

Exit codes: those of "rocelint check" on that host, so 1 for the faulty one.)";

struct DemoSettings {
  JudgingSettings judging;
  std::string name = kDefaultSample;
  bool list = false;
  bool snapshot = false;
};

std::vector<std::string_view> sample_names() {
  std::vector<std::string_view> names;
  std::ranges::transform(samples(), std::back_inserter(names), &Sample::name);
  return names;
}

CommandOutput list_samples() {
  CommandOutput output;
  for (const auto name : sample_names()) {
    output.out += fmt::format("{}\n", name);
  }
  return output;
}

CommandOutput demo(const DemoSettings& settings) {
  if (settings.list) {
    return list_samples();
  }
  const auto sample = std::ranges::find(samples(), settings.name, &Sample::name);
  if (settings.snapshot) {
    return {.out = std::string(sample->snapshot)};
  }
  auto by_profile = settings.judging;
  by_profile.site.policy = kPolicy;
  const auto judging = prepare_judging(by_profile);
  if (!judging) {
    return usage_error(judging.error());
  }
  auto reading = read_snapshot(sample->snapshot, "sample " + settings.name);
  const auto heading = fmt::format("SAMPLE: an invented host.  Policy: {}.\n\n", kPolicy);
  return judge_host({.snapshot = std::move(reading.snapshot),
                     .since = {},
                     .errors = std::move(reading.errors),
                     .warnings = std::move(reading.warnings)},
                    *judging, settings.judging.quiet ? "SAMPLE: " : heading);
}

}  // namespace

void declare_demo(CommandLine& command) {
  const auto settings = std::make_shared<DemoSettings>();
  command.options = {
      {.names = "SAMPLE",
       .help = "the sample host: faulty (default) or healthy",
       .target = &settings->name,
       .one_of = sample_names()},
      {.names = "--list", .help = "list the sample hosts", .target = &settings->list},
      {.names = "--snapshot",
       .help = "print the snapshot of the sample without checking it",
       .target = &settings->snapshot}};
  add_report_options(command, settings->judging);
  command.footer = kFooter;
  command.run = [settings] { return demo(*settings); };
}

}  // namespace rocelint::cli
