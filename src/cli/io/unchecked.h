// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// A question that no rule answers on any host: a row of rules/coverage.tsv without a rule.
struct Unchecked {
  std::string_view asks;
  std::string_view why;
};

[[nodiscard]] std::vector<Unchecked> unchecked_questions();

/// rules/coverage.tsv as it is.
[[nodiscard]] std::string_view coverage_table();

}  // namespace rocelint::cli
