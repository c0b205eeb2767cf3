// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/io/earlier_report.h"
#include "cli/io/host_source.h"
#include "cli/io/site.h"
#include "cli/report_format.h"

namespace rocelint::cli {

enum class Format : std::uint8_t { text, json };

void add_format_option(CommandLine& command, Format& format);

/// What --fail-on takes.
[[nodiscard]] std::vector<std::string_view> fail_on_names();

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
void add_report_options(CommandLine& command, JudgingSettings& settings);

/// What hosts are judged by, read and checked: before a host is, which may take an --interval, and
/// but once, since it may come from a pipe.
struct PreparedJudging {
  JudgingSettings settings;
  Site site;
  std::optional<EarlierReport> earlier;
};

/// All that is wrong with the policy, the rules or the earlier report where there is anything.
[[nodiscard]] tl::expected<PreparedJudging, Diagnostics> prepare_judging(
    const JudgingSettings& settings);

/// Judges what was read and writes the report. `heading` goes above a report in text.
[[nodiscard]] CommandOutput judge_host(HostReading host, const PreparedJudging& judging,
                                       const std::string& heading);

}  // namespace rocelint::cli
