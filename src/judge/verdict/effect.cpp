// SPDX-License-Identifier: Apache-2.0
#include "rocelint/base/severity.h"
#include "rocelint/report.h"

#include "judge/judged_finding.h"
#include "policy/policy.h"

namespace rocelint {
namespace {

Effect effect_of_failure(Severity severity) {
  switch (severity) {
    case Severity::blocker:
      return Effect::blocker;
    case Severity::error:
      return Effect::error;
    case Severity::warning:
      return Effect::warning;
    case Severity::info:
      break;
  }
  return Effect::none;
}

Effect effect_of_unknown(Severity severity, OnUnknown on_unknown) {
  if (severity < Severity::error || on_unknown == OnUnknown::accept) {
    return Effect::none;
  }
  if (on_unknown == OnUnknown::warn) {
    return Effect::warning;
  }
  return severity == Severity::blocker ? Effect::unknown_blocker : Effect::unknown_error;
}

}  // namespace

Effect effect_of(const JudgedFinding& judged) {
  switch (judged.finding.outcome) {
    case Outcome::fail:
      return effect_of_failure(judged.finding.severity);
    case Outcome::unknown:
      return effect_of_unknown(judged.finding.severity, judged.on_unknown);
    case Outcome::pass:
    case Outcome::not_applicable:
    case Outcome::waived:
      break;
  }
  return Effect::none;
}

Verdict verdict_of(Effect worst) {
  switch (worst) {
    case Effect::blocker:
      return Verdict::not_ready;
    case Effect::error:
      return Verdict::degraded;
    case Effect::unknown_blocker:
      return Verdict::undetermined;
    case Effect::unknown_error:
    case Effect::warning:
      return Verdict::ready_with_warnings;
    case Effect::none:
      break;
  }
  return Verdict::ready;
}

}  // namespace rocelint
