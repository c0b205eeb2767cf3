// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

namespace rocelint {

/// From where the snapshot was taken, and whether every module of the probe ran to its end.
void describe_run_context(const Snapshot& snapshot, Report& report);

}  // namespace rocelint
