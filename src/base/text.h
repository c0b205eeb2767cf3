// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One character of UTF-8. A byte that begins none is a character of size 1 that is not valid.
struct Utf8Character {
  char32_t code = 0;
  std::size_t size = 1;
  bool valid = false;
};

/// The character that begins at `offset`, which must be inside `text`. Strict: overlong forms,
/// surrogates and codes above U+10FFFF are not valid (Unicode 15, table 3-7).
[[nodiscard]] Utf8Character utf8_character(std::string_view text, std::size_t offset);

/// Whether a terminal would act on it instead of showing it: C0 and C1 controls, DEL, line and
/// paragraph separators, and the controls of the bidirectional algorithm (Unicode UAX #9), which
/// make a line read as what it is not.
[[nodiscard]] bool is_terminal_control(char32_t code);

/// Safe to print on a terminal: control characters, DEL, C1 controls, bidirectional overrides and
/// invalid UTF-8 become \n, \t, \xNN or \u{NNNN}; a backslash stays as it is.
[[nodiscard]] std::string escape_for_terminal(std::string_view text);

/// One word for a POSIX shell, quoted only if it needs to be. A control character is written with
/// $'…' so that no raw byte reaches a terminal. No shell word can hold a NUL: it is written as the
/// two characters \0.
[[nodiscard]] std::string shell_quote(std::string_view word);

/// The candidate nearest to `name`, if near enough to be a slip of the fingers, or if only the unit
/// at its end was left out ("mtu" for "mtu_bytes"); else "".
[[nodiscard]] std::string_view nearest(std::string_view name,
                                       std::span<const std::string_view> candidates);

/// `glob(text, pattern)` with `*` and `?` (one character), nothing else special. Takes at most
/// text × pattern steps, whatever the pattern.
[[nodiscard]] bool glob_match(std::string_view text, std::string_view pattern);

/// At most `bytes` of the text, with "..." where something was cut; never in the middle of a
/// character.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t bytes);

/// "a, b, c".
[[nodiscard]] std::string join(std::span<const std::string> parts, std::string_view separator);

/// "1 port", "2 ports".
[[nodiscard]] std::string counted(std::size_t count, std::string_view word);

/// A byte offset as line and column, both from 1.
struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};
[[nodiscard]] Place place_of(std::string_view text, std::size_t offset);

/// Names sorted, each once, and folded where they count up: {"mlx5_0","mlx5_1","mlx5_2","mlx5_7"} →
/// "mlx5_0-2,7". Names that differ in more than their last number are set apart by a space.
[[nodiscard]] std::string fold_names(std::vector<std::string> names);

}  // namespace rocelint
