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

#include "engine/host_view.h"
#include "engine/rule.h"
#include "policy/policy.h"

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

/// What was embedded at build time, checked by the build tool.
[[nodiscard]] std::span<const ShippedDocument> shipped_rules();
[[nodiscard]] std::span<const ShippedDocument> shipped_rules_with_tests();
[[nodiscard]] std::span<const ShippedDocument> shipped_profiles();

/// The shipped rules without reading them.
struct ShippedRules {
  std::size_t count = 0;
  std::string digest;  ///< that of load_all_rules() without rules of the site
};
[[nodiscard]] ShippedRules about_shipped_rules();

/// Inline tests are the larger part of the shipped rules, and judging needs none of them.
enum class InlineTests : std::uint8_t { left_out, read };

/// The shipped rules plus those of the site, by directory or file, which are always read whole.
[[nodiscard]] RuleLoading load_all_rules(std::span<const std::string> site_rules,
                                         InlineTests tests = InlineTests::left_out);

[[nodiscard]] ProfileLookup shipped_profile_lookup();

/// Runs every inline test; each failure is a diagnostic at its line.
struct RuleTestResult {
  std::size_t run = 0;
  Diagnostics failures;
};
[[nodiscard]] RuleTestResult run_rule_tests(const RuleSet& rules);

}  // namespace rocelint
