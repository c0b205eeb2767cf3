// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

namespace rocelint {

/// A host as it was read once, and what came of it.
struct JudgedReading {
  Snapshot snapshot;
  Report report;
};

/// Waits, reads the host anew and judges it. Nothing where that can't be had or was broken off.
using LookAgain = std::function<std::optional<JudgedReading>()>;

/// A host that shows another blocker each time it is looked at is not looked at for ever.
inline constexpr int kMostReadings = 3;

/// A blocker counts when two readings in a row show it. Returns the reading that counts, the newest
/// one that could be had; its report names what failed before and does not in it (`unconfirmed`).
///
/// What the second reading alone shows has been seen once too. Unless another blocker is confirmed
/// by then, the host is looked at a third time, and what fails there counts, seen before or not.
[[nodiscard]] JudgedReading confirm_blockers(JudgedReading first, const LookAgain& look_again);

}  // namespace rocelint
