// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/waive.h"

#include <chrono>
#include <span>
#include <string>

#include "rocelint/report.h"

#include "base/text.h"
#include "expr/expression.h"
#include "judge/judged_finding.h"
#include "policy/policy.h"

namespace rocelint {
namespace {

/// A waiver ends at 24:00 UTC of its day.
bool holds_at(const Waiver& waiver, std::chrono::sys_seconds now) {
  return now < waiver.until + std::chrono::days{1};
}

bool covers(const Waiver& waiver, const JudgedFinding& judged) {
  const bool may =
      judged.failed() || (waiver.also_unknown && judged.finding.outcome == Outcome::unknown);
  if (!may || !glob_match(judged.rule->id, waiver.rule)) {
    return false;
  }
  return !waiver.where ||
         expr::evaluate(*waiver.where, bind_selector(judged.subject->selector)).outcome ==
             expr::Outcome::yes;
}

}  // namespace

void apply_waivers(std::span<JudgedFinding> findings, const Policy& policy,
                   std::chrono::sys_seconds now) {
  for (const auto& waiver : policy.waivers) {
    if (!holds_at(waiver, now)) {
      continue;
    }
    for (auto& judged : findings) {
      if (covers(waiver, judged)) {
        judged.waived_failure = judged.failed();
        judged.finding.outcome = Outcome::waived;
        judged.finding.accepted = false;
        judged.finding.waiver = WaiverNote{
            .reason = waiver.reason, .until = to_string(waiver.until), .from = waiver.from};
      }
    }
  }
  for (const auto& waiver : policy.waivers) {
    if (holds_at(waiver, now)) {
      continue;
    }
    for (auto& judged : findings) {
      if (judged.failed() && covers(waiver, judged)) {
        judged.finding.message +=
            " (its waiver " + waiver.from + " ended with " + to_string(waiver.until) + ')';
      }
    }
  }
}

}  // namespace rocelint
