// SPDX-License-Identifier: Apache-2.0
#include "engine/rule_paths.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/rule.h"
#include "expr/expression.h"
#include "facts/fact_path.h"

namespace rocelint {
namespace {

using Paths = std::set<std::string>;

Paths paths_of(const expr::Expression& expression, expr::PathUse use = expr::PathUse::any) {
  const auto paths = expression.paths(use);
  return {paths.begin(), paths.end()};
}

/// What the holes of a text read.
Paths paths_of(const expr::Template& text) {
  Paths paths;
  for (const auto& part : text.parts()) {
    if (part.hole != nullptr) {
      paths.merge(paths_of(*part.hole));
    }
  }
  return paths;
}

Paths paths_of(const Fix& fix) {
  auto paths = paths_of(fix.run);
  if (fix.when) {
    paths.merge(paths_of(*fix.when));
  }
  return paths;
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
  auto paths = deciding_paths(rule, expr::PathUse::any);
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(rule.parameters),
               [](const std::string& path) { return is_within(path, "policy"); });
  for (const auto* text : {&rule.message, &rule.verify}) {
    if (*text) {
      paths.merge(paths_of(**text));
    }
  }
  for (const auto& fix : rule.fixes) {
    paths.merge(paths_of(fix));
  }
  rule.needs_window = std::any_of(paths.begin(), paths.end(), [](const std::string& path) {
    return is_within(path, "growth");
  });
  rule.per_role = !rule.left_open.empty() ||
                  std::any_of(paths.begin(), paths.end(), [](const std::string& path) {
                    return is_within(path, "policy") || is_within(path, "ports");
                  });
}

}  // namespace rocelint
