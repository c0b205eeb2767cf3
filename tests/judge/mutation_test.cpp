// SPDX-License-Identifier: Apache-2.0

// Every `when` and `assert` of the shipped rules, with one thing wrong, fails an inline test of its
// rule: else that part of the rule could be anything.

#include <cstddef>
#include <iostream>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "advise/rule_tests.h"
#include "expr/expression.h"
#include "judge/engine.h"
#include "rules/rule.h"
#include "rules/rule_paths.h"
#include "tests/judge/engine_support.h"
#include "tests/judge/mutants.h"

namespace rocelint {
namespace {

using testing_support::Mutant;
using testing_support::mutants_of;

/// Whether the tests of the rule tell that one of its expressions is another.
bool is_noticed(Rule& rule, std::optional<expr::Expression> Rule::* part, const std::string& text) {
  auto mutated = expr::compile(text, scope_roots(rule.scope));
  if (!mutated) {
    return true;  // it would not load
  }
  auto right = std::exchange(rule.*part, *std::move(mutated));
  const auto parameters = std::exchange(rule.parameters, {});
  const auto flags = std::pair(rule.per_role, rule.needs_window);
  note_use_of_policy(rule);
  RuleSet alone;
  alone.rules.push_back(std::move(rule));
  const bool noticed = !run_rule_tests(alone).failures.empty();
  rule = std::move(alone.rules.front());
  rule.*part = std::move(right);
  rule.parameters = parameters;
  std::tie(rule.per_role, rule.needs_window) = flags;
  return noticed;
}

TEST(Mutation, OfAnyExpressionFailsATest) {
  auto rules = testing_support::shipped_rule_set();
  std::size_t count = 0;
  for (auto& rule : rules.rules) {
    for (const auto& [name, part] :
         {std::pair("when", &Rule::when), std::pair("assert", &Rule::assertion)}) {
      if (!(rule.*part)) {
        continue;
      }
      const auto text = (rule.*part)->text();
      for (const auto& mutant : mutants_of(text)) {
        ++count;
        EXPECT_TRUE(is_noticed(rule, part, mutant.text))
            << rule.id << ": " << name << ' ' << mutant.what;
      }
    }
  }
  std::cout << count << " mutants of " << rules.rules.size() << " rules\n";
  RecordProperty("mutants", std::to_string(count));
}

std::vector<std::string> texts_of(const std::string& expression) {
  std::vector<std::string> texts;
  for (const auto& mutant : mutants_of(expression)) {
    texts.push_back(mutant.text);
  }
  return texts;
}

TEST(Mutants, NegateAndDropEachConjunctAtAnyDepth) {
  using testing::ElementsAre;
  EXPECT_THAT(texts_of("a"), ElementsAre("!(a)"));
  EXPECT_THAT(texts_of("a && b"), ElementsAre("!(a && b)", " b", "a "));
  EXPECT_THAT(texts_of("a && b || c"), ElementsAre("!(a && b || c)", " b || c", "a || c"));
  EXPECT_THAT(texts_of("x.all(w, p && q)"),
              ElementsAre("!(x.all(w, p && q))", "x.all(w, q)", "x.all(w, p )"));
  EXPECT_THAT(texts_of("s == \"a && b\""), ElementsAre("!(s == \"a && b\")"));
  EXPECT_THAT(texts_of("c ? a && b : d"),
              ElementsAre("!(c ? a && b : d)", "c ? b : d", "c ? a : d"));
}

}  // namespace
}  // namespace rocelint
