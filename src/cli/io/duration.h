// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// "500ms", "5s", "5" (seconds), "1m"; from 1 ms to an hour.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

/// What is wrong with it; empty when nothing is.
[[nodiscard]] std::string duration_diagnostic(const std::string& text);

}  // namespace rocelint::cli
