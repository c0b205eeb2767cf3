// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/confirm.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

namespace rocelint {
namespace {

using Ids = std::set<std::string>;

template <class Counts>
Ids failed(const Report& report, Counts counts) {
  Ids ids;
  for (const auto& finding : report.findings) {
    if (finding.outcome == Outcome::fail && counts(finding)) {
      ids.insert(finding.id);
    }
  }
  return ids;
}

bool is_blocker(const Finding& finding) {
  return finding.severity == Severity::blocker;
}

}  // namespace

JudgedReading confirm_blockers(JudgedReading first, const LookAgain& look_again) {
  auto reading = std::move(first);
  auto blockers = failed(reading.report, is_blocker);
  Ids causes;  // of all readings: what follows from a cause comes and goes with it
  for (int readings = 1; readings < kMostReadings && !blockers.empty(); ++readings) {
    auto next = look_again();
    if (!next) {
      break;
    }
    causes.merge(failed(reading.report, [](const Finding& finding) {
      return is_blocker(finding) && finding.folded_under.empty();
    }));
    reading = *std::move(next);
    auto& unconfirmed = reading.report.unconfirmed.emplace();
    std::ranges::set_difference(causes, failed(reading.report, [](const auto&) { return true; }),
                                std::back_inserter(unconfirmed));
    auto again = failed(reading.report, is_blocker);
    const bool confirmed =
        std::ranges::any_of(again, [&](const auto& id) { return blockers.contains(id); });
    if (confirmed) {
      break;
    }
    blockers = std::move(again);
  }
  return reading;
}

}  // namespace rocelint
