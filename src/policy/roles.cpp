// SPDX-License-Identifier: Apache-2.0
#include "policy/roles.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "base/tree.h"
#include "policy/condition.h"
#include "policy/contradictions.h"
#include "policy/diagnostic_sink.h"
#include "policy/parameter_reader.h"
#include "policy/parameter_type.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

namespace {

constexpr std::string_view kPorts = "ports";

bool is_role_name(const TreeNode& key, DiagnosticSink& diagnostics) {
  if (!is_name(key.scalar) || key.scalar.find('.') != std::string::npos) {
    diagnostics.at(key, "invalid role name " + shown(key) + " (at most 64 letters, digits, -, _)");
    return false;
  }
  // With the name of a parameter, `--set pfc.mode=…` would mean two things.
  if (parameter_type(key.scalar) != nullptr || key.scalar == kPorts) {
    diagnostics.at(key, "invalid role name " + key.scalar + " (it is a parameter)");
    return false;
  }
  return true;
}

Role& find_or_add(std::vector<Role>& roles, const TreeNode& key,
                  const DiagnosticSink& diagnostics) {
  const auto found =
      std::ranges::find_if(roles, [&](const Role& role) { return role.name == key.scalar; });
  if (found != roles.end()) {
    return *found;
  }
  auto& role = roles.emplace_back();
  role.name = key.scalar;
  role.parameters = built_in_parameters(role.origins);
  role.parameters.role = key.scalar;
  role.origins["role"] = diagnostics.origin(key);
  return role;
}

void merge_role(const TreeNode& node, DiagnosticSink& diagnostics, Role& role) {
  if (const auto* ports = node.find(kPorts)) {
    role.ports.reset();
    role.origins.erase(std::string(kPorts));
    if (ports->kind != TreeNode::Kind::null) {
      role.ports = read_selector(*ports, diagnostics);
      role.origins[std::string(kPorts)] = diagnostics.origin(*ports);
    }
  }
  ParameterReader(diagnostics, role.origins).read(node, role.parameters, kPorts);
  finish_parameters(role.parameters, role.origins);
  role.provenance = to_provenance(role.origins);
}

void remove_role(const TreeNode& key, DiagnosticSink& diagnostics, std::vector<Role>& roles) {
  if (std::erase_if(roles, [&](const Role& role) { return role.name == key.scalar; }) == 0) {
    diagnostics.at(
        key, "unknown inherited role " + shown(key) + suggestion(key.scalar, role_names(roles)));
  }
}

}  // namespace

void merge_roles(const TreeNode& node, DiagnosticSink& diagnostics, std::vector<Role>& roles) {
  if (node.kind == TreeNode::Kind::null) {
    roles.clear();
    return;
  }
  if (node.kind != TreeNode::Kind::mapping) {
    diagnostics.at(node, "roles must be a mapping of roles, not " + shown(node));
    return;
  }
  for (const auto& [key, value] : node.entries) {
    if (!is_role_name(key, diagnostics)) {
      continue;
    }
    if (value.kind == TreeNode::Kind::null) {
      remove_role(key, diagnostics, roles);
      continue;
    }
    merge_role(value, diagnostics, find_or_add(roles, key, diagnostics));
  }
}

void apply_parameters(const TreeNode& node, DiagnosticSink& diagnostics, RoleParameters& parameters,
                      Origins& origins, IdleNull idle) {
  ParameterReader(diagnostics, origins, idle).read(node, parameters);
  finish_parameters(parameters, origins);
}

void check_roles(const std::vector<Role>& roles, Diagnostics& errors) {
  for (const auto& role : roles) {
    find_contradictions(role.parameters, role.origins, errors);
    if (role.ports || roles.size() == 1) {
      continue;
    }
    const auto& at = role.origins.at("role");
    errors.push_back(Diagnostic{.file = at.file,
                                .line = at.line,
                                .column = at.column,
                                .text = "role " + role.name +
                                        " has no ports, so it selects every RoCE port, including "
                                        "those of other roles (set ports, or remove it with " +
                                        role.name + ": null)"});
  }
}

std::vector<std::string_view> role_names(const std::vector<Role>& roles) {
  std::vector<std::string_view> names;
  names.reserve(roles.size());
  for (const auto& role : roles) {
    names.push_back(role.name);
  }
  return names;
}

const Role* find_role(const std::vector<Role>& roles, std::string_view name) {
  const auto found =
      std::ranges::find_if(roles, [&](const Role& role) { return role.name == name; });
  return found == roles.end() ? nullptr : &*found;
}

}  // namespace rocelint::policy_loading
