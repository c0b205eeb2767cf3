// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/parameter_reader.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

/// Merges the `roles` of one document into those of its ancestors: deep, lists replace, null
/// deletes.
void merge_roles(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Role>& roles);

/// Writes what a group or `--set` says over the parameters of a role.
void apply_parameters(const TreeNode& node, DiagnosticSink& diagnostics, RoleParameters& parameters,
                      Origins& origins, IdleNull idle = IdleNull::complain);

/// Whether each role makes sense, and all of them together.
void check_roles(const std::vector<Role>& roles, Diagnostics& errors);

[[nodiscard]] std::vector<std::string_view> role_names(const std::vector<Role>& roles);
[[nodiscard]] const Role* find_role(const std::vector<Role>& roles, std::string_view name);

}  // namespace rocelint::policy_loading
