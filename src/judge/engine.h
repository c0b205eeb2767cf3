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

#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

enum class ReportedFindings : std::uint8_t {
  all,
  open,  ///< not those that passed or do not apply: they are counted, and most of the work is saved
};

struct EngineOptions {
  std::set<FailOn> fail_on = {};
  std::chrono::sys_seconds now = {};   ///< waivers end by this clock
  const Snapshot* since = nullptr;     ///< the earlier end of the window, see JudgeOptions
  const Baseline* baseline = nullptr;  ///< see JudgeOptions
  std::optional<std::int64_t> traffic_class = std::nullopt;  ///< see JudgeOptions
  ReportedFindings findings = ReportedFindings::all;
};

/// judge() of the public library, by what was loaded before. Pure. There is always a report, but
/// for a window that does not end with the snapshot.
[[nodiscard]] Judgement judge(const Snapshot& snapshot, const Policy& policy, const RuleSet& rules,
                              const EngineOptions& options);

}  // namespace rocelint
