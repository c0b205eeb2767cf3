// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace rocelint {

/// The time now, in the whole seconds in which waivers end and files are dated.
[[nodiscard]] inline std::chrono::sys_seconds current_second() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

}  // namespace rocelint
