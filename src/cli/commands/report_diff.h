// SPDX-License-Identifier: Apache-2.0
#pragma once

// What differs between two reports.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"

#include "report/json/json_writer.h"

namespace rocelint::cli {

struct ReportReading {
  std::optional<Report> report;
  Diagnostics errors;
};
/// Reads what `check --format json` wrote, as far as reports are compared: policy, host, verdict,
/// gate, and of each finding what it is about and what came of it.
[[nodiscard]] ReportReading read_report(std::string_view json, const std::string& file);

/// One finding that is not the same in both; the state of a rule that passes, does not apply or was
/// not asked is empty.
struct FindingChange {
  std::string id;
  std::string rule;
  std::string subject;
  std::string before;  ///< "fails (blocker)", "unknown (error)", "unknown, accepted", "waived"
  std::string after;
};

/// In the order of the second report, then what is gone.
[[nodiscard]] std::vector<FindingChange> compare(const Report& before, const Report& after);

/// "NOT READY".
[[nodiscard]] std::string verdict_in_words(const Report& report);

/// One line for each kind of change of a rule, subjects folded: "+ pfc-off mlx5_0-7: fails".
[[nodiscard]] std::vector<std::string> lines_of(const std::vector<FindingChange>& changes);
void write_changes(JsonWriter& out, const std::vector<FindingChange>& changes);

}  // namespace rocelint::cli
