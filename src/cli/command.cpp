// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/base/diagnostic.h"

#include "base/text.h"

namespace rocelint::cli {

std::string line_of(std::string_view text) {
  return "rocelint: " + escape_for_terminal(text) + '\n';
}

std::string lines_of(const Diagnostics& diagnostics) {
  std::string lines;
  for (const auto& diagnostic : diagnostics) {
    lines += line_of(to_string(diagnostic));
  }
  return lines;
}

CommandOutput usage_error(const Diagnostics& errors) {
  return {.exit_code = kExitUsage, .errors = errors};
}

CommandOutput usage_error(std::string text) {
  return usage_error(Diagnostics{{.file = "", .line = 0, .column = 0, .text = std::move(text)}});
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const auto near = nearest(name, candidates);
  return near.empty() ? "" : ", did you mean " + std::string(near) + '?';
}

}  // namespace rocelint::cli
