// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "rocelint/judge.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

struct EngineOptions {
  std::set<FailOn> fail_on;
  std::chrono::sys_seconds now;        ///< waivers end by this clock
  const Snapshot* since = nullptr;     ///< the earlier end of the window, see JudgeOptions
  const Baseline* baseline = nullptr;  ///< see JudgeOptions
  std::optional<std::int64_t> traffic_class = std::nullopt;  ///< see JudgeOptions
};

/// Rules × policy × snapshot → report. Pure.
[[nodiscard]] Report judge_snapshot(const Snapshot& snapshot, const Policy& policy,
                                    const RuleSet& rules, const EngineOptions& options);

/// The same of a host that build_host_view() has looked at with this policy and these options.
[[nodiscard]] Report report_on(const HostView& host, const Policy& policy, const RuleSet& rules,
                               const EngineOptions& options);
[[nodiscard]] HostViewOptions host_view_options(const EngineOptions& options);

/// judge() of the public library, by what was loaded before.
[[nodiscard]] Judgement judge(const Snapshot& snapshot, const Policy& policy, const RuleSet& rules,
                              const EngineOptions& options);

}  // namespace rocelint
