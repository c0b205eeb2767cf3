// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rocelint/snapshot.h"

namespace rocelint {

/// What each module of a probe cost, the dearest first: a table for a terminal.
[[nodiscard]] std::string timing_of(const Probe& probe);

}  // namespace rocelint
