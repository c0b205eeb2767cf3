// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/report.h"

#include "judge/subjects.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

/// A finding with what the later steps of judging need to know of it.
struct JudgedFinding {
  Finding finding;
  const Rule* rule = nullptr;
  const RuleSubject* subject = nullptr;
  Severity severity{Severity::info};  ///< the rule's own here, before a consequence lent it more
  OnUnknown on_unknown{OnUnknown::gate};
  bool waived_failure = false;  ///< waived, and would have failed

  [[nodiscard]] bool failed() const { return finding.outcome == Outcome::fail; }
  [[nodiscard]] bool is_root_cause() const { return failed() && finding.folded_under.empty(); }
};

/// A rule that passed on a subject, or does not apply to it: there is nothing more to say of it.
struct SettledFinding {
  const Rule* rule = nullptr;
  const RuleSubject* subject = nullptr;
  Severity severity{Severity::info};
  Outcome outcome{Outcome::not_applicable};
};

/// What a finding does to the verdict of whatever it is about, the worst last.
enum class Effect : std::uint8_t {
  none,
  warning,
  unknown_error,
  unknown_blocker,
  error,
  blocker,
};

[[nodiscard]] Effect effect_of(const JudgedFinding& judged);
[[nodiscard]] Verdict verdict_of(Effect worst);

}  // namespace rocelint
