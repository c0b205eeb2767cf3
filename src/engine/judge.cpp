// SPDX-License-Identifier: Apache-2.0
#include "rocelint/judge.h"

#include <chrono>
#include <utility>

#include "rocelint/base/diagnostic.h"
#include "rocelint/snapshot.h"

#include "engine/engine.h"
#include "engine/rule.h"
#include "policy/policy.h"

namespace rocelint {
namespace {

void append(Diagnostics& into, Diagnostics more) {
  into.insert(into.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

}  // namespace

Judgement judge(const Snapshot& snapshot, const JudgeOptions& options) {
  Judgement judgement;
  auto policy =
      load_policy({.name_or_file = options.policy, .set = options.set}, shipped_profile_lookup());
  auto rules = load_all_rules(options.rule_folders);
  append(judgement.errors, std::move(policy.errors));
  append(judgement.errors, std::move(rules.errors));
  append(judgement.warnings, std::move(policy.warnings));
  if (!judgement.errors.empty() || !policy.policy) {
    return judgement;
  }
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  judgement.report = judge_snapshot(snapshot, *policy.policy, rules.rules,
                                    {.fail_on = options.fail_on, .now = now});
  return judgement;
}

}  // namespace rocelint
