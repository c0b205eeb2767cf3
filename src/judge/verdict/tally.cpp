// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/tally.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

/// Which outcomes a rule had on its subjects.
struct RuleOutcomes {
  Severity severity{Severity::info};
  bool failed = false;
  bool followed = false;
  bool unknown = false;
  bool open = false;  ///< unknown where the policy does not accept it
  bool waived = false;
  bool passed = false;

  void add(const JudgedFinding& judged) {
    severity = judged.severity;
    switch (judged.finding.outcome) {
      case Outcome::fail:
        (judged.is_root_cause() ? failed : followed) = true;
        break;
      case Outcome::unknown:
        unknown = true;
        open = open || !judged.finding.accepted;
        break;
      case Outcome::waived:
        waived = true;
        break;
      case Outcome::pass:
      case Outcome::not_applicable:
        break;
    }
  }
  [[nodiscard]] bool accepted() const { return unknown && !open; }
  [[nodiscard]] bool applicable() const {
    return failed || followed || unknown || waived || passed;
  }

  [[nodiscard]] std::int64_t& counter(Counts& counts) const {
    if (failed) {
      return counts.fail;
    }
    if (followed) {
      return counts.follows;
    }
    if (unknown) {
      return counts.unknown;
    }
    if (waived) {
      return counts.waived;
    }
    return passed ? counts.pass : counts.not_applicable;
  }
};

}  // namespace

Tally tally_of(std::span<const JudgedFinding> findings, std::span<const SettledFinding> settled,
               std::size_t not_run) {
  std::map<const Rule*, RuleOutcomes> rules;
  for (const auto& judged : findings) {
    rules[judged.rule].add(judged);
  }
  for (const auto& finding : settled) {
    auto& outcomes = rules[finding.rule];
    outcomes.severity = finding.severity;
    outcomes.passed = outcomes.passed || finding.outcome == Outcome::pass;
  }
  Tally tally;
  tally.counts.not_applicable = static_cast<std::int64_t>(not_run);
  for (const auto& [rule, outcomes] : rules) {
    ++outcomes.counter(tally.counts);
    if (outcomes.unknown && (outcomes.failed || outcomes.followed)) {
      ++tally.counts.unknown;  // it failed on one port and is open on another: both are told
    }
    tally.counts.accepted += outcomes.accepted() ? 1 : 0;
    if (outcomes.applicable()) {
      auto& coverage = tally.coverage.at(outcomes.severity);
      ++coverage.applicable;
      coverage.decided += outcomes.unknown ? 0 : 1;
      coverage.accepted += outcomes.accepted() ? 1 : 0;
    }
  }
  return tally;
}

}  // namespace rocelint
