// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a process of ours does first after fork().

#include <sys/types.h>

namespace rocelint {

/// Whoever can't become what it was forked for ends with this status.
inline constexpr int kCannotStart = 3;

/// Lets the kernel kill the calling process when `parent` dies, and ends it if that is so already.
void die_with(pid_t parent);

/// Closes every descriptor from `first` on.
void close_from(int first);

}  // namespace rocelint
