// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace rocelint::cli {

/// What is wrong with what an option names; empty when nothing is. An empty name is a variable of a
/// script that nobody has set: to go on without it would judge by another policy, or another host.
[[nodiscard]] std::string name_complaint(const std::string& name);

/// All bytes of a file, pipe or, for "-", standard input. More than `most_bytes` is an error.
[[nodiscard]] Result<std::string> read_input(const std::string& file, std::size_t most_bytes);

}  // namespace rocelint::cli
