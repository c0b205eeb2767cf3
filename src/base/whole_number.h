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
  const char* const end = text.data() + text.size();
  // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): `end` bounds it
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace rocelint
