// SPDX-License-Identifier: Apache-2.0
#include "rocelint/judge.h"

#include <iterator>
#include <optional>
#include <utility>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "base/clock.h"
#include "judge/engine.h"
#include "policy/policy.h"
#include "rules/shipped_documents.h"

namespace rocelint {
namespace {

void append(Diagnostics& into, Diagnostics more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

}  // namespace

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
