// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_paths.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expression.h"
#include "expr/template.h"
#include "facts/fact_path.h"
#include "rules/rule.h"

namespace rocelint {
namespace {

using Paths = std::set<std::string>;

Paths paths_of(const expr::Expression& expression, expr::PathUse use = expr::PathUse::any) {
  const auto paths = expression.paths(use);
  return {paths.begin(), paths.end()};
}

bool names_root(const std::optional<expr::Expression>& expression, std::string_view root) {
  return expression && expression->names_root(root);
}

bool names_root(const std::optional<expr::Template>& text, std::string_view root) {
  return text && text->names_root(root);
}

/// In what decides, or in what is said.
bool names_root(const Rule& rule, std::string_view root) {
  return names_root(rule.when, root) || names_root(rule.assertion, root) ||
         names_root(rule.message, root) || names_root(rule.verify, root) ||
         std::ranges::any_of(rule.fixes, [&](const Fix& fix) {
           return names_root(fix.when, root) || names_root(fix.run, root);
         });
}

/// What decides the outcome.
Paths deciding_paths(const Rule& rule, expr::PathUse use) {
  Paths paths;
  for (const auto* expression : {&rule.when, &rule.assertion}) {
    if (*expression) {
      paths.merge(paths_of(**expression, use));
    }
  }
  return paths;
}

}  // namespace

std::optional<GuardedOperand> find_guarded_operand(const Rule& rule) {
  if (!rule.assertion) {
    return std::nullopt;
  }
  const auto guards = deciding_paths(rule, expr::PathUse::tested);
  if (guards.empty()) {
    return std::nullopt;
  }
  for (const auto& operand : paths_of(*rule.assertion, expr::PathUse::operand)) {
    for (const auto& guard : guards) {
      if (is_within(operand, guard)) {
        return GuardedOperand{.guard = guard, .operand = operand};
      }
    }
  }
  return std::nullopt;
}

std::vector<std::string> paths_read(const Rule& rule) {
  const auto paths = deciding_paths(rule, expr::PathUse::any);
  return {paths.begin(), paths.end()};
}

void note_use_of_policy(Rule& rule) {
  if (names_root(rule.when, "policy") || names_root(rule.assertion, "policy")) {
    const auto paths = deciding_paths(rule, expr::PathUse::any);
    std::ranges::copy_if(paths, std::back_inserter(rule.parameters),
                         [](const std::string& path) { return is_within(path, "policy"); });
  }
  rule.needs_window = names_root(rule, "growth");
  rule.per_role =
      !rule.left_open.empty() || names_root(rule, "policy") || names_root(rule, "ports");
}

}  // namespace rocelint
