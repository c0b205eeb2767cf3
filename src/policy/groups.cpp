// SPDX-License-Identifier: Apache-2.0
#include "policy/groups.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/tree.h"
#include "policy/condition.h"
#include "policy/contradictions.h"
#include "policy/diagnostic_sink.h"
#include "policy/overrides.h"
#include "policy/parameters.h"
#include "policy/policy.h"
#include "policy/roles.h"

namespace rocelint::policy_loading {

namespace {

void read_group(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Group>& groups) {
  static constexpr std::array<std::string_view, 2> kKeys = {"where", "roles"};
  if (!diagnostics.expect_mapping(node, "a group", kKeys)) {
    return;
  }
  const auto* where = node.find("where");
  const auto* roles = node.find("roles");
  if (where == nullptr || roles == nullptr || roles->kind != TreeNode::Kind::mapping) {
    diagnostics.at(node, "a group needs where and roles");
    return;
  }
  Group group;
  group.at = diagnostics.origin(node);
  group.from = to_string(group.at);
  group.where = read_condition(*where, "where", diagnostics);
  for (const auto& [name, parameters] : roles->entries) {
    if (parameters.find("ports") != nullptr) {
      diagnostics.at(*parameters.find("ports"), "a group cannot set ports (set it in the role)");
    }
    group.roles.emplace(name.scalar, parameters);
  }
  groups.push_back(std::move(group));
}

/// What rules ask of the host as a whole no port can answer, least of all one that is missing.
void refuse_by_port(const TreeNode& parameters, DiagnosticSink& diagnostics) {
  for (const auto parameter : kHostParameters) {
    if (const auto* node = setting_of(parameters, parameter)) {
      diagnostics.at(*node, std::string(parameter) +
                                " applies to the whole host, but this group's where tests a port "
                                "(test host, such as host.devices.exists(d, d.driver == "
                                "\"mlx5_core\"), or define a role for these ports)");
    }
  }
}

void check_group(const Policy& policy, const Group& group, Diagnostics& errors) {
  DiagnosticSink diagnostics(group.at.file, errors);
  for (const auto& [name, node] : group.roles) {
    const auto* role = find_role(policy.roles, name);
    if (role == nullptr) {
      diagnostics.at(node, "unknown role \"" + name + "\" in a group" +
                               suggestion(name, role_names(policy.roles)));
      continue;
    }
    if (group.where && asks_about_port(*group.where)) {
      refuse_by_port(node, diagnostics);
    }
    Role changed;
    changed.name = role->name;
    changed.parameters = role->parameters;
    changed.origins = role->origins;
    const auto before = errors.size();
    apply_parameters(node, diagnostics, changed.parameters, changed.origins);
    for (const auto& override : policy.overrides) {
      apply_override(override, changed, errors);
    }
    if (errors.size() == before) {
      find_contradictions(changed.parameters, changed.origins, errors);
    }
  }
}

}  // namespace

const TreeNode* setting_of(const TreeNode& parameters, std::string_view path) {
  const auto dot = std::min(path.find('.'), path.size());
  const auto* found = parameters.find(path.substr(0, dot));
  if (found == nullptr || dot == path.size() || found->kind != TreeNode::Kind::mapping) {
    return found;
  }
  return setting_of(*found, path.substr(dot + 1));
}

void read_groups(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Group>& groups) {
  if (node.kind == TreeNode::Kind::null) {
    groups.clear();
    return;
  }
  if (node.kind != TreeNode::Kind::sequence) {
    diagnostics.at(node, "groups must be a list, not " + shown(node));
    return;
  }
  for (const auto& item : node.items) {
    read_group(item, diagnostics, groups);
  }
}

void check_groups(const Policy& policy, Diagnostics& errors) {
  for (const auto& group : policy.groups) {
    check_group(policy, group, errors);
  }
}

}  // namespace rocelint::policy_loading
