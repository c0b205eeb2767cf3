// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class CheckOperatorsTest : public WorldTest {};

TEST_P(CheckOperatorsTest, SaysWhatItIs) {
  EXPECT_EQ(decide(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Logic, CheckOperatorsTest,
    testing::Values(
        Row{"!i", "error at 1: '!' needs a bool, this is an int"},
        Row{"t && s", "error at 5: '&&' needs a bool, this is a string"},
        Row{"l || t", "error at 0: '||' needs a bool, this is a list<int>"},
        Row{"t && t && d", "error at 10: '&&' needs a bool, this is a double"},
        Row{"i ? t : f", "error at 0: '?:' needs a bool, this is an int"},
        Row{"(t ? 1 : 's') == 1",
            "error at 3: the branches of '?:' have one type: int, not string"},
        Row{"t ? t : l", "error at 2: the branches of '?:' have one type: bool, not list<int>"},
        Row{"i", "error at 0: a condition is a bool, this is an int"},
        Row{"  i + 1", "error at 2: a condition is a bool, this is an int"},
        Row{"e", "error at 0: a condition is a bool, this is a WorldMode"},
        Row{"dev", "error at 0: a condition is a bool, this is a WorldDevice"},
        Row{"devices", "error at 0: a condition is a bool, this is a list<WorldDevice>"},
        Row{"m", "error at 0: a condition is a bool, this is a map<string, int>"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Relations, CheckOperatorsTest,
    testing::Values(
        Row{"i == s", "error at 2: '==' does not take an int and a string"},
        Row{"i == d", "error at 2: '==' does not take an int and a double"},
        Row{"i != 1.5", "error at 2: '!=' does not take an int and a double"},
        Row{"t == 1", "error at 2: '==' does not take a bool and an int"},
        Row{"l == 1", "error at 2: '==' does not take a list<int> and an int"},
        Row{"l == ['a']", "error at 2: '==' does not take a list<int> and a list<string>"},
        Row{"l == [[1]]", "error at 2: '==' does not take a list<int> and a list<list<int>>"},
        Row{"dev == dev", "error at 4: a WorldDevice can't be compared; compare its fields"},
        Row{"devices == devices",
            "error at 8: a list<WorldDevice> can't be compared; compare its fields"},
        Row{"m == m", "error at 2: a map<string, int> can't be compared; compare its fields"},
        Row{"i < s", "error at 2: '<' does not take an int and a string"},
        Row{"i < d", "error at 2: '<' does not take an int and a double"},
        Row{"l < l", "error at 2: '<' does not take a list<int> and a list<int>"},
        Row{"1 < 2 < 3", "error at 6: '<' does not take a bool and an int"},
        Row{"e < 'x'",
            "error at 2: the names of WorldMode have no order; compare with '==' or 'in'"},
        Row{"'a' >= e",
            "error at 4: the names of WorldMode have no order; compare with '==' or 'in'"},
        Row{"i in 3", "error at 2: 'in' needs a list or a map, this is an int"},
        Row{"'a' in s", "error at 4: 'in' needs a list or a map, this is a string"},
        Row{"s in l", "error at 2: 'in' does not take a string and a list<int>"},
        Row{"d in l", "error at 2: 'in' does not take a double and a list<int>"},
        Row{"l in l", "error at 2: 'in' does not take a list<int> and a list<int>"},
        Row{"dev in devices",
            "error at 4: 'in' does not take a WorldDevice and a list<WorldDevice>"},
        Row{"1 in m", "error at 2: 'in' does not take an int and a map<string, int>"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, CheckOperatorsTest,
    testing::Values(Row{"i + s == s", "error at 2: '+' does not take an int and a string"},
                    Row{"s - s == s", "error at 2: '-' does not take a string and a string"},
                    Row{"l - l == l", "error at 2: '-' does not take a list<int> and a list<int>"},
                    Row{"l + 1 == l", "error at 2: '+' does not take a list<int> and an int"},
                    Row{"d % 2.0 == d", "error at 2: '%' does not take a double and a double"},
                    Row{"i * d == d", "error at 2: '*' does not take an int and a double"},
                    Row{"t + t == t", "error at 2: '+' does not take a bool and a bool"},
                    Row{"m + m == m",
                        "error at 2: '+' does not take a map<string, int> and a map<string, int>"},
                    Row{"-s == s", "error at 0: '-' needs a number, this is a string"},
                    Row{"-t", "error at 0: '-' needs a number, this is a bool"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Enumerations, CheckOperatorsTest,
    testing::Values(
        Row{R"(e == "requred")",
            "error at 5: WorldMode has no value 'requred'; did you mean 'required'?"},
        Row{R"("forbiden" != e)",
            "error at 0: WorldMode has no value 'forbiden'; did you mean 'forbidden'?"},
        Row{R"(e == "zzz")",
            "error at 5: WorldMode has no value 'zzz'; it has required, forbidden, unmanaged"},
        Row{R"(e == "")",
            "error at 5: WorldMode has no value ''; it has required, forbidden, unmanaged"},
        Row{R"(e in ["required", "forbiden"])",
            "error at 18: WorldMode has no value 'forbiden'; did you mean 'forbidden'?"},
        Row{R"("requird" in modes)",
            "error at 0: WorldMode has no value 'requird'; did you mean 'required'?"},
        Row{R"(modes == ["required", "x"])",
            "error at 22: WorldMode has no value 'x'; it has required, forbidden, unmanaged"},
        Row{R"(e == (t ? "required" : "nope"))",
            "error at 23: WorldMode has no value 'nope'; it has required, forbidden, unmanaged"},
        Row{R"(dev.mode == "requird")",
            "error at 12: WorldMode has no value 'requird'; did you mean 'required'?"},
        Row{R"(e == s)", "false"}, Row{R"(e == "required")", "true"},
        Row{R"(e == ue)", "unknown(permission: no)"}, Row{R"(e in ["required"])", "true"},
        Row{R"("forbidden" in modes)", "false"},
        Row{R"(modes == ["required", "unmanaged"])", "true"},
        Row{R"(e + "!" == "required!")", "true"}, Row{R"(e.startsWith("req"))", "true"},
        Row{R"((t ? e : "x") == "required")", "true"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    IntLiteralsBecomeDoubles, CheckOperatorsTest,
    testing::Values(
        Row{"d > 2", "true"}, Row{"2 < d", "true"}, Row{"d + 1 == 3.5", "true"},
        Row{"1 + d == 3.5", "true"}, Row{"d == -3", "false"}, Row{"d * 2 == 5", "true"},
        Row{"1 in [1.0]", "true"}, Row{"1.0 in [1, 2]", "true"}, Row{"d in [1, 2]", "false"},
        Row{"[1, 2.5] == [1.0, d]", "true"}, Row{"[1, 2, d][0] == 1", "true"},
        Row{"(t ? 1 : d) == 1", "true"}, Row{"[[1], [2.5]] == [[1.0], [d]]", "true"},
        Row{"[i, 2.5] == []", "error at 1: a list has elements of one type: double, not int"},
        Row{"[1, i, 2.5] == []", "error at 4: a list has elements of one type: double, not int"}),
    row_name);

}  // namespace
}  // namespace rocelint::expr
