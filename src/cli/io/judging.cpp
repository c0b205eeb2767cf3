// SPDX-License-Identifier: Apache-2.0
#include "cli/io/judging.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "base/clock.h"
#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/io/earlier_report.h"
#include "cli/io/host_source.h"
#include "cli/io/output_files.h"
#include "cli/io/progress.h"
#include "cli/io/site.h"
#include "cli/io/terminal.h"
#include "cli/report_format.h"
#include "judge/engine.h"
#include "judge/verdict/confirm.h"

namespace rocelint::cli {

namespace {

constexpr std::array<std::pair<std::string_view, FailOn>, 5> kFailOn{
    {{"not_ready", FailOn::not_ready},
     {"degraded", FailOn::degraded},
     {"undetermined", FailOn::undetermined},
     {"warning", FailOn::warning},
     {"new", FailOn::new_failure}}};

std::set<FailOn> fail_on_of(const JudgingSettings& settings) {
  std::set<FailOn> fail_on;
  for (const auto& [name, verdict] : kFailOn) {
    if (std::ranges::find(settings.fail_on, name) != settings.fail_on.end()) {
      fail_on.insert(verdict);
    }
  }
  return fail_on;
}

Verbosity verbosity_of(const JudgingSettings& settings) {
  if (settings.quiet) {
    return Verbosity::quiet;
  }
  return settings.verbose ? Verbosity::verbose : Verbosity::normal;
}

std::string written(const Report& report, const JudgingSettings& settings,
                    const std::string& heading) {
  auto options = text_options(verbosity_of(settings));
  if (settings.format != ReportFormat::text) {
    return write_report(report, settings.format, options);
  }
  if (settings.quiet) {
    options.columns -= static_cast<int>(heading.size());  // it stands on the same line
  }
  return heading + write_text(report, options);
}

/// What an option lacks that can't be told from the command line alone.
Diagnostics diagnostics_about(const JudgingSettings& settings) {
  Diagnostics errors;
  const auto complain = [&](std::string option, std::string text) {
    errors.push_back({.file = std::move(option), .line = 0, .column = 0, .text = std::move(text)});
  };
  if (settings.require_policy && policy_of(settings.site).empty()) {
    complain("--require-policy",
             "neither --policy nor ROCELINT_POLICY names a policy, and there is no "
             "/etc/rocelint/policy.yaml");
  }
  // Nothing would ever be new.
  if (settings.baseline.empty() &&
      std::ranges::find(settings.fail_on, "new") != settings.fail_on.end()) {
    complain("--fail-on", "new needs --baseline FILE");
  }
  return errors;
}

/// What passed is shown by --verbose and by some formats; one line and plain JSON only count it.
ReportedFindings findings_for(const JudgingSettings& settings) {
  const bool leaves_them_out = (settings.format == ReportFormat::text && settings.quiet) ||
                               (settings.format == ReportFormat::json && !settings.verbose);
  return leaves_them_out && settings.outputs.empty() ? ReportedFindings::open
                                                     : ReportedFindings::all;
}

EngineOptions options_for(const PreparedJudging& judging, const HostReading& host) {
  return {.fail_on = fail_on_of(judging.settings),
          .now = current_second(),
          .since = host.since ? &*host.since : nullptr,
          .baseline = judging.earlier ? &judging.earlier->failures : nullptr,
          .traffic_class = host.traffic_class,
          .findings = findings_for(judging.settings)};
}

std::optional<JudgedReading> judge_again(const HostReading& host, const PreparedJudging& judging,
                                         std::string& notes) {
  constexpr std::chrono::seconds kPause{2};
  if (!wait_for(kPause, "waiting to read failed blockers again")) {
    notes += line_of("interrupted: failed blockers were not read again");
    return std::nullopt;
  }
  auto again = host.look_again();
  if (again.snapshot && was_interrupted(*again.snapshot)) {
    notes += line_of("interrupted: failed blockers were not read again");
    return std::nullopt;
  }
  // The window stays the one before the first reading.
  auto judgement = again.snapshot ? judge(*again.snapshot, judging.site.policy, judging.site.rules,
                                          options_for(judging, host))
                                  : Judgement{};
  if (!judgement.report) {
    notes += lines_of(again.errors) + lines_of(judgement.errors) +
             line_of("failed blockers could not be read again");
    return std::nullopt;
  }
  notes = lines_of(again.warnings) + lines_of(judgement.warnings);
  return JudgedReading{.snapshot = *std::move(again.snapshot),
                       .report = *std::move(judgement.report)};
}

/// The reading that counts, or why there is none. `notes` is what else there is to say about it.
tl::expected<JudgedReading, Diagnostics> judged(HostReading& host, const PreparedJudging& judging,
                                                std::string& notes) {
  auto judgement =
      judge(*host.snapshot, judging.site.policy, judging.site.rules, options_for(judging, host));
  if (!judgement.report) {
    return tl::unexpected(std::move(judgement.errors));
  }
  notes = lines_of(host.warnings) + lines_of(judgement.warnings);
  JudgedReading first{.snapshot = *std::move(host.snapshot),
                      .report = *std::move(judgement.report)};
  if (!judging.settings.confirm || !host.look_again || was_interrupted(first.snapshot)) {
    return first;
  }
  return confirm_blockers(std::move(first), [&] { return judge_again(host, judging, notes); });
}

}  // namespace

std::vector<std::string_view> fail_on_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, verdict] : kFailOn) {
    names.push_back(name);
  }
  return names;
}

void add_format_option(CommandLine& command, Format& format) {
  command.options.push_back({.names = "--format",
                             .value = "FORMAT",
                             .help = "text (default) or json",
                             .target =
                                 [&format](const std::string& name) {
                                   format = name == "json" ? Format::json : Format::text;
                                 },
                             .one_of = {"text", "json"}});
}

void add_report_options(CommandLine& command, JudgingSettings& settings) {
  command.options.push_back(report_format_option(settings.format));
  command.options.push_back(
      {.names = "-q,--quiet", .help = "print one line", .target = &settings.quiet});
  command.options.push_back({.names = "-v,--verbose",
                             .help = "also print what passed and what does not apply",
                             .target = &settings.verbose,
                             .excludes = {"--quiet"}});
}

tl::expected<PreparedJudging, Diagnostics> prepare_judging(const JudgingSettings& settings) {
  auto errors = diagnostics_about(settings);
  const auto complain = [&](Diagnostics more) {
    std::ranges::move(more, std::back_inserter(errors));
  };
  auto site = load_site(settings.site);
  if (!site) {
    complain(std::move(site.error()));
  }
  std::optional<EarlierReport> earlier;
  if (!settings.baseline.empty()) {
    if (auto reading = read_earlier_report(settings.baseline)) {
      earlier = *std::move(reading);
    } else {
      complain(std::move(reading.error()));
    }
  }
  if (!errors.empty()) {
    return tl::unexpected(std::move(errors));
  }
  return PreparedJudging{
      .settings = settings, .site = *std::move(site), .earlier = std::move(earlier)};
}

CommandOutput judge_host(HostReading host, const PreparedJudging& judging,
                         const std::string& heading) {
  if (!host.snapshot) {
    return usage_error(host.errors);
  }
  std::string notes;
  const auto reading = judged(host, judging, notes);
  if (!reading) {
    return usage_error(reading.error());
  }
  const auto& settings = judging.settings;
  const auto& report = reading->report;
  if (judging.earlier) {
    notes += lines_of(diagnostic_about_host(*judging.earlier, report));
  }
  CommandOutput output{.out = written(report, settings, heading),
                       .err = std::move(notes),
                       .exit_code = static_cast<int>(report.exit_code)};
  const auto lost =
      write_outputs(settings.outputs, report, reading->snapshot, verbosity_of(settings));
  if (!lost.empty()) {
    output.err += lines_of(lost);
    output.lost_a_file = true;
  }
  output.err += note_if_partial(reading->snapshot, "report");
  return output;
}

}  // namespace rocelint::cli
