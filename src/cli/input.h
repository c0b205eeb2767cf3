// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace rocelint::cli {

/// All bytes of a file, pipe or, for "-", standard input. More than `most_bytes` is an error.
[[nodiscard]] Result<std::string> read_input(const std::string& file, std::size_t most_bytes);

}  // namespace rocelint::cli
