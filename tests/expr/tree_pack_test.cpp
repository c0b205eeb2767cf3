// SPDX-License-Identifier: Apache-2.0
#include "expr/tree_pack.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "expr/expression.h"
#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class TreePackTest : public WorldTest {};

TEST_F(TreePackTest, ATreeReadBackDecidesByTheSameFacts) {
  for (const std::string_view text : {"t",
                                      "!t && i > 3 || d >= 2.5",
                                      "-i < 0 && d != -1.0",
                                      "i == 9223372036854775807",
                                      "s == 'mlx5_core' && s + '' == s",
                                      "e == 'required' || e in ['forbidden', s]",
                                      "dev.mtu > 1 && has(dev.mtu)",
                                      "devices[0].mtu == 4096",
                                      "devices[i].mtu == 1",
                                      "l.all(a, a < 9) && l.exists_one(a, a == 3)",
                                      "l.map(a, a * 2) == [6, 8]",
                                      "([] + l).filter(a, a > 3) == [4]",
                                      "(t ? [] : devices[0].enabled) == []",
                                      "[[], l].exists(a, size(a) == 2)",
                                      "[[], devices].all(a, a.all(b, b.name != ''))",
                                      "devices.filter(x, x.up).map(x, x.name) == ['mlx5_0']",
                                      "devices.exists(x, x.ports.exists(y, y.number == 2))",
                                      "lowers.all(w, w.up)",
                                      "by_name['x'].mtu == 4096",
                                      "gone.mtu == 1",
                                      "ui > 1 || v"}) {
    const auto expression = compile(text, roots_);
    ASSERT_TRUE(expression) << text << ": " << expression.error().text;
    const auto bytes = pack_tree(expression->tree());
    const auto again = Expression::built_in(text, bytes, roots_);
    EXPECT_EQ(show(evaluate(again, environment_)), decide(text)) << text;
    EXPECT_EQ(again.paths(), expression->paths()) << text;
    EXPECT_EQ(pack_tree(again.tree()), bytes) << text;
    std::string witnesses;
    for (const auto& witness : explain(again, environment_)) {
      witnesses += (witnesses.empty() ? "" : " ") + witness.path;
      witnesses += witness.value.empty() ? std::string("?") + to_string(witness.why.reason)
                                         : "=" + witness.value;
    }
    EXPECT_EQ(witnesses, evidence(text)) << text;
  }
}

}  // namespace
}  // namespace rocelint::expr
