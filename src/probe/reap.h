// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <sys/types.h>

namespace rocelint {

/// The status of the child once it is gone; nothing if it is still there after `grace`.
[[nodiscard]] std::optional<int> reap(pid_t pid, std::chrono::milliseconds grace);

/// What that status means: "died of SIGSEGV", "exited with status 1".
[[nodiscard]] std::string death_in_words(int status);

}  // namespace rocelint
