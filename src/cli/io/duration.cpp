// SPDX-License-Identifier: Apache-2.0
#include "cli/io/duration.h"

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace rocelint::cli {

namespace {

constexpr std::chrono::milliseconds kShortest{1};
constexpr std::chrono::milliseconds kLongest{std::chrono::hours{1}};

// Milliseconds of one unit; 0 when there is no such unit.
std::int64_t milliseconds_of(std::string_view unit) {
  if (unit == "ms") {
    return 1;
  }
  if (unit == "s" || unit.empty()) {
    return 1'000;
  }
  return unit == "m" ? 60'000 : 0;
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc{} || number < 0 || number > kLongest.count()) {
    return std::nullopt;
  }
  const auto unit = text.substr(static_cast<std::size_t>(parsed.ptr - text.data()));
  const std::chrono::milliseconds duration{number * milliseconds_of(unit)};
  const bool fits = duration >= kShortest && duration <= kLongest;
  return fits ? std::optional(duration) : std::nullopt;
}

std::string duration_diagnostic(const std::string& text) {
  return parse_duration(text)
             ? ""
             : '"' + text + "\" is not a time from 1ms to 60m, such as 500ms, 5s or 1m";
}

}  // namespace rocelint::cli
