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
#include "policy/diagnostic_sink.h"
#include "rules/rule.h"
#include "rules/rule_reader.h"

namespace rocelint {
namespace {

using policy_loading::DiagnosticSink;

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
                                  DiagnosticSink& diagnostics) {
  if (!diagnostics.expect_mapping(node, "a test", kTestKeys)) {
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
    diagnostics.at(node, "a test wants exactly one of pass, fail, unknown, not_applicable");
    return std::nullopt;
  }
  test.line = node.line;
  test.policy = head.tests_policy;
  if (const auto* policy = node.find("policy")) {
    test.policy = diagnostics.text(*policy, "policy").value_or("");
  }
  if (const auto* since = node.find("since")) {
    test.since = *since;
  }
  if (const auto* set = node.find("set")) {
    test.set = read_texts(*set, "set", diagnostics);
  }
  return test;
}

}  // namespace

std::vector<RuleTest> read_rule_tests(const TreeNode& node, const RuleFileHead& head,
                                      DiagnosticSink& diagnostics) {
  std::vector<RuleTest> tests;
  if (node.kind != TreeNode::Kind::sequence) {
    diagnostics.at(node, "tests wants a list of cases");
    return tests;
  }
  for (const auto& item : node.items) {
    if (auto test = read_test(item, head, diagnostics)) {
      tests.push_back(*std::move(test));
    }
  }
  return tests;
}

}  // namespace rocelint
