// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "base/result.h"

namespace rocelint {

/// The bytes of a regular file of at most `max_bytes`. Anything else (a FIFO could keep us waiting
/// for ever, a larger file) is an error that names the path.
[[nodiscard]] Result<std::string> read_text_file(const std::string& path, std::size_t max_bytes);

/// The same of a pipe too, such as a shell's `<(fetch)`, which must have ended within `patience`:
/// one that nobody writes to does not end.
[[nodiscard]] Result<std::string> read_text_file_or_pipe(const std::string& path,
                                                         std::size_t max_bytes,
                                                         std::chrono::seconds patience);

}  // namespace rocelint
