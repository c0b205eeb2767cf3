// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace rocelint {

/// The bytes of a regular file of at most `max_bytes`, one that was found and not named by anybody.
/// Anything else (a FIFO could keep us waiting for ever, a larger file) is an error that names the
/// path.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes);

/// Whether a user means standard input: "-", or a path that leads to it.
[[nodiscard]] bool is_standard_input(std::string_view name);

/// A command may take a while to print what we are to read; a gate has to answer all the same.
inline constexpr std::chrono::seconds kPipePatience{60};
/// A snapshot or report that is piped in may wait for its window first:
/// `rocelint check --interval 10m --format json | rocelint diff old.json -`.
inline constexpr std::chrono::hours kWindowPatience{1};

/// The bytes of what a user names: a regular file, a pipe such as a shell's `<(fetch)`, or standard
/// input, whatever that is. What is no regular file must have ended within `patience`: a pipe that
/// nobody writes to does not end.
[[nodiscard]] Result<std::string> read_input(const std::string& name, std::size_t max_bytes,
                                             std::chrono::seconds patience = kPipePatience);

}  // namespace rocelint
