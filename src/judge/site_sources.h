// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rocelint/snapshot.h"

#include "judge/judged_finding.h"

namespace rocelint {

/// The source of evidence that a file of the site supplied is that file, not the kernel.
void name_site_sources(const Snapshot& snapshot, std::vector<JudgedFinding>& findings);

}  // namespace rocelint
