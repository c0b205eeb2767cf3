// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/snapshot.h"

#include "base/result.h"

namespace rocelint {

/// Fills facts that are unknown here, in a container say, from a snapshot that rocelint took on the
/// same machine in the same boot with more rights. `file` is its name. Returns a line that says how
/// many and how old they are, or why the snapshot can't be used.
[[nodiscard]] Result<Diagnostic> add_node_facts(const Snapshot& node, const std::string& file,
                                                Snapshot& snapshot);

}  // namespace rocelint
