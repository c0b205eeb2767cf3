// SPDX-License-Identifier: Apache-2.0
#include "expr/versions.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace rocelint::expr {
namespace {

constexpr std::string_view kDigits = "0123456789";

std::size_t digits_at(std::string_view text, std::size_t from) {
  return std::min(text.find_first_not_of(kDigits, from), text.size()) - from;
}

/// Takes the first number off `numbers`, without leading zeros; "" for 0 and for none.
std::string_view take_number(std::string_view& numbers) {
  const auto dot = std::min(numbers.find('.'), numbers.size());
  auto number = numbers.substr(0, dot);
  numbers.remove_prefix(std::min(dot + 1, numbers.size()));
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

}  // namespace

std::string_view version_numbers(std::string_view text) {
  std::size_t end = digits_at(text, 0);
  while (end != 0 && end < text.size() && text[end] == '.') {
    const auto more = digits_at(text, end + 1);
    if (more == 0) {
      break;
    }
    end += 1 + more;
  }
  return text.substr(0, end);
}

int compare_versions(std::string_view a, std::string_view b) {
  a = version_numbers(a);
  b = version_numbers(b);
  while (!a.empty() || !b.empty()) {
    const auto x = take_number(a);
    const auto y = take_number(b);
    if (x.size() != y.size()) {
      return x.size() < y.size() ? -1 : 1;
    }
    if (const int order = x.compare(y); order != 0) {
      return order;
    }
  }
  return 0;
}

}  // namespace rocelint::expr
