// SPDX-License-Identifier: Apache-2.0
#include "expr/expression_evidence.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class EvidenceTest : public WorldTest {};

TEST_P(EvidenceTest, IsWhatDecided) {
  EXPECT_EQ(evidence(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Relations, EvidenceTest,
    testing::Values(
        Row{"i == 7", "i=7"}, Row{"i == ui", "i=7 ui?permission"},
        Row{"ui < i", "ui?permission i=7"}, Row{"i == i", "i=7"}, Row{"t", "t=true"},
        Row{"!f", "f=false"}, Row{"u", "u?permission"}, Row{"d > 1", "d=2.5"},
        Row{"s == 'x'", R"(s="mlx5_core")"}, Row{"e == 'required'", R"(e="required")"},
        Row{"l == [3]", "l=[3,4]"}, Row{"modes == []", R"(modes=["required","unmanaged"])"},
        Row{"3 in none", "none=[]"}, Row{"i in l", "i=7 l=[3,4]"},
        Row{"'a' in m", R"(m={"a":1,"b":2})"}, Row{"m.a == 1", R"(m["a"]=1)"},
        Row{"m['c'] == 1", R"(m["c"]?not_found)"}, Row{"um.a == 1", R"(um["a"]?permission)"},
        Row{"i + ui > 1", "i=7 ui?permission"}, Row{"1 == 1", ""}, Row{"1 / 0 == 1", ""},
        Row{"size(l) == 2", "l=[3,4]"}, Row{"glob(s, 'x*')", R"(s="mlx5_core")"},
        Row{"size(devices) == 8", R"(host.devices=["mlx5_0","mlx5_1","od\"d"])"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Logic, EvidenceTest,
    testing::Values(Row{"t && i == 7", "t=true i=7"}, Row{"t && i == 8", "i=7"},
                    Row{"f && i == 8", "f=false"}, Row{"u && f", "f=false"},
                    Row{"t && u && t", "u?permission"}, Row{"u && v", "u?permission v?timeout"},
                    Row{"t && u && v && i == 7", "u?permission v?timeout"},
                    Row{"u && ui == 1 && v", "u?permission v?timeout"},
                    Row{"u && v && f", "f=false"}, Row{"t || u", "t=true"},
                    Row{"f || t || u", "t=true"}, Row{"f || u || f", "u?permission"},
                    Row{"f || i == 8", "f=false i=7"}, Row{"f && u || i == 7", "i=7"},
                    Row{"!(t && u)", "u?permission"}, Row{"t && (f || i == 8)", "f=false i=7"},
                    Row{"t ? i == 7 : u", "t=true i=7"},
                    Row{"f ? i == 7 : u", "f=false u?permission"},
                    Row{"u ? i == 7 : t", "u?permission"}, Row{"t ? f : t", "t=true f=false"},
                    Row{"(t ? i : 1) == 7", "t=true i=7"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Paths, EvidenceTest,
    testing::Values(
        Row{"dev.mtu == 1", R"(host.devices["mlx5_0"].mtu=4096)"},
        Row{"dev.ports[1].up", R"(host.devices["mlx5_0"].ports[2].up=false)"},
        Row{"dev.ports[7].up", R"(host.devices["mlx5_0"].ports[7].up?not_found)"},
        Row{"dev.app[1].priority == 1", R"(host.devices["mlx5_0"].app[1].priority=6)"},
        Row{"devices[2].up", R"(host.devices["od\"d"].up?not_found)"},
        Row{"devices[1].ports[0].up", R"(host.devices["mlx5_1"].ports[0].up?not_collected)"},
        Row{"udevices[0].up", "udevices[0].up?permission"},
        Row{"gone.ports[0].up", "host.devices[?].ports[0].up?vanished"},
        Row{"l[ui] == 1", "ui?permission"}, Row{"ul[ui] == 1", "ui?permission ul?permission"},
        Row{"devices[ui].mtu == 1", "ui?permission"}, Row{"l[i - 7] == 3", "i=7 l[0]=3"},
        Row{"l[-1] == 3", ""}, Row{"by_name.x.mtu == 1", R"(by_name["x"].mtu=4096)"},
        Row{"unsupported.mtu == 1", "unsupported.mtu?unsupported"},
        Row{"has(dev.mtu)", R"(host.devices["mlx5_0"].mtu=4096)"},
        Row{"has(unsupported.mtu)", "unsupported.mtu?unsupported"},
        Row{"has(devices[1].mode)", R"(host.devices["mlx5_1"].mode?unsupported)"},
        Row{"has(dev.ports)", R"(host.devices["mlx5_0"].ports=[1,2])"},
        Row{"has(dev.app)",
            R"(host.devices["mlx5_0"].app=[{"protocol":26,"priority":3},{"protocol":48,"priority":6}])"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Quantifiers, EvidenceTest,
    testing::Values(
        Row{"devices.all(x, x.mtu > 2000)", R"(host.devices["mlx5_1"].mtu=1024)"},
        Row{"devices.exists(x, x.mtu == 1024)", R"(host.devices["mlx5_1"].mtu=1024)"},
        Row{"devices.exists(x, x.mtu == 1)", R"(host.devices["od\"d"].mtu?timeout)"},
        Row{"lowers.exists(w, w.mtu == 1)",
            R"(host.devices["mlx5_0"].mtu=4096 host.devices["mlx5_1"].mtu=1024)"},
        Row{"lowers.all(w, l.all(p, p in w.enabled))",
            R"(l[1]=4 host.devices["mlx5_0"].enabled=[3])"},
        Row{"[3].all(p, p in dev.enabled)", R"(host.devices["mlx5_0"].enabled=[3])"},
        Row{"l.all(p, p < i)", "l=[3,4] i=7"}, Row{"l.exists(p, p == i)", "l=[3,4] i=7"},
        Row{"dev.app.exists(a, a.protocol == i)",
            R"(host.devices["mlx5_0"].app=[{"protocol":26,"priority":3},{"protocol":48,"priority":6}] i=7)"},
        Row{"dev.app.exists(a, a.protocol == 48 && a.priority == 6)",
            R"(host.devices["mlx5_0"].app[1].protocol=48 host.devices["mlx5_0"].app[1].priority=6)"},
        Row{"dev.app.all(a, a.protocol == 26)", R"(host.devices["mlx5_0"].app[1].protocol=48)"},
        Row{"none.all(p, p == i)", "none=[]"}, Row{"none.exists(p, p == i)", "none=[]"},
        Row{"ul.all(p, p == 1)", "ul?permission"}, Row{"l.exists_one(p, p == 3)", "l[0]=3"},
        Row{"l.exists_one(p, p > 2)", "l[0]=3 l[1]=4"}, Row{"l.exists_one(p, p > 4)", "l=[3,4]"},
        Row{"devices.exists_one(x, x.name == 'q')",
            R"(host.devices["mlx5_0"].name="mlx5_0" host.devices["mlx5_1"].name="mlx5_1" host.devices["od\"d"].name="od\"d")"},
        Row{"l.exists_one(p, p == 3 ? u : t)", "l[0]=3 u?permission"},
        Row{"l.exists_one(p, p == 3 ? u : v)", "l[0]=3 u?permission l[1]=4 v?timeout"},
        Row{"none.exists_one(p, t)", "none=[]"}, Row{"holes.all(x, x == 3)", "holes[1]?io_error"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    FilterAndMap, EvidenceTest,
    testing::Values(
        Row{"lowers.filter(w, w.up).all(w, w.mtu == 1)",
            R"(host.devices["mlx5_0"].up=true host.devices["mlx5_1"].up=false host.devices["mlx5_0"].mtu=4096)"},
        Row{"lowers.map(w, w.mtu) == [4096]",
            R"(host.devices["mlx5_0"].mtu=4096 host.devices["mlx5_1"].mtu=1024)"},
        Row{"l.map(p, p + 1) == [4, 5]", "l[0]=3 l[1]=4"},
        Row{"none.filter(p, t) == [1]", "none=[]"}, Row{"ul.map(p, p) == [1]", "ul?permission"},
        Row{"devices.map(x, x.mtu) == []", R"(host.devices["od\"d"].mtu?timeout)"},
        Row{"[dev.mtu, i] == [1, 2]", R"(host.devices["mlx5_0"].mtu=4096 i=7)"},
        Row{"l.map(p, p == 3 ? ui : devices[2].mtu) == []",
            R"(l[0]=3 ui?permission l[1]=4 host.devices["od\"d"].mtu?timeout)"},
        Row{"[dev.mtu, ui] == [1, 2]", "ui?permission"}, Row{"l + [i] == []", "l[0]=3 l[1]=4 i=7"},
        Row{"i in l + none", "i=7 none=[] l[0]=3 l[1]=4"}),
    row_name);

TEST_F(EvidenceTest, NamesTheRootAndTheRowOfTheTable) {
  const auto expression = compile("dev.mtu == 1 && l[0] == 1 || l == [1]", roots_);
  ASSERT_TRUE(expression) << expression.error().text;
  const auto witnesses = explain(*expression, environment_);
  ASSERT_EQ(witnesses.size(), 2U);
  EXPECT_EQ(witnesses[0].root, "dev");
  ASSERT_NE(witnesses[0].field, nullptr);
  EXPECT_EQ(witnesses[0].field->name, "mtu");
  EXPECT_EQ(witnesses[1].root, "l");
  EXPECT_EQ(witnesses[1].path, "l");
  EXPECT_EQ(witnesses[1].field, nullptr);
}

TEST_F(EvidenceTest, AnElementHasNoRowAndAnUnknownKeepsItsDetail) {
  const auto expression = compile("holes.all(x, x == 3)", roots_);
  ASSERT_TRUE(expression) << expression.error().text;
  const auto witnesses = explain(*expression, environment_);
  ASSERT_EQ(witnesses.size(), 1U);
  EXPECT_EQ(witnesses[0].field, nullptr);
  EXPECT_EQ(witnesses[0].root, "holes");
  EXPECT_EQ(witnesses[0].value, "");
  EXPECT_EQ(witnesses[0].why, (Unknown{Reason::io_error, "bad", 5}));
}

}  // namespace
}  // namespace rocelint::expr
