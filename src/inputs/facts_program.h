// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "rocelint/base/diagnostic.h"

#include "base/result.h"

namespace rocelint {

/// Whether the path leads to a regular file that somebody may execute.
[[nodiscard]] bool is_program(const std::string& path);

/// What a program of the site says on standard output, at most 1 MB: run without a shell, with an
/// empty input and a bare environment, unable to gain rights, and killed at the deadline. One that
/// others could have written is refused. What it says on standard error is added to the notes.
[[nodiscard]] Result<std::string> run_facts_program(const std::string& path,
                                                    std::chrono::milliseconds deadline,
                                                    Diagnostics& notes);

}  // namespace rocelint
