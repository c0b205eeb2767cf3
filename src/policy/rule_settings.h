// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// Adds what `rules` of one document says to what its ancestors say; null takes theirs back.
void read_rule_settings(const TreeNode& node, DiagnosticSink& diagnostics,
                        std::vector<RuleSetting>& settings);

/// Whether `node` is a rule's id or a glob over ids.
[[nodiscard]] bool is_rule_pattern(const TreeNode& node, DiagnosticSink& diagnostics);

}  // namespace rocelint::policy_loading
