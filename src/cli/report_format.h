// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"

#include "cli/command_line.h"

namespace rocelint::cli {

/// What a report can be written as.
enum class ReportFormat : std::uint8_t { text, json, ndjson, junit, prometheus, gate };

[[nodiscard]] std::optional<ReportFormat> report_format(std::string_view name);
[[nodiscard]] std::vector<std::string_view> report_format_names();

[[nodiscard]] Option report_format_option(ReportFormat& format);

/// Text is as `options` say; the other formats take only the verbosity from them.
[[nodiscard]] std::string write_report(const Report& report, ReportFormat format,
                                       const TextOptions& options);

}  // namespace rocelint::cli
