// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_treatment.h"

#include <algorithm>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"

#include "base/text.h"
#include "expr/versions.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

/// An upgrade of rocelint must not stop hosts by rules that the policy's authors have not seen.
bool is_newer_than_policy(const Rule& rule, const Policy& policy) {
  return !policy.rules_as_of.empty() && !rule.since.empty() &&
         expr::compare_versions(rule.since, policy.rules_as_of) > 0;
}

OnUnknown on_unknown_for(const Rule& rule, const Policy& policy, Reason reason) {
  auto treatment = OnUnknown::gate;
  for (const auto& setting : policy.rule_settings) {
    const auto& reasons = setting.on_unknown_reasons;
    const bool covers = reasons.empty() || std::ranges::find(reasons, reason) != reasons.end();
    if (setting.on_unknown && covers && glob_match(rule.id, setting.pattern)) {
      treatment = *setting.on_unknown;
    }
  }
  return treatment;
}

}  // namespace

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
  if (is_newer_than_policy(rule, policy)) {
    treatment.severity = Severity::info;
  }
  return treatment;
}

OnUnknown on_unknown(const Rule& rule, const Policy& policy, const std::vector<Reason>& reasons) {
  if (reasons.empty()) {
    return OnUnknown::gate;
  }
  auto strictest = OnUnknown::accept;
  for (const auto reason : reasons) {
    strictest = std::min(strictest, on_unknown_for(rule, policy, reason));
  }
  return strictest;
}

}  // namespace rocelint
