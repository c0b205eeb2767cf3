// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tests of the engine share: rules and policies from text, the sample host, and judging.

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "base/text_file.h"
#include "base/tree.h"
#include "judge/engine.h"
#include "policy/policy.h"
#include "rules/rule.h"
#include "rules/shipped_documents.h"

namespace rocelint::testing_support {

inline RuleLoading load_text(std::string_view yaml) {
  auto tree = read_yaml(yaml, "test.yaml");
  if (!tree) {
    return {.rules = {}, .errors = {tree.error()}};
  }
  const std::vector<RuleFile> files{{.name = "test.yaml", .tree = *std::move(tree)}};
  return load_rules(files);
}

inline void expect_none(const Diagnostics& errors) {
  for (const auto& error : errors) {
    ADD_FAILURE() << to_string(error);
  }
}

inline Policy take(PolicyLoading loading) {
  expect_none(loading.errors);
  return loading.policy ? *std::move(loading.policy) : Policy{};
}

inline const std::string& healthy_json() {
  static const std::string kText =
      read_text_file(ROCELINT_SOURCE_DIR "/tests/fixtures/snapshots/healthy.json", 1'000'000)
          .value_or("");
  return kText;
}

inline Snapshot parse(const std::string& json) {
  auto reading = read_snapshot(json, "healthy.json");
  expect_none(reading.errors);
  expect_none(reading.warnings);
  return reading.snapshot ? *std::move(reading.snapshot) : Snapshot{};
}

inline std::vector<std::string> ids_if(const Report& report, bool (*expected)(const Finding&)) {
  std::vector<std::string> out;
  for (const auto& finding : report.findings) {
    if (expected(finding)) {
      out.push_back(finding.id);
    }
  }
  std::ranges::sort(out);
  return out;
}

/// Rules from YAML; a mistake in them fails the test.
[[nodiscard]] inline RuleSet rules_from(std::string_view yaml) {
  auto loading = load_text(yaml);
  expect_none(loading.errors);
  return std::move(loading.rules);
}

/// What is wrong with rules, as "file:line:column: text" lines.
[[nodiscard]] inline std::vector<std::string> rule_errors(std::string_view yaml) {
  std::vector<std::string> out;
  for (const auto& error : load_text(yaml).errors) {
    out.push_back(to_string(error));
  }
  return out;
}

/// The shipped rules, with their inline tests.
[[nodiscard]] inline RuleSet shipped_rule_set() {
  auto loading = load_all_rules({}, InlineTests::read);
  expect_none(loading.errors);
  return std::move(loading.rules);
}

/// A shipped profile with parameters set over it ("expect.ports=4").
[[nodiscard]] inline Policy profile(const std::string& name, std::vector<std::string> set = {}) {
  return take(load_policy({.name_or_file = name, .set = std::move(set)}, shipped_profile_lookup()));
}

/// A policy from YAML.
[[nodiscard]] inline Policy policy_from(const std::string& yaml) {
  auto tree = read_yaml(yaml, "site");
  EXPECT_TRUE(tree) << to_string(tree.error());
  const auto text = tree ? write_tree(*tree) : "";
  return take(load_policy({.name_or_file = "site", .set = {}}, [&](std::string_view name) {
    return name == "site" ? std::optional(ShippedDocument{.name = "site", .tree = text})
                          : shipped_profile_lookup()(name);
  }));
}

/// tests/fixtures/snapshots/healthy.json: four ConnectX-7 ports, right for lossless-dscp26.
[[nodiscard]] inline const Snapshot& healthy() {
  static const Snapshot kSnapshot = parse(healthy_json());
  return kSnapshot;
}

/// The same with a JSON Patch (RFC 6902) over it.
[[nodiscard]] inline Snapshot patched(std::string_view patch) {
  const auto json = nlohmann::json::parse(healthy_json()).patch(nlohmann::json::parse(patch));
  return parse(json.dump());
}

inline Report judge_with(const Snapshot& snapshot, const Policy& policy, const RuleSet& rules) {
  using std::chrono::sys_days;
  using std::chrono::year_month_day;
  constexpr auto kNow =
      sys_days(year_month_day(std::chrono::year(2027), std::chrono::month(3), std::chrono::day(2)));
  return *judge(
              snapshot, policy, rules,
              {.fail_on = {FailOn::not_ready, FailOn::degraded, FailOn::undetermined}, .now = kNow})
              .report;
}

/// "pfc-off@0000:18:00.0/1" of every finding with this outcome, sorted.
[[nodiscard]] inline std::vector<std::string> ids(const Report& report, Outcome outcome) {
  std::vector<std::string> out;
  for (const auto& finding : report.findings) {
    if (finding.outcome == outcome) {
      out.push_back(finding.id);
    }
  }
  std::ranges::sort(out);
  return out;
}

/// The same for failures that fold under nothing.
[[nodiscard]] inline std::vector<std::string> root_causes(const Report& report) {
  return ids_if(report, [](const Finding& finding) {
    return finding.outcome == Outcome::fail && finding.folded_under.empty();
  });
}

inline const Finding& finding(const Report& report, std::string_view id) {
  static const Finding kNone;
  const auto found = std::ranges::find(report.findings, id, &Finding::id);
  EXPECT_NE(found, report.findings.end()) << id;
  return found == report.findings.end() ? kNone : *found;
}

}  // namespace rocelint::testing_support
