// SPDX-License-Identifier: Apache-2.0
#include "cli/io/unchecked.h"

#include <string_view>
#include <vector>

namespace rocelint::cli {

namespace {

constexpr std::string_view kNoRule = "-";

/// What stands before `separator`, which is taken away with it.
std::string_view take_until(std::string_view& text, char separator) {
  const auto end = text.find(separator);
  const auto part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return part;
}

}  // namespace

std::vector<Unchecked> unchecked_questions() {
  std::vector<Unchecked> unchecked;
  for (auto rest = coverage_table(); !rest.empty();) {
    auto row = take_until(rest, '\n');
    take_until(row, '\t');  // its number
    const auto asks = take_until(row, '\t');
    const auto rules = take_until(row, '\t');
    if (rules == kNoRule) {
      unchecked.push_back({.asks = asks, .why = row});
    }
  }
  return unchecked;
}

}  // namespace rocelint::cli
