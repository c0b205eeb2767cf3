// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "cli/command.h"
#include "cli/host_source.h"
#include "cli/report_format.h"
#include "cli/site.h"

namespace rocelint::cli {

enum class Format : std::uint8_t { text, json };

void add_format_option(CLI::App& command, Format& format);

/// How a host is judged and how the report is written.
struct JudgingSettings {
  SiteSettings site;
  std::vector<std::string> fail_on{"not_ready", "degraded", "undetermined"};
  std::string baseline;  ///< file with an earlier report
  ReportFormat format{ReportFormat::text};
  std::vector<std::string> outputs;  ///< FORMAT=FILE
  bool require_policy = false;
  bool confirm = false;  ///< a failed blocker is read again before it counts
  bool quiet = false;
  bool verbose = false;
};

/// Options of the report itself: --format, -q, -v.
void add_report_options(CLI::App& command, JudgingSettings& settings);

/// What is wrong with the policy, the rules or the earlier report: found out before a host is read
/// for long.
[[nodiscard]] Diagnostics complaints_about(const JudgingSettings& settings);

/// Judges what was read and writes the report. `heading` goes above a report in text.
[[nodiscard]] CommandOutput judge_host(HostReading host, const JudgingSettings& settings,
                                       const std::string& heading);

}  // namespace rocelint::cli
