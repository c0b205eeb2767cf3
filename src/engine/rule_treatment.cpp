// SPDX-License-Identifier: Apache-2.0
#include "engine/rule_treatment.h"

#include <algorithm>

#include "rocelint/facts/fact.h"

#include "base/text.h"
#include "engine/rule.h"
#include "policy/policy.h"

namespace rocelint {

RuleTreatment treatment_of(const Rule& rule, const Policy& policy) {
  RuleTreatment treatment;
  treatment.severity = rule.severity;
  for (const auto& setting : policy.rule_settings) {
    if (!glob_match(rule.id, setting.pattern)) {
      continue;
    }
    if (setting.enabled) {
      treatment.enabled = *setting.enabled;
      treatment.disabled_from = *setting.enabled ? "" : setting.from;
    }
    treatment.severity = setting.severity.value_or(treatment.severity);
    treatment.runbook = setting.runbook.value_or(treatment.runbook);
  }
  return treatment;
}

OnUnknown on_unknown(const Rule& rule, const Policy& policy, Reason reason) {
  auto treatment = OnUnknown::gate;
  for (const auto& setting : policy.rule_settings) {
    const auto& reasons = setting.on_unknown_reasons;
    const bool covers =
        reasons.empty() || std::find(reasons.begin(), reasons.end(), reason) != reasons.end();
    if (setting.on_unknown && covers && glob_match(rule.id, setting.pattern)) {
      treatment = *setting.on_unknown;
    }
  }
  return treatment;
}

}  // namespace rocelint
