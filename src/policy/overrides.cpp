// SPDX-License-Identifier: Apache-2.0
#include "policy/overrides.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/base/diagnostic.h"
#include "rocelint/facts/reflect.h"

#include "base/text.h"
#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/parameter_reader.h"
#include "policy/parameter_type.h"
#include "policy/parameters.h"
#include "policy/policy.h"
#include "policy/roles.h"

namespace rocelint::policy_loading {

namespace {

constexpr std::string_view kSet = "--set";

/// A command line has no lines.
void forget_places(TreeNode& node) {
  node.line = 0;
  node.column = 0;
  for (auto& item : node.items) {
    forget_places(item);
  }
  for (auto& [key, value] : node.entries) {
    forget_places(key);
    forget_places(value);
  }
}

TreeNode scalar_node(std::string_view text) {
  TreeNode node;
  node.kind = TreeNode::Kind::scalar;
  node.scalar = text;
  return node;
}

/// "pfc.mode", value → {pfc: {mode: value}}.
TreeNode nest(std::string_view path, TreeNode value) {
  while (!path.empty()) {
    const auto dot = path.rfind('.');
    const auto name = dot == std::string_view::npos ? path : path.substr(dot + 1);
    path = dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
    TreeNode parent;
    parent.kind = TreeNode::Kind::mapping;
    parent.entries.emplace_back(scalar_node(name), std::move(value));
    value = std::move(parent);
  }
  return value;
}

bool is_path(std::string_view key) {
  return !key.empty() && key.front() != '.' && key.back() != '.' &&
         key.find("..") == std::string_view::npos && key.size() <= 256;
}

std::string unknown_name(std::string_view name, const Policy& policy) {
  if (find_role(policy.roles, name) != nullptr) {
    return std::string(name) + " is a role: add a parameter, such as " + std::string(name) +
           ".trust";
  }
  auto names = role_names(policy.roles);
  for (const auto& field : kType<RoleParameters>.fields) {
    names.push_back(field.name);
  }
  return "no parameter or role is called \"" + std::string(name) + '"' + suggestion(name, names);
}

std::optional<Override> read_option(const std::string& option, const Policy& policy,
                                    DiagnosticSink& diagnostics) {
  const Place nowhere{.line = 0, .column = 0};
  const auto equals = option.find('=');
  std::string_view key = std::string_view(option).substr(0, std::min(equals, option.size()));
  if (equals == std::string::npos || !is_path(key)) {
    diagnostics.at(nowhere, "wants a parameter and its value, such as pfc.mode=required");
    return std::nullopt;
  }
  const auto text = std::string_view(option).substr(equals + 1);
  if (text.empty()) {
    diagnostics.at(nowhere, "missing value after = (null resets the parameter to its default)");
    return std::nullopt;
  }
  auto value = read_yaml(text, diagnostics.file());
  if (!value) {
    diagnostics.at(nowhere, value.error().text);
    return std::nullopt;
  }
  forget_places(*value);
  Override result{.role = "", .parameters = {}, .text = option};
  const auto first = key.substr(0, key.find('.'));
  if (find_role(policy.roles, first) != nullptr && first.size() < key.size()) {
    result.role = first;
    key.remove_prefix(first.size() + 1);
  } else if (parameter_type(first) == nullptr) {
    diagnostics.at(nowhere, unknown_name(first, policy));
    return std::nullopt;
  }
  result.parameters = nest(key, std::move(*value));
  return result;
}

}  // namespace

void apply_override(const Override& override, Role& role, Diagnostics& errors) {
  if (!override.role.empty() && override.role != role.name) {
    return;
  }
  Diagnostics found;
  DiagnosticSink diagnostics(kSet, found);
  apply_parameters(override.parameters, diagnostics, role.parameters, role.origins,
                   IdleNull::accept);
  role.provenance = to_provenance(role.origins);
  for (auto& diagnostic : found) {
    diagnostic.file = std::string(kSet) + ' ' + override.text;
    if (std::ranges::find(errors, diagnostic) == errors.end()) {
      errors.push_back(std::move(diagnostic));
    }
  }
}

void apply_set_options(std::span<const std::string> options, Policy& policy, Diagnostics& errors) {
  for (const auto& option : options) {
    DiagnosticSink diagnostics(std::string(kSet) + ' ' + option, errors);
    auto override = read_option(option, policy, diagnostics);
    if (!override) {
      continue;
    }
    for (auto& role : policy.roles) {
      apply_override(*override, role, errors);
    }
    policy.overrides.push_back(std::move(*override));
  }
}

}  // namespace rocelint::policy_loading
