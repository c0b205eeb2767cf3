// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far each rule sees on a host: what it decides there, and what it can't see.

#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

/// The later one stands above the earlier ones where a rule is asked about several ports.
enum class Sight : std::uint8_t {
  idle,       ///< nothing here that it is about
  left_open,  ///< the policy names no value for it, or has switched it off
  not_run,    ///< it waits for a job, a window or a deep probe
  unread,     ///< a fact is there, but could not be read from here
  blind,      ///< the driver or the kernel does not tell it, or not truly
  decided,
};

/// A fact that a rule wants and does not get.
struct BlindSpot {
  Evidence fact;
  Subject subject;
};

/// One rule on the host as a whole, or on all ports of one driver.
struct RuleSight {
  const Rule* rule = nullptr;
  std::string driver;  ///< empty: the host as a whole
  Sight sight{Sight::idle};
  std::string waits_for;         ///< not_run: what would run it
  std::vector<BlindSpot> spots;  ///< unread and blind, each fact once a subject
};

/// Every rule, by id and driver.
[[nodiscard]] std::vector<RuleSight> rule_coverage_of(const Snapshot& snapshot,
                                                      const Policy& policy, const RuleSet& rules,
                                                      const HostViewOptions& options);

}  // namespace rocelint
