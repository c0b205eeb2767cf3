// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether two snapshots can be the two ends of a window.

#include <string>

#include "rocelint/snapshot.h"

namespace rocelint {

/// Why counters of `since` and `now` can't be compared; empty when they can. They must be of one
/// boot, `since` must not be the later one, nor may both be one snapshot.
[[nodiscard]] std::string window_diagnostic(const Snapshot& since, const Snapshot& now);

}  // namespace rocelint
