// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "rocelint/base/diagnostic.h"

#include "base/tree.h"
#include "policy/diagnostic_sink.h"
#include "policy/digest.h"
#include "policy/document.h"
#include "policy/groups.h"
#include "policy/overrides.h"
#include "policy/policy.h"
#include "policy/roles.h"
#include "policy/rule_settings.h"
#include "policy/waivers.h"

namespace rocelint {

namespace policy_loading {

namespace {

constexpr std::string_view kDefaultProfile = "baseline";

void read_name(const TreeNode& tree, DiagnosticSink& diagnostics, Policy& policy) {
  const auto* name = tree.find("policy");
  if (name == nullptr) {
    diagnostics.at(tree, "missing policy name (policy: acme-h100)");
  } else if (name->kind != TreeNode::Kind::scalar || !is_name(name->scalar)) {
    diagnostics.at(
        *name, "invalid policy name " + shown(*name) + " (at most 64 letters, digits, -, _, .)");
  } else {
    policy.name = name->scalar;
  }
  policy.summary.clear();
  if (const auto* summary = tree.find("summary")) {
    policy.summary = diagnostics.text(*summary, "summary").value_or("");
  }
}

void read_switches(const TreeNode& tree, DiagnosticSink& diagnostics, Policy& policy) {
  const auto* enforce = tree.find("enforce");
  if (enforce != nullptr) {
    const bool back_to_default = enforce->kind == TreeNode::Kind::null;
    policy.enforce =
        back_to_default || diagnostics.boolean(*enforce, "enforce").value_or(policy.enforce);
  }
  const auto* version = tree.find("rules_as_of");
  if (version != nullptr) {
    const bool back_to_default = version->kind == TreeNode::Kind::null;
    if (!back_to_default && !is_version(*version)) {
      diagnostics.at(*version, "rules_as_of must be a rocelint version such as \"1.2\", not " +
                                   shown(*version));
    }
    policy.rules_as_of = version->scalar;
  }
}

/// Adds what one document says to what its ancestors say.
void merge_document(const Document& document, Diagnostics& errors, Policy& policy) {
  static constexpr std::array<std::string_view, 9> kKeys = {"policy",  "summary", "extends",
                                                            "roles",   "groups",  "rules",
                                                            "waivers", "enforce", "rules_as_of"};
  DiagnosticSink diagnostics(document.name, errors);
  const auto& tree = document.tree;
  if (!diagnostics.expect_mapping(tree, "a policy", kKeys)) {
    return;
  }
  read_name(tree, diagnostics, policy);
  read_switches(tree, diagnostics, policy);
  if (const auto* roles = tree.find("roles")) {
    merge_roles(*roles, diagnostics, policy.roles);
  }
  if (const auto* groups = tree.find("groups")) {
    read_groups(*groups, diagnostics, policy.groups);
  }
  if (const auto* rules = tree.find("rules")) {
    read_rule_settings(*rules, diagnostics, policy.rule_settings);
  }
  if (const auto* waivers = tree.find("waivers")) {
    read_waivers(*waivers, diagnostics, policy.waivers);
  }
}

/// What only the whole policy shows.
void check_policy(const Document& leaf, Policy& policy, Diagnostics& errors) {
  if (policy.roles.empty()) {
    DiagnosticSink(leaf.name, errors).at(leaf.tree, "the policy has no role");
    return;
  }
  check_groups(policy, errors);
  check_roles(policy.roles, errors);
}

}  // namespace

}  // namespace policy_loading

std::string to_string(const Origin& origin) {
  return origin.line == 0 ? origin.file : origin.file + ':' + std::to_string(origin.line);
}

PolicyLoading load_policy(const PolicyRequest& request, const ProfileLookup& profiles) {
  PolicyLoading loading;
  const bool is_default = request.name_or_file.empty();
  const auto documents = policy_loading::read_documents(
      is_default ? policy_loading::kDefaultProfile : std::string_view(request.name_or_file),
      profiles);
  if (!documents) {
    loading.errors.push_back(documents.error());
    return loading;
  }
  Policy policy;
  policy.is_default = is_default;
  for (const auto& document : *documents) {
    policy_loading::merge_document(document, loading.errors, policy);
  }
  if (loading.errors.empty()) {
    policy_loading::apply_set_options(request.set, policy, loading.errors);
  }
  if (loading.errors.empty()) {
    policy_loading::check_policy(documents->back(), policy, loading.errors);
  }
  if (loading.errors.empty()) {
    policy.digest = policy_loading::policy_digest(policy);
    loading.policy = std::move(policy);
  }
  return loading;
}

}  // namespace rocelint
