// SPDX-License-Identifier: Apache-2.0
#include "cli/judging.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command.h"
#include "cli/host_source.h"
#include "cli/input.h"
#include "cli/output_files.h"
#include "cli/report_diff.h"
#include "cli/report_format.h"
#include "cli/site.h"
#include "cli/terminal.h"
#include "cli/wait.h"
#include "engine/confirm.h"
#include "engine/engine.h"
#include "policy/policy.h"

namespace rocelint::cli {

namespace {

constexpr std::size_t kMostReportBytes = 64'000'000;

std::set<FailOn> fail_on_of(const JudgingSettings& settings) {
  static const std::map<std::string, FailOn> kNames{{"not_ready", FailOn::not_ready},
                                                    {"degraded", FailOn::degraded},
                                                    {"undetermined", FailOn::undetermined},
                                                    {"warning", FailOn::warning},
                                                    {"new", FailOn::new_failure}};
  std::set<FailOn> fail_on;
  for (const auto& name : settings.fail_on) {
    const auto row = kNames.find(name);
    if (row != kNames.end()) {
      fail_on.insert(row->second);
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

/// An earlier report, as far as this one is held against it.
struct Earlier {
  Baseline failures;
  std::string hostname;
};

/// Findings are told apart by PCI address: those of another host look like fixed and new ones.
std::string complaint_about_host(const std::string& hostname, const Report& report,
                                 const JudgingSettings& settings) {
  if (hostname == report.vantage.hostname) {
    return "";
  }
  return lines_of({{.file = settings.baseline,
                    .line = 0,
                    .column = 0,
                    .text = "is of " + hostname + ", not of " + report.vantage.hostname}});
}

/// Nothing where none is asked for. A failure against an earlier report without one is an error of
/// use: nothing would ever be new.
tl::expected<std::optional<Earlier>, Diagnostics> baseline_of(const JudgingSettings& settings) {
  if (settings.baseline.empty()) {
    const auto complaint = [](std::string text) {
      return Diagnostics{{.file = "--fail-on", .line = 0, .column = 0, .text = std::move(text)}};
    };
    if (std::ranges::find(settings.fail_on, "new") != settings.fail_on.end()) {
      return tl::unexpected(complaint("new needs --baseline FILE"));
    }
    return std::nullopt;
  }
  const auto text = read_input(settings.baseline, kMostReportBytes);
  if (!text) {
    return tl::unexpected(Diagnostics{text.error()});
  }
  auto reading = read_report(*text, settings.baseline);
  if (!reading.report) {
    return tl::unexpected(std::move(reading.errors));
  }
  Earlier earlier{.failures = {.file = settings.baseline, .failed = {}},
                  .hostname = reading.report->hostname};
  for (auto& finding : reading.report->findings) {
    if (finding.outcome == to_string(Outcome::fail) && !finding.follows) {
      earlier.failures.failed.insert(std::move(finding.id));
    }
  }
  return earlier;
}

std::optional<JudgedReading> judge_again(const HostReading& host, const JudgeOptions& options,
                                         std::string& notes) {
  constexpr std::chrono::seconds kPause{2};
  if (!wait_for(kPause, "waiting to read what failed again")) {
    notes += line_of("interrupted: what failed was not read again");
    return std::nullopt;
  }
  auto again = host.look_again();
  if (again.snapshot && was_interrupted(*again.snapshot)) {
    notes += line_of("interrupted: what failed was not read again");
    return std::nullopt;
  }
  auto judgement = again.snapshot ? judge(*again.snapshot, options) : Judgement{};
  if (!judgement.report) {
    notes += lines_of(again.errors) + lines_of(judgement.errors) +
             line_of("what failed could not be read again");
    return std::nullopt;
  }
  notes = lines_of(again.warnings) + lines_of(judgement.warnings);
  return JudgedReading{.snapshot = *std::move(again.snapshot),
                       .report = *std::move(judgement.report)};
}

/// The reading that counts, or why there is none. `notes` is what else there is to say about it.
tl::expected<JudgedReading, Diagnostics> judged(HostReading& host, const JudgeOptions& options,
                                                bool confirm, std::string& notes) {
  auto judgement = judge(*host.snapshot, options);
  if (!judgement.report) {
    return tl::unexpected(std::move(judgement.errors));
  }
  notes = lines_of(host.warnings) + lines_of(judgement.warnings);
  JudgedReading first{.snapshot = *std::move(host.snapshot),
                      .report = *std::move(judgement.report)};
  if (!confirm || !host.look_again || was_interrupted(first.snapshot)) {
    return first;
  }
  return confirm_blockers(std::move(first), [&] { return judge_again(host, options, notes); });
}

}  // namespace

void add_format_option(CLI::App& command, Format& format) {
  command
      .add_option_function<std::string>(
          "--format",
          [&format](const std::string& name) {
            format = name == "json" ? Format::json : Format::text;
          },
          "text (default) or json")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}).description(""));
}

void add_report_options(CLI::App& command, JudgingSettings& settings) {
  add_report_format_option(command, settings.format);
  auto* quiet = command.add_flag("-q,--quiet", settings.quiet, "one line");
  command.add_flag("-v,--verbose", settings.verbose, "also what passed and does not apply")
      ->excludes(quiet);
}

Diagnostics complaints_about(const JudgingSettings& settings) {
  auto errors = load_policy({.name_or_file = policy_of(settings.site), .set = settings.site.set},
                            shipped_profile_lookup())
                    .errors;
  std::ranges::move(load_all_rules(rule_folders_of(settings.site)).errors,
                    std::back_inserter(errors));
  if (settings.baseline != "-") {  // which can be read but once
    if (auto baseline = baseline_of(settings); !baseline) {
      std::ranges::move(baseline.error(), std::back_inserter(errors));
    }
  }
  return errors;
}

CommandOutput judge_host(HostReading host, const JudgingSettings& settings,
                         const std::string& heading) {
  if (!host.snapshot) {
    return usage_error(host.errors);
  }
  const auto policy = policy_of(settings.site);
  if (policy.empty() && settings.require_policy) {
    return usage_error(
        "--require-policy: neither --policy nor ROCELINT_POLICY names one and there is no "
        "/etc/rocelint/policy.yaml");
  }
  const auto baseline = baseline_of(settings);
  if (!baseline) {
    return usage_error(baseline.error());
  }
  std::string notes;
  const auto reading = judged(host,
                              {.policy = policy,
                               .rule_folders = rule_folders_of(settings.site),
                               .set = settings.site.set,
                               .fail_on = fail_on_of(settings),
                               .since = host.since ? &*host.since : nullptr,
                               .baseline = *baseline ? &(*baseline)->failures : nullptr,
                               .traffic_class = host.traffic_class},
                              settings.confirm, notes);
  if (!reading) {
    return usage_error(reading.error());
  }
  const auto& report = reading->report;
  if (*baseline) {
    notes += complaint_about_host((*baseline)->hostname, report, settings);
  }
  CommandOutput output{.out = written(report, settings, heading),
                       .err = std::move(notes),
                       .exit_code = report.exit_code};
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
