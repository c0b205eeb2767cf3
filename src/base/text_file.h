// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace rocelint {

/// The bytes of a regular file of at most `max_bytes`. Anything else (a FIFO could keep us waiting
/// for ever, a larger file) is an error that names the path.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes);

}  // namespace rocelint
