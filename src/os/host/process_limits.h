// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "os/sysfs/files.h"

namespace rocelint {

/// The limits of one process: `directory` is its directory in procfs, "/proc/4711".
[[nodiscard]] ProcessLimits read_process_limits(const Files& files, std::string_view directory);

/// The same out of the text of /proc/P/limits.
[[nodiscard]] ProcessLimits decode_process_limits(std::string_view text);

/// Every limit unknown for one reason.
[[nodiscard]] ProcessLimits unknown_limits(const Unknown& why);

/// Of each limit the smaller one.
[[nodiscard]] ProcessLimits lesser_limits(const ProcessLimits& a, const ProcessLimits& b);

}  // namespace rocelint
