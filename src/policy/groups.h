// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// Where `parameters` set the one of that path: what is no mapping, a list or a null that takes all
/// back, sets what would be below it too. Null where they don't.
[[nodiscard]] const TreeNode* setting_of(const TreeNode& parameters, std::string_view path);

/// Adds the groups of one document to those of its ancestors; null takes theirs back. That their
/// roles exist is for check_groups() to see, once all documents are merged.
void read_groups(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Group>& groups);

/// Whether each group names roles that exist and makes sense with what they say. Groups are checked
/// one by one: which of them meet on one host only a host tells.
void check_groups(const Policy& policy, Diagnostics& errors);

}  // namespace rocelint::policy_loading
