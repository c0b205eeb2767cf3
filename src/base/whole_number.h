// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace rocelint {

/// The number that the text is from its first to its last character; nothing where it is none, or
/// none that a T can hold. No blank, no plus sign.
template <std::integral T>
[[nodiscard]] std::optional<T> whole_number(std::string_view text, int base = 10) {
  T number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  const bool whole = read.ptr == text.data() + text.size();
  return read.ec == std::errc{} && whole ? std::optional(number) : std::nullopt;
}

}  // namespace rocelint
