// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rocelint {

/// A diagnostic about an input (policy, rule, snapshot, switch file), with its place.
struct Diagnostic {
  std::string file;        ///< As the user named it; "-" for standard input.
  std::size_t line = 0;    ///< From 1; 0 when the place is not known.
  std::size_t column = 0;  ///< In bytes from 1; 0 when the place is not known.
  std::string text;        ///< One sentence; raw input in it is not yet escaped for a terminal.

  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// "file:line:column: text", leaving out what is not known.
[[nodiscard]] std::string to_string(const Diagnostic& diagnostic);

}  // namespace rocelint
