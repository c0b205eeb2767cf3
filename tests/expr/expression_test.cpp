// SPDX-License-Identifier: Apache-2.0
#include "expr/expression.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "expr/template.h"
#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

using ExpressionTest = WorldTest;

TEST_F(ExpressionTest, KeepsItsTextAndOutlivesWhatItWasMadeFrom) {
  std::string text = "s == \"mlx5_core\"";
  auto roots = roots_;
  auto compiled = compile(text, roots);
  roots.clear();
  ASSERT_TRUE(compiled) << compiled.error().text;
  text.assign(text.size(), '#');
  auto moved = std::move(*compiled);
  EXPECT_EQ(moved.text(), "s == \"mlx5_core\"");
  EXPECT_EQ(evaluate(moved, environment_).outcome, Outcome::yes);
  EXPECT_EQ(explain(moved, environment_).at(0).path, "s");
}

TEST_F(ExpressionTest, MayBeEvaluatedFromManyThreads) {
  const auto expression = compile("devices.exists(x, x.mtu == 1024) && s + '' == s", roots_);
  ASSERT_TRUE(expression) << expression.error().text;
  std::vector<std::size_t> wrong(4);
  std::vector<std::thread> threads;
  threads.reserve(wrong.size());
  for (auto& count : wrong) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        count += evaluate(*expression, environment_).outcome == Outcome::yes ? 0U : 1U;
        count += explain(*expression, environment_).size() == 2 ? 0U : 1U;
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, std::vector<std::size_t>(4));
}

// Whatever stands there, it ends soon, and the place is inside the text.
TEST_F(ExpressionTest, HostileInputEndsWithAnError) {
  std::vector<std::string> inputs;
  for (const std::string_view piece : {"(",      "[",    "{",   "!",        "-",   "f(",   "a.",
                                       "a[",     "t?t:", "t?",  "l.all(x,", "\"",  "'''",  "\\",
                                       "1+",     "1e",   "0x",  "t&&",      "t||", "has(", "[[",
                                       "x.map(", "9",    "in ", "\x80",     "{{",  "}"}) {
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{100}, std::size_t{4000}, std::size_t{200'000}}) {
      std::string text;
      while (text.size() < size) {
        text += piece;
      }
      inputs.push_back(text);
      inputs.push_back(text + std::string(1, '\0'));
    }
  }
  for (const auto& text : inputs) {
    const auto expression = compile(text, roots_);
    ASSERT_FALSE(expression) << text.substr(0, 20);
    EXPECT_LE(expression.error().offset, text.size()) << text.substr(0, 20);
    EXPECT_FALSE(expression.error().text.empty());
    const auto filled = compile_template(text, roots_);
    EXPECT_TRUE(filled || filled.error().offset <= text.size()) << text.substr(0, 20);
  }
}

TEST_F(ExpressionTest, DeepButLegalNestingIsEvaluated) {
  std::string text = "t";
  for (int i = 0; i < 30; ++i) {
    text = "l.all(a" + std::to_string(i) + ", (" + text + "))";
  }
  // 2^30 rounds of the innermost: the steps end it.
  EXPECT_EQ(decide(text), "unknown(malformed: too many steps)");
}

}  // namespace
}  // namespace rocelint::expr
