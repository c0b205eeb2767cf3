// SPDX-License-Identifier: Apache-2.0
#include "rocelint/judge.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "base/clock.h"
#include "derive/window.h"
#include "judge/engine.h"
#include "judge/group_reach.h"
#include "judge/host_view.h"
#include "policy/policy.h"
#include "policy/policy_lint.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint {
namespace {

void append(Diagnostics& into, Diagnostics more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

/// Waivers that cover something here and soon will not.
Diagnostics waiver_notices(const Policy& policy, const Report& report,
                           std::chrono::sys_seconds now) {
  Diagnostics notices;
  for (const auto& waiver : policy.waivers) {
    const bool covers = std::ranges::any_of(report.findings, [&](const Finding& finding) {
      return finding.waiver && finding.waiver->from == waiver.from;
    });
    if (auto notice = covers ? waiver_notice(waiver, now) : std::nullopt) {
      notices.push_back(*std::move(notice));
    }
  }
  return notices;
}

}  // namespace

Judgement judge(const Snapshot& snapshot, const Policy& policy, const RuleSet& rules,
                const EngineOptions& options) {
  Judgement judgement;
  if (options.since != nullptr) {
    if (auto diagnostic = window_diagnostic(*options.since, snapshot); !diagnostic.empty()) {
      judgement.errors.push_back(
          {.file = "--since", .line = 0, .column = 0, .text = std::move(diagnostic)});
      return judgement;
    }
  }
  const auto host = build_host_view(snapshot, policy, host_view_options(options));
  judgement.report = report_on(host, policy, rules, options);
  append(judgement.warnings, patterns_without_a_rule(policy, rules.ids()));
  append(judgement.warnings, groups_that_hold_in_part(policy, rules, host, *judgement.report));
  append(judgement.warnings, waiver_notices(policy, *judgement.report, options.now));
  return judgement;
}

Judgement judge(const Snapshot& snapshot, const JudgeOptions& options) {
  auto policy =
      load_policy({.name_or_file = options.policy, .set = options.set}, shipped_profile_lookup());
  auto rules = load_all_rules(options.rule_directories);
  if (!policy.policy || !rules.errors.empty()) {
    append(policy.errors, std::move(rules.errors));
    return {.report = std::nullopt, .errors = std::move(policy.errors), .warnings = {}};
  }
  return judge(snapshot, *policy.policy, rules.rules,
               {.fail_on = options.fail_on,
                .now = current_second(),
                .since = options.since,
                .baseline = options.baseline,
                .traffic_class = options.traffic_class});
}

}  // namespace rocelint
