// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// Adds the waivers of one document to those of its ancestors; null takes theirs back.
void read_waivers(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Waiver>& waivers);

}  // namespace rocelint::policy_loading
