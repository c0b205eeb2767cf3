// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/earlier_failures.h"

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "rocelint/base/severity.h"
#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "judge/judged_finding.h"

namespace rocelint {
namespace {

/// "pfc-off" of "pfc-off@0000:9a:00.0/1".
std::string_view rule_of(std::string_view id) {
  return id.substr(0, id.find('@'));
}

}  // namespace

BaselineReport hold_against(const Baseline& baseline, std::span<JudgedFinding> findings,
                            std::span<const SettledFinding> settled) {
  BaselineReport report;
  report.file = baseline.file;
  auto gone = baseline.failed;
  std::set<std::string_view> asked;
  for (auto& judged : findings) {
    auto& finding = judged.finding;
    asked.insert(finding.rule);
    gone.erase(finding.id);  // what can't be told any more is not fixed
    // What is worth knowing is no failure: on a host that is ready nothing could name it.
    if (!judged.is_root_cause() || finding.severity == Severity::info) {
      continue;
    }
    const bool known = baseline.failed.contains(finding.id);
    finding.baseline = known ? Standing::known : Standing::fresh;
    (known ? report.known : report.fresh) += 1;
  }
  for (const auto& finding : settled) {
    asked.insert(finding.rule->id);
  }
  // Nor is what was not asked: there is no window this time, or the policy has switched the rule
  // off.
  std::erase_if(gone, [&](const std::string& id) { return !asked.contains(rule_of(id)); });
  report.fixed.assign(gone.begin(), gone.end());
  return report;
}

}  // namespace rocelint
