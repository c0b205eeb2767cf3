// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace rocelint {

/// What stands between the characters of `separators`, empty parts left out.
[[nodiscard]] inline std::vector<std::string_view> parts_of(std::string_view text,
                                                            std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find_first_of(separators), text.size());
    if (size > 0) {
      parts.push_back(text.substr(0, size));
    }
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return parts;
}

[[nodiscard]] inline std::vector<std::string_view> lines_of(std::string_view text) {
  return parts_of(text, "\n");
}
[[nodiscard]] inline std::vector<std::string_view> words_of(std::string_view text) {
  return parts_of(text, " \t");
}

/// Without blanks at both ends.
[[nodiscard]] inline std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);  // npos + 1 is 0
}

}  // namespace rocelint
