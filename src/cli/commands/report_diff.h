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

/// A finding as far as reports are compared by it.
struct FindingBrief {
  std::string id;
  std::string rule;
  std::string subject;  ///< "mlx5_0", "host"
  std::string severity;
  std::string outcome;
  bool follows = false;   ///< it folds under a root cause
  bool accepted = false;  ///< unknown, and the policy accepts that

  bool operator==(const FindingBrief&) const = default;
};

struct ReportBrief {
  std::string hostname;
  std::string policy;  ///< "acme@3f9a1c"
  std::string verdict;
  std::string gate;
  std::vector<FindingBrief> findings;  ///< those that failed, are unknown or waived
};

[[nodiscard]] ReportBrief brief_of(const Report& report);

struct ReportReading {
  std::optional<ReportBrief> report;
  Diagnostics errors;
};
/// Reads what `check --format json` wrote.
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
[[nodiscard]] std::vector<FindingChange> compare(const ReportBrief& before,
                                                 const ReportBrief& after);

/// "NOT READY".
[[nodiscard]] std::string verdict_in_words(const std::string& verdict);

/// One line for each kind of change of a rule, subjects folded: "+ pfc-off mlx5_0-7: fails".
[[nodiscard]] std::vector<std::string> lines_of(const std::vector<FindingChange>& changes);
void write_changes(JsonWriter& out, const std::vector<FindingChange>& changes);

}  // namespace rocelint::cli
