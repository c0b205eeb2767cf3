// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "rocelint/snapshot.h"

#include "base/text.h"
#include "cli/command.h"
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

const Sample* find_sample(std::string_view name) {
  const auto all = samples();
  const auto found = std::ranges::find(all, name, &Sample::name);
  return found == all.end() ? nullptr : &*found;
}

CommandOutput unknown_sample(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& sample : samples()) {
    names.emplace_back(sample.name);
  }
  return usage_error("there is no sample host \"" + name + "\"; there are " + join(names, ", "));
}

CommandOutput list_samples() {
  CommandOutput output;
  for (const auto& sample : samples()) {
    output.out += fmt::format("{}\n", sample.name);
  }
  return output;
}

CommandOutput demo(const DemoSettings& settings) {
  if (settings.list) {
    return list_samples();
  }
  const auto* sample = find_sample(settings.name);
  if (sample == nullptr) {
    return unknown_sample(settings.name);
  }
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

void add_demo(CLI::App& app, Command& chosen) {
  auto* command = app.add_subcommand("demo", "Show the report of a bundled sample host");
  const auto settings = std::make_shared<DemoSettings>();
  command->add_option("name", settings->name, "which host: faulty (default) or healthy");
  command->add_flag("--list", settings->list, "names of the sample hosts");
  command->add_flag("--snapshot", settings->snapshot, "print its snapshot, judge nothing");
  add_report_options(*command, settings->judging);
  command->footer(kFooter);
  command->callback([settings, &chosen] { chosen = [settings] { return demo(*settings); }; });
}

}  // namespace rocelint::cli
