// SPDX-License-Identifier: Apache-2.0
#include "judge/confirm.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

namespace rocelint {
namespace {

/// Failed blockers by id, each with the id of the finding that it follows from, if it does.
using FailedBlockers = std::map<std::string, std::string>;

/// A consequence may change its cause from one reading to the next, so it is one of them.
FailedBlockers failed_blockers(const Report& report) {
  FailedBlockers failed;
  for (const auto& finding : report.findings) {
    if (finding.outcome == Outcome::fail && finding.severity == Severity::blocker) {
      failed.emplace(finding.id, finding.folded_under);
    }
  }
  return failed;
}

std::set<std::string> failures(const Report& report) {
  std::set<std::string> failed;
  for (const auto& finding : report.findings) {
    if (finding.outcome == Outcome::fail) {
      failed.insert(finding.id);
    }
  }
  return failed;
}

bool have_one_in_common(const FailedBlockers& a, const FailedBlockers& b) {
  return std::ranges::any_of(a, [&](const auto& blocker) { return b.contains(blocker.first); });
}

/// What went away with its cause is not named: the cause is.
std::vector<std::string> gone(const FailedBlockers& seen, const Report& report) {
  const auto failed = failures(report);
  std::vector<std::string> ids;
  for (const auto& [id, cause] : seen) {
    const bool went_with_it = seen.contains(cause) && !failed.contains(cause);
    if (!failed.contains(id) && !went_with_it) {
      ids.push_back(id);
    }
  }
  return ids;
}

}  // namespace

JudgedReading confirm_blockers(JudgedReading first, const LookAgain& look_again) {
  auto reading = std::move(first);
  auto last = failed_blockers(reading.report);
  FailedBlockers seen;
  for (int readings = 1; readings < kMostReadings && !last.empty(); ++readings) {
    auto next = look_again();
    if (!next) {
      break;
    }
    seen.insert(last.begin(), last.end());
    auto failing = failed_blockers(next->report);
    reading = *std::move(next);
    reading.report.unconfirmed = gone(seen, reading.report);
    if (have_one_in_common(last, failing)) {
      break;
    }
    last = std::move(failing);
  }
  return reading;
}

}  // namespace rocelint
