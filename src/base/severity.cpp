// SPDX-License-Identifier: Apache-2.0
#include "rocelint/base/severity.h"

#include <string_view>

namespace rocelint {

std::string_view to_string(Severity severity) {
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
