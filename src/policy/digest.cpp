// SPDX-License-Identifier: Apache-2.0
#include "policy/digest.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "rocelint/base/severity.h"
#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "base/content_digest.h"
#include "base/tree.h"
#include "expr/expression.h"
#include "facts/json/facts_json.h"
#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint::policy_loading {

namespace {

/// All that a policy says, part by part.
class Content {
 public:
  void add(std::string_view part) { digest_.add(part); }
  void add(std::int64_t number) { add(std::to_string(number)); }
  void add(const std::optional<expr::Expression>& condition) {
    add(std::int64_t{condition.has_value() ? 1 : 0});
    add(condition ? condition->text() : std::string_view());
  }
  void add(const TreeNode& node);
  void add(const Role& role);
  void add(const RuleSetting& setting);
  void add(const Waiver& waiver);

  [[nodiscard]] std::uint64_t digest() const { return digest_.value(); }

 private:
  ContentDigest digest_;
};

void Content::add(const TreeNode& node) {
  add(static_cast<std::int64_t>(node.kind));
  add(std::int64_t{node.quoted ? 1 : 0});
  add(node.scalar);
  add(static_cast<std::int64_t>(node.items.size()));
  for (const auto& item : node.items) {
    add(item);
  }
  add(static_cast<std::int64_t>(node.entries.size()));
  for (const auto& [key, value] : node.entries) {
    add(key.scalar);
    add(value);
  }
}

void Content::add(const Role& role) {
  std::string parameters;
  write_json_value(parameters, kType<RoleParameters>, &role.parameters);
  add(role.name);
  add(role.ports);
  add(parameters);
}

void Content::add(const RuleSetting& setting) {
  add(setting.pattern);
  add(setting.enabled ? static_cast<std::int64_t>(*setting.enabled) : std::int64_t{-1});
  add(setting.severity ? to_string(*setting.severity) : std::string_view());
  add(setting.on_unknown ? static_cast<std::int64_t>(*setting.on_unknown) : std::int64_t{-1});
  add(static_cast<std::int64_t>(setting.on_unknown_reasons.size()));
  for (const auto reason : setting.on_unknown_reasons) {
    add(to_string(reason));
  }
  add(setting.runbook.value_or(""));
}

void Content::add(const Waiver& waiver) {
  add(waiver.rule);
  add(waiver.where);
  add(std::int64_t{waiver.fleet ? 1 : 0});
  add(std::int64_t{waiver.until.time_since_epoch().count()});
  add(waiver.reason);
  add(std::int64_t{waiver.also_unknown ? 1 : 0});
}

}  // namespace

std::string policy_digest(const Policy& policy) {
  Content content;
  content.add(policy.name);
  content.add(std::int64_t{policy.enforce ? 1 : 0});
  content.add(policy.rules_as_of);
  for (const auto& role : policy.roles) {
    content.add("role");
    content.add(role);
  }
  for (const auto& group : policy.groups) {
    content.add("group");
    content.add(group.where);
    for (const auto& [role, parameters] : group.roles) {
      content.add(role);
      content.add(parameters);
    }
  }
  for (const auto& setting : policy.rule_settings) {
    content.add("rule");
    content.add(setting);
  }
  for (const auto& waiver : policy.waivers) {
    content.add("waiver");
    content.add(waiver);
  }
  for (const auto& override : policy.overrides) {
    content.add("set");
    content.add(override.text);
  }
  return fmt::format("{:016x}", content.digest());
}

}  // namespace rocelint::policy_loading
