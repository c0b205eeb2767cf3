// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/report.h"

#include "base/tree.h"
#include "engine/rule.h"
#include "engine/rule_reader.h"
#include "policy/complaints.h"

namespace rocelint {
namespace {

using policy_loading::Complaints;

struct OutcomeKey {
  std::string_view key;
  Outcome outcome;
};
constexpr std::array kOutcomes = {
    OutcomeKey{"pass", Outcome::pass}, OutcomeKey{"fail", Outcome::fail},
    OutcomeKey{"unknown", Outcome::unknown}, OutcomeKey{"not_applicable", Outcome::not_applicable}};
constexpr std::array<std::string_view, 7> kTestKeys = {
    "pass", "fail", "unknown", "not_applicable", "policy", "set", "since"};

std::optional<RuleTest> read_test(const TreeNode& node, const RuleFileHead& head,
                                  Complaints& complaints) {
  if (!complaints.expect_mapping(node, "a test", kTestKeys)) {
    return std::nullopt;
  }
  RuleTest test;
  std::size_t outcomes = 0;
  for (const auto& [key, outcome] : kOutcomes) {
    if (const auto* facts = node.find(key)) {
      ++outcomes;
      test.expected = outcome;
      test.facts = *facts;
    }
  }
  if (outcomes != 1) {
    complaints.at(node, "a test wants exactly one of pass, fail, unknown, not_applicable");
    return std::nullopt;
  }
  test.line = node.line;
  test.policy = head.tests_policy;
  if (const auto* policy = node.find("policy")) {
    test.policy = complaints.text(*policy, "policy").value_or("");
  }
  if (const auto* since = node.find("since")) {
    test.since = *since;
  }
  if (const auto* set = node.find("set")) {
    test.set = read_texts(*set, "set", complaints);
  }
  return test;
}

}  // namespace

std::vector<RuleTest> read_rule_tests(const TreeNode& node, const RuleFileHead& head,
                                      Complaints& complaints) {
  std::vector<RuleTest> tests;
  if (node.kind != TreeNode::Kind::sequence) {
    complaints.at(node, "tests wants a list of cases");
    return tests;
  }
  for (const auto& item : node.items) {
    if (auto test = read_test(item, head, complaints)) {
      tests.push_back(*std::move(test));
    }
  }
  return tests;
}

}  // namespace rocelint
