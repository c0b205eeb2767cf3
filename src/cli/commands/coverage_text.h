// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rocelint/report.h"

#include "advise/fact_coverage.h"

namespace rocelint::cli {

/// What rules see on one host.
struct HostCoverage {
  RunContext run_context;
  std::string policy;
  std::vector<RuleSight> rule_coverage;
};

/// A line for each area, then what can't be seen and what would help, then what no rule asks.
[[nodiscard]] std::string coverage_in_words(const HostCoverage& coverage,
                                            const TextOptions& options);

/// The same with every rule by itself.
[[nodiscard]] std::string coverage_as_json(const HostCoverage& coverage);

[[nodiscard]] std::string_view to_string(Sight sight);

}  // namespace rocelint::cli
