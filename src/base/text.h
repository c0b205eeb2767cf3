// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// Safe to print on a terminal: control characters, DEL, C1 controls, bidirectional overrides and
/// invalid UTF-8 become \n, \t, \xNN or \u{NNNN}; a backslash stays as it is.
[[nodiscard]] std::string escape_for_terminal(std::string_view text);

/// One word for a POSIX shell, quoted only if it needs to be. A control character is written with
/// $'…' so that no raw byte reaches a terminal.
[[nodiscard]] std::string shell_quote(std::string_view word);

/// The candidate nearest to `name`, if near enough to be a slip of the fingers; else "".
[[nodiscard]] std::string_view nearest(std::string_view name,
                                       std::span<const std::string_view> candidates);

/// `glob(text, pattern)` with `*` and `?`, nothing else special; linear time.
[[nodiscard]] bool glob_match(std::string_view text, std::string_view pattern);

/// "a, b, c".
[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

/// A byte offset as line and column, both from 1.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};
[[nodiscard]] Place place_of(std::string_view text, std::size_t offset);

/// Names folded where they count up: {"mlx5_0","mlx5_1","mlx5_2","mlx5_7"} → "mlx5_0-2,7".
[[nodiscard]] std::string fold_names(std::vector<std::string> names);

}  // namespace rocelint
