// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "rocelint/facts/fact.h"

namespace rocelint {

struct ChildLimits {
  std::chrono::milliseconds deadline;
  std::size_t most_bytes;  ///< of its standard output
};

struct ChildRun {
  std::string out;  ///< its standard output; of no use after a failure
  std::string err;  ///< the beginning of its standard error
  std::optional<Unknown> failure;
};

/// Runs `body` in a child process, for what may hang and is no check module: it has no input, its
/// output comes back, nothing else of ours is open in it. When it takes too long, says too much or
/// the user has had enough, it is killed with all that it has started; a child in D state is left
/// behind. It must end with status 0.
[[nodiscard]] ChildRun run_in_child(const std::function<void()>& body, const ChildLimits& limits);

}  // namespace rocelint
