// SPDX-License-Identifier: Apache-2.0
#include "cli/report_format.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/report.h"

#include "cli/command_line.h"
#include "report/report_formats.h"

namespace rocelint::cli {
namespace {

constexpr std::array<std::pair<std::string_view, ReportFormat>, 6> kFormats{
    {{"text", ReportFormat::text},
     {"json", ReportFormat::json},
     {"ndjson", ReportFormat::ndjson},
     {"junit", ReportFormat::junit},
     {"prometheus", ReportFormat::prometheus},
     {"gate", ReportFormat::gate}}};

}  // namespace

std::optional<ReportFormat> report_format(std::string_view name) {
  const auto* const row =
      std::ranges::find(kFormats, name, &std::pair<std::string_view, ReportFormat>::first);
  return row == kFormats.end() ? std::nullopt : std::optional(row->second);
}

std::vector<std::string_view> report_format_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, format] : kFormats) {
    names.push_back(name);
  }
  return names;
}

Option report_format_option(ReportFormat& format) {
  return {.names = "--format",
          .value = "FORMAT",
          .help = "text (default), json, ndjson, junit, prometheus or gate",
          .target =
              [&format](const std::string& name) { format = report_format(name).value_or(format); },
          .one_of = report_format_names()};
}

std::string write_report(const Report& report, ReportFormat format, const TextOptions& options) {
  switch (format) {
    case ReportFormat::text:
      break;
    case ReportFormat::json:
      return write_json(report, options.verbosity);
    case ReportFormat::ndjson:
      return write_ndjson(report, options.verbosity);
    case ReportFormat::junit:
      return write_junit(report);
    case ReportFormat::prometheus:
      return write_prometheus(report);
    case ReportFormat::gate:
      return write_gate(report);
  }
  return write_text(report, options);
}

}  // namespace rocelint::cli
