// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "rocelint/base/diagnostic.h"

namespace rocelint::cli {

// What callers may rely on; the same in every command.
inline constexpr int kExitPass = 0;
inline constexpr int kExitStop = 1;
inline constexpr int kExitUsage = 2;  ///< usage, policy, rule or snapshot: nothing was judged
inline constexpr int kExitUndetermined = 3;
inline constexpr int kExitInternal = 4;

/// What a command has to say. Commands print nothing themselves: main does.
struct CommandOutput {
  // NOLINTBEGIN(readability-redundant-member-init): GCC warns of what an initializer leaves out
  std::string out = {};
  std::string err = {};
  int exit_code = kExitPass;
  Diagnostics errors = {};  ///< why it could not do its work; run_command() writes them to `err`
  int exit_code_if_lost = kExitInternal;  ///< when `out` can't be written
  bool lost_a_file = false;               ///< what --output names could not all be written
  // NOLINTEND(readability-redundant-member-init)
};

/// A command with its options, ready to run.
using Command = std::function<CommandOutput()>;

/// One line per diagnostic, "rocelint: file:line:column: text", safe for a terminal.
[[nodiscard]] std::string lines_of(const Diagnostics& diagnostics);

/// One line of ours on standard error.
[[nodiscard]] std::string line_of(std::string_view text);

[[nodiscard]] CommandOutput usage_error(const Diagnostics& errors);
[[nodiscard]] CommandOutput usage_error(std::string text);

/// ", did you mean check?" for a name that somebody typed, or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view name,
                                       std::span<const std::string_view> candidates);

}  // namespace rocelint::cli
