// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace rocelint {
namespace {

/// A name with the number at its end apart.
struct NumberedName {
  std::string prefix;
  std::string digits;

  [[nodiscard]] std::string_view significant() const {
    const auto start = std::min(digits.find_first_not_of('0'), digits.size());
    return std::string_view(digits).substr(start);
  }
};

NumberedName split_number(const std::string& name) {
  std::size_t start = name.size();
  while (start > 0 && name[start - 1] >= '0' && name[start - 1] <= '9') {
    --start;
  }
  return {.prefix = name.substr(0, start), .digits = name.substr(start)};
}

bool comes_before(const NumberedName& a, const NumberedName& b) {
  if (a.prefix != b.prefix) {
    return a.prefix < b.prefix;
  }
  const auto left = a.significant();
  const auto right = b.significant();
  if (left.size() != right.size()) {
    return left.size() < right.size();
  }
  return left != right ? left < right : a.digits.size() < b.digits.size();
}

/// "09" → "10", "9" → "10", "099" → "100": as text, so that no number is too long.
std::string successor(std::string digits) {
  for (auto it = digits.rbegin(); it != digits.rend(); ++it) {
    if (*it != '9') {
      ++*it;
      return digits;
    }
    *it = '0';
  }
  return '1' + digits;
}

bool follows(const NumberedName& a, const NumberedName& b) {
  return !a.digits.empty() && a.prefix == b.prefix && b.digits == successor(a.digits);
}

}  // namespace

std::string fold_names(std::vector<std::string> names) {
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  names.erase(repeated.begin(), repeated.end());
  // "leaf1 Ethernet4" has a space of its own, so a space would not tell where the next begins.
  const bool spaced = std::ranges::any_of(
      names, [](const std::string& name) { return name.find(' ') != std::string::npos; });
  const std::string gap = spaced ? ", " : " ";
  std::vector<NumberedName> split;
  split.reserve(names.size());
  std::ranges::transform(names, std::back_inserter(split), split_number);
  std::ranges::sort(split, comes_before);

  std::string out;
  for (std::size_t i = 0; i < split.size();) {
    std::size_t end = i + 1;
    while (end < split.size() && follows(split[end - 1], split[end])) {
      ++end;
    }
    const bool same_prefix =
        i > 0 && split[i - 1].prefix == split[i].prefix && !split[i - 1].digits.empty();
    if (same_prefix) {
      out += ',';
    } else {
      out += (out.empty() ? "" : gap) + split[i].prefix;
    }
    out += split[i].digits;
    if (end - i > 1) {
      out += (end - i == 2 ? ',' : '-') + split[end - 1].digits;
    }
    i = end;
  }
  return out;
}

}  // namespace rocelint
