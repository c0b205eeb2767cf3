// SPDX-License-Identifier: Apache-2.0
#include "expr/evaluator.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class EvaluatorTest : public WorldTest {};

TEST_P(EvaluatorTest, Decides) {
  EXPECT_EQ(decide(GetParam().text), GetParam().expected);
}

constexpr std::string_view kU = "unknown(permission: no)";
constexpr std::string_view kV = "unknown(timeout: slow)";

// Every pair of true, false and the two unknowns; of two unknowns the first gives its reason.
INSTANTIATE_TEST_SUITE_P(
    And, EvaluatorTest,
    testing::Values(Row{"t && t", "true"}, Row{"t && f", "false"}, Row{"t && u", kU},
                    Row{"f && t", "false"}, Row{"f && f", "false"}, Row{"f && u", "false"},
                    Row{"u && t", kU}, Row{"u && f", "false"}, Row{"u && u", kU}, Row{"u && v", kU},
                    Row{"v && u", kV}, Row{"t && u && f", "false"}, Row{"u && v && t", kU},
                    Row{"v && t && u && f", "false"}, Row{"t && t && t", "true"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Or, EvaluatorTest,
    testing::Values(Row{"t || t", "true"}, Row{"t || f", "true"}, Row{"t || u", "true"},
                    Row{"f || t", "true"}, Row{"f || f", "false"}, Row{"f || u", kU},
                    Row{"u || t", "true"}, Row{"u || f", kU}, Row{"u || u", kU}, Row{"u || v", kU},
                    Row{"v || u", kV}, Row{"f || u || t", "true"}, Row{"u || v || f", kU},
                    Row{"f || f || f", "false"}, Row{"u && f || v && f", "false"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    NotAndConditional, EvaluatorTest,
    testing::Values(Row{"!t", "false"}, Row{"!f", "true"}, Row{"!u", kU}, Row{"!!u", kU},
                    Row{"t ? t : u", "true"}, Row{"t ? f : u", "false"}, Row{"t ? u : t", kU},
                    Row{"f ? u : t", "true"}, Row{"f ? t : u", kU}, Row{"u ? t : t", kU},
                    Row{"u ? t : f", kU}, Row{"u ? v : v", kU}, Row{"v ? u : u", kV},
                    Row{"(t ? 1 : ui) == 1", "true"}, Row{"(u ? 1 : 1) == 1", kU}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Facts, EvaluatorTest,
    testing::Values(Row{"t", "true"}, Row{"f", "false"}, Row{"u", kU},
                    Row{"dev.mtu == 4096", "true"}, Row{"devices[1].up", "false"},
                    Row{"devices[2].mtu > 1", kV}, Row{"devices[0].ports[1].up", "false"},
                    Row{"gone.mtu == 1", "unknown(vanished: went away)"},
                    Row{"gone.ports[0].up", "unknown(vanished: went away)"},
                    Row{"unsupported.mtu == 1", "unknown(unsupported: no such thing)"},
                    Row{"unsupported.ports[0].up", "unknown(unsupported: no such thing)"},
                    Row{"unsupported.name == 'x'", "unknown(unsupported: no such thing)"},
                    Row{"by_name.x.up", "true"},
                    Row{"by_name.y.up", "unknown(not_found: no entry 'y')"},
                    Row{"lowers[1].name == 'mlx5_1'", "true"}, Row{"udevices[0].up", kU}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Elements, EvaluatorTest,
    testing::Values(Row{"l[0] == 3", "true"}, Row{"l[1] == 4", "true"},
                    Row{"l[2] == 4", "unknown(not_found: no element 2 in a list of 2)"},
                    Row{"l[-1] == 4", "unknown(not_found: no element -1 in a list of 2)"},
                    Row{"l[9223372036854775807] == 4",
                        "unknown(not_found: no element 9223372036854775807 in a list of 2)"},
                    Row{"l[-9223372036854775808] == 4",
                        "unknown(not_found: no element -9223372036854775808 in a list of 2)"},
                    Row{"none[0] == 4", "unknown(not_found: no element 0 in a list of 0)"},
                    Row{"[][0] == 4", "unknown(not_found: no element 0 in a list of 0)"},
                    Row{"[7, 8][1] == 8", "true"}, Row{"l[ui] == 4", kU}, Row{"ul[0] == 4", kU},
                    Row{"ul[l[5]] == 4", kU},
                    Row{"l[l[5]] == 4", "unknown(not_found: no element 5 in a list of 2)"},
                    Row{"holes[0] == 3", "true"}, Row{"holes[1] == 3", "unknown(io_error: bad)"},
                    Row{"m['a'] == 1", "true"}, Row{"m.b == 2", "true"},
                    Row{"m['c'] == 1", "unknown(not_found: no entry 'c')"},
                    Row{"m[''] == 1", "unknown(not_found: no entry '')"}, Row{"m[us] == 1", kU},
                    Row{"um['a'] == 1", kU}, Row{"um.a == 1", kU}, Row{"f && m.c == 1", "false"},
                    Row{"m.c == 1 || t", "true"}),
    row_name);

// False only if there is no such thing; what can't be told stays unknown.
INSTANTIATE_TEST_SUITE_P(
    Has, EvaluatorTest,
    testing::Values(Row{"has(dev.mtu)", "true"}, Row{"has(dev.name)", "true"},
                    Row{"has(dev.ports)", "true"}, Row{"has(devices[1].mode)", "false"},
                    Row{"has(devices[2].up)", "false"}, Row{"has(devices[2].mtu)", kV},
                    Row{"has(devices[2].mode)", "false"}, Row{"has(devices[2].enabled)", kU},
                    Row{"has(devices[1].ports)", "unknown(not_collected: )"},
                    Row{"has(unsupported.mtu)", "false"}, Row{"has(unsupported.name)", "false"},
                    Row{"has(unsupported.ports[0].up)", "false"},
                    Row{"has(not_found.mtu)", "unknown(not_found: no such object)"},
                    Row{"has(not_found.name)", "unknown(not_found: no such object)"},
                    Row{"has(gone.mtu)", "unknown(vanished: went away)"},
                    Row{"has(devices[9].mtu)", "unknown(not_found: no element 9 in a list of 3)"},
                    Row{"has(udevices[0].mtu)", kU}, Row{"has(m.a)", "true"},
                    Row{"has(m.c)", "false"}, Row{"has(um.a)", kU},
                    Row{"has(by_name.x.mtu)", "true"},
                    Row{"has(by_name.y.mtu)", "unknown(not_found: no entry 'y')"},
                    Row{"!has(devices[1].mode)", "true"}, Row{"devices.all(x, has(x.mtu))", kV},
                    Row{"devices.exists(x, !has(x.mode))", "true"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Quantifiers, EvaluatorTest,
    testing::Values(
        Row{"[t, t].all(x, x)", "true"}, Row{"[t, f].all(x, x)", "false"},
        Row{"l.all(x, t)", "true"}, Row{"l.all(x, u)", kU},
        Row{"l.all(x, x == 3 ? u : f)", "false"}, Row{"l.all(x, x == 3 ? f : u)", "false"},
        Row{"l.all(x, x == 3 ? u : v)", kU}, Row{"l.all(x, x == 3 ? u : t)", kU},
        Row{"none.all(x, f)", "true"}, Row{"none.all(x, u)", "true"}, Row{"ul.all(x, t)", kU},
        Row{"ul.all(x, f)", kU}, Row{"l.exists(x, x == 4)", "true"},
        Row{"l.exists(x, x == 5)", "false"}, Row{"l.exists(x, x == 3 ? u : t)", "true"},
        Row{"l.exists(x, x == 3 ? t : u)", "true"}, Row{"l.exists(x, x == 3 ? u : f)", kU},
        Row{"l.exists(x, x == 3 ? v : u)", kV}, Row{"none.exists(x, t)", "false"},
        Row{"none.exists(x, u)", "false"}, Row{"ul.exists(x, t)", kU},
        Row{"l.exists_one(x, x == 3)", "true"}, Row{"l.exists_one(x, x > 2)", "false"},
        Row{"l.exists_one(x, x > 9)", "false"}, Row{"none.exists_one(x, t)", "false"},
        Row{"ul.exists_one(x, t)", kU}, Row{"l.exists_one(x, x == 3 ? u : t)", kU},
        Row{"[3, 3, 4].exists_one(x, x == 4 ? u : t)", kU}, Row{"devices.all(x, x.up)", "false"},
        Row{"devices.exists(x, x.mtu == 1024)", "true"}, Row{"devices.exists(x, x.mtu == 1)", kV},
        Row{"devices.all(x, x.mtu > 1)", kV}, Row{"lowers.all(w, w.mtu > 1)", "true"},
        Row{"lowers.all(w, l.all(p, p in w.enabled))", "false"},
        Row{"lowers.exists(w, l.exists(p, p in w.enabled))", "true"},
        Row{"holes.all(x, x == 3)", "unknown(io_error: bad)"},
        Row{"holes.exists(x, x == 3)", "true"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    FilterAndMap, EvaluatorTest,
    testing::Values(Row{"l.filter(x, x > 3) == [4]", "true"},
                    Row{"l.filter(x, x > 9) == []", "true"}, Row{"none.filter(x, t) == []", "true"},
                    Row{"ul.filter(x, t) == []", kU}, Row{"l.filter(x, u) == []", kU},
                    Row{"l.filter(x, x == 4 ? v : t) == []", kV},
                    Row{"l.map(x, x * 2) == [6, 8]", "true"},
                    Row{"l.map(x, string(x) + ':on') == ['3:on', '4:on']", "true"},
                    Row{"ul.map(x, x) == []", kU}, Row{"l.map(x, ui) == []", kU},
                    Row{"none.map(x, ui) == []", "true"},
                    Row{"l.map(x, x > 3, x * 2) == [8]", "true"},
                    Row{"devices.map(x, x.name) == ['mlx5_0', 'mlx5_1', 'od\"d']", "true"},
                    Row{"lowers.filter(w, w.up).map(w, w.name) == ['mlx5_0']", "true"},
                    Row{"lowers.filter(w, w.up)[0].mtu == 4096", "true"},
                    Row{"devices.map(x, x.mtu) == []", kV},
                    Row{"devices.filter(x, x.up).size() == 1", "unknown(not_found: no file)"},
                    Row{"l.map(x, [x]) == [[3], [4]]", "true"},
                    Row{"l.map(x, l.map(y, x * y)) == [[9, 12], [12, 16]]", "true"},
                    Row{"[1].map(x, [2].map(x, x))[0] == [2]", "true"},
                    Row{"l.map(x, l.filter(y, y > x)) == [[4], []]", "true"}),
    row_name);

class UnknownReasons : public WorldTest {};

TEST_P(UnknownReasons, AreThoseOfAllThatLeaveItOpen) {
  EXPECT_EQ(reasons(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Of, UnknownReasons,
    testing::Values(Row{"t", ""}, Row{"u", "permission"}, Row{"t ? v : u", "timeout"},
                    Row{"u && v", "permission timeout"}, Row{"v && t && u", "permission timeout"},
                    Row{"u && u", "permission"}, Row{"u && v && f", ""},
                    Row{"u || v", "permission timeout"}, Row{"u || v || t", ""},
                    Row{"u && f || v", "timeout"}, Row{"!(u && v)", "permission timeout"},
                    Row{"unsupported.up && v", "unsupported timeout"}, Row{"ui == i", "permission"},
                    Row{"ui == devices[2].mtu", "permission timeout"},
                    Row{"ui + devices[2].mtu > 1", "permission timeout"},
                    Row{"[ui, devices[2].mtu] == [1, 2]", "permission timeout"},
                    Row{"ul[devices[2].mtu] == 1", "permission timeout"},
                    Row{"ul + [devices[2].mtu] == []", "permission timeout"},
                    Row{"string(ui) == us", "permission"},
                    Row{"glob(us, string(devices[2].mtu))", "permission timeout"},
                    Row{"l.all(x, x == 3 ? u : v)", "permission timeout"},
                    Row{"l.all(x, x == 3 ? u : f)", ""},
                    Row{"l.exists(x, x == 3 ? v : u)", "permission timeout"},
                    Row{"l.exists(x, x == 3 ? v : t)", ""},
                    Row{"l.exists_one(x, x == 3 ? u : v)", "permission timeout"},
                    Row{"l.filter(x, x == 3 ? u : v) == []", "permission timeout"},
                    Row{"l.map(x, x == 3 ? ui : devices[2].mtu) == []", "permission timeout"},
                    Row{"(u && v) ? t : f", "permission timeout"}, Row{"u ? v : v", "permission"},
                    Row{"(u && v ? l : none).all(x, t)", "permission timeout"},
                    Row{"has(devices[ui].mtu) && v", "permission timeout"},
                    Row{"devices[2].enabled == []", "unsupported permission"},
                    Row{"devices[2].enabled == [] && v", "unsupported permission timeout"},
                    Row{"ui in devices[2].enabled", "unsupported permission"},
                    Row{"many.all(a, many.all(b, many.all(c, u || v)))", "malformed"}),
    row_name);

TEST_F(EvaluatorTest, ADecisionTellsTheFirstInFullAndTheOthersAsFarAsTheyAreItsOwn) {
  const auto expression = compile("devices[2].enabled == [] && v", roots_);
  ASSERT_TRUE(expression);
  const auto why = evaluate(*expression, environment_).why;
  EXPECT_EQ(show(why), "unknown(permission: no)");
  ASSERT_EQ(why.also.size(), 2U);
  EXPECT_EQ(show(why.also[0]), "unknown(unsupported: none)");
  EXPECT_EQ(show(why.also[1]), "unknown(timeout: )");
}

TEST_F(EvaluatorTest, AnEnumerationWithoutANameIsMalformed) {
  world_.e = static_cast<WorldMode>(77);
  EXPECT_EQ(decide("e == 'required'"), "unknown(malformed: 77 is no WorldMode)");
}

TEST_F(EvaluatorTest, ARootThatNobodyBoundIsUnknown) {
  environment_.clear();
  EXPECT_EQ(decide("t"), "unknown(not_collected: )");
}

TEST_F(EvaluatorTest, AMissingElementOfAPointerListIsNotFound) {
  world_.lowers.emplace() = {nullptr};
  EXPECT_EQ(decide("lowers.all(w, w.up)"), "unknown(not_found: no such object)");
  EXPECT_EQ(decide("has(lowers[0].up)"), "unknown(not_found: no such object)");
  EXPECT_EQ(evidence("lowers.all(w, w.up)"), "host.devices[0].up?not_found");
}

// 1e6 steps, however they are reached, and whatever was known until then.
INSTANTIATE_TEST_SUITE_P(
    Steps, EvaluatorTest,
    testing::Values(
        Row{"many.all(a, many.all(b, many.all(c, t)))", "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, many.all(c, t))) || t", "unknown(malformed: too many steps)"},
        Row{"f && many.all(a, many.all(b, many.all(c, t)))", "false"},
        Row{"many.exists(a, many.exists(b, many.exists(c, f)))",
            "unknown(malformed: too many steps)"},
        Row{"many.exists_one(a, many.all(b, many.all(c, t)))",
            "unknown(malformed: too many steps)"},
        Row{"many.map(a, many.map(b, many.map(c, c))).size() == 1",
            "unknown(malformed: too many steps)"},
        Row{"many.filter(a, many.filter(b, many.filter(c, t) == []) == []) == []",
            "unknown(malformed: too many steps)"},
        Row{"many.filter(a, many.filter(b, many.filter(c, u) == []) == []) == []",
            "unknown(malformed: too many steps)"},
        Row{"many.map(a, many.map(b, many.map(c, ui))).size() == 1",
            "unknown(malformed: too many steps)"},
        Row{"many.exists_one(a, many.exists_one(b, many.exists_one(c, u)))",
            "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, many != [a]))", "true"},
        Row{"many.all(a, many.all(b, !(-1 in many)))", "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, many == many))", "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, many + many != []))", "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, large == large))", "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, large <= large))", "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, !large.contains('y')))", "unknown(malformed: too many steps)"},
        Row{"many.all(a, many.all(b, large + large != ''))", "unknown(malformed: too many steps)"},
        Row{"[large].map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x) != []",
            "unknown(malformed: too many steps)"},
        Row{"[large + large].map(x, x + x).map(x, x + x) != []", "true"}),
    row_name);

}  // namespace
}  // namespace rocelint::expr
