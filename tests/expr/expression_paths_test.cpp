// SPDX-License-Identifier: Apache-2.0
#include "expr/expression_paths.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class PathsTest : public WorldTest {
 protected:
  [[nodiscard]] std::string paths(std::string_view text, PathUse use = PathUse::any) const {
    const auto expression = compile(text, roots_);
    if (!expression) {
      return show(expression.error());
    }
    std::string out;
    for (const auto& path : expression->paths(use)) {
      out += (out.empty() ? "" : " ") + path;
    }
    return out;
  }
};

TEST_P(PathsTest, AreWhatItMayRead) {
  EXPECT_EQ(paths(GetParam().text), GetParam().expected);
}

TEST_P(PathsTest, StartAtTheRootsThatItNames) {
  const auto expression = compile(GetParam().text, roots_);
  ASSERT_TRUE(expression);
  const auto paths = expression->paths();
  for (const auto& root : roots_) {
    EXPECT_EQ(expression->names_root(root.name),
              std::ranges::any_of(paths,
                                  [&](const std::string& path) {
                                    return path.substr(0, path.find('.')) == root.name;
                                  }))
        << root.name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, PathsTest,
    testing::Values(
        Row{"t", "t"}, Row{"1 == 1", ""}, Row{"dev.mtu == i", "dev.mtu i"},
        Row{"t && f || u", "f t u"}, Row{"dev.up || dev.up", "dev.up"},
        Row{"devices[i].ports[l[0]].up", "devices.ports.up i l"}, Row{"m.a == m['b']", "m"},
        Row{"by_name.x.mtu == 1", "by_name.mtu"},
        Row{"devices.all(x, x.mtu == i)", "devices devices.mtu i"},
        Row{"devices.all(x, x.ports.exists(p, p.up))", "devices devices.ports devices.ports.up"},
        Row{"devices.filter(x, x.up).all(y, y.mtu == 1)", "devices devices.mtu devices.up"},
        Row{"devices.map(x, x.ports).exists(p, p[0].up)", "devices devices.ports devices.ports.up"},
        Row{"l.map(x, x + i).all(y, y == 1)", "i l"},
        Row{"(t ? dev : devices[0]).mtu == 1", "dev.mtu devices.mtu t"},
        Row{"[dev, devices[0]].all(x, x.up)", "dev dev.up devices devices.up"},
        Row{"(devices + lowers).all(x, x.up)", "devices devices.up lowers lowers.up"},
        Row{"has(dev.mtu) && size(s) == 1", "dev.mtu s"}, Row{"[t, f].all(x, x)", "f t"},
        Row{"i + 1 in l", "i l"}, Row{"-i < 0 && !t && s.contains(us)", "i s t us"}),
    row_name);

TEST_F(PathsTest, TellWhatHasTestsFromWhatIsUsed) {
  constexpr std::string_view kText = "has(dev.mtu) && dev.up && devices.all(x, has(x.ports[i].up))";
  EXPECT_EQ(paths(kText, PathUse::tested), "dev.mtu devices.ports.up");
  EXPECT_EQ(paths(kText, PathUse::operand), "dev.up devices i");
  EXPECT_EQ(paths(kText, PathUse::any), "dev.mtu dev.up devices devices.ports.up i");
  EXPECT_EQ(paths("!has(dev.mtu) || dev.mtu == 1", PathUse::tested), "dev.mtu");
  EXPECT_EQ(paths("!has(dev.mtu) || dev.mtu == 1", PathUse::operand), "dev.mtu");
}

// Each step may double where a value comes from; it must not take long.
TEST_F(PathsTest, StayFewWhenEveryStepOffersTwo) {
  std::string text = "[dev, dev]";
  for (int i = 0; i < 40; ++i) {
    text += ".map(x, t ? x : x)";
  }
  EXPECT_EQ(paths(text + ".all(x, x.up)"), "dev dev.up t");
}

}  // namespace
}  // namespace rocelint::expr
