// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "rocelint/base/diagnostic.h"

#include "rules/rule.h"

namespace rocelint {

/// Runs every inline test; each failure is a diagnostic at its line.
struct RuleTestResult {
  std::size_t run = 0;
  Diagnostics failures;
};
[[nodiscard]] RuleTestResult run_rule_tests(const RuleSet& rules);

}  // namespace rocelint
