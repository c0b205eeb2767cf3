// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace rocelint {

/// blocker: RDMA can't work, or the node can hurt others; error: it will lose or degrade under
/// load; warning: risk or lost speed; info: context.
enum class Severity : std::uint8_t { info, warning, error, blocker };

[[nodiscard]] constexpr std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::info:
      return "info";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
    case Severity::blocker:
      return "blocker";
  }
  return "";
}

}  // namespace rocelint
