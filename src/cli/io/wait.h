// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string_view>

namespace rocelint::cli {

/// Waits, with `what` as progress on a terminal. False where Ctrl-C ended it early, which does
/// nothing else.
bool wait_for(std::chrono::milliseconds time, std::string_view what);

}  // namespace rocelint::cli
