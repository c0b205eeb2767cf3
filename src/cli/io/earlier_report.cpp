// SPDX-License-Identifier: Apache-2.0
#include "cli/io/earlier_report.h"

#include <cstddef>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"

#include "base/text_file.h"
#include "cli/commands/report_diff.h"

namespace rocelint::cli {

namespace {

constexpr std::size_t kMostReportBytes = 64'000'000;

}  // namespace

tl::expected<EarlierReport, Diagnostics> read_earlier_report(const std::string& file) {
  const auto text = read_input(file, kMostReportBytes);
  if (!text) {
    return tl::unexpected(Diagnostics{text.error()});
  }
  auto reading = read_report(*text, file);
  if (!reading.report) {
    return tl::unexpected(std::move(reading.errors));
  }
  EarlierReport earlier{.failures = {.file = file, .failed = {}},
                        .hostname = reading.report->run_context.hostname};
  for (auto& finding : reading.report->findings) {
    if (finding.outcome == Outcome::fail && finding.folded_under.empty()) {
      earlier.failures.failed.insert(std::move(finding.id));
    }
  }
  return earlier;
}

Diagnostics diagnostic_about_host(const EarlierReport& earlier, const Report& report) {
  if (earlier.hostname == report.run_context.hostname) {
    return {};
  }
  return {{.file = earlier.failures.file,
           .line = 0,
           .column = 0,
           .text = "is of " + earlier.hostname + ", not of " + report.run_context.hostname}};
}

}  // namespace rocelint::cli
