// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class CheckCallsTest : public WorldTest {};

TEST_P(CheckCallsTest, SaysWhatIsWrong) {
  EXPECT_EQ(decide(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Functions, CheckCallsTest,
    testing::Values(
        Row{"golb(s, 'x')", "error at 0: no such function: 'golb'; did you mean 'glob'?"},
        Row{"s.startWith('m')",
            "error at 2: no such function: 'startWith'; did you mean 'startsWith'?"},
        Row{"devices.al(x, x.up)", "error at 8: no such function: 'al'; did you mean 'all'?"},
        Row{"wwwwww(1)", "error at 0: no such function: 'wwwwww'"},
        Row{"s.glob('x')", "error at 2: 'glob' is called as glob(…)"},
        Row{"contains(s, 'x')", "error at 0: 'contains' is called as x.contains(…)"},
        Row{"glob(s)", "error at 0: 'glob' takes 2 arguments, not 1"},
        Row{"s.contains()", "error at 2: 'contains' takes 1 argument, not 0"},
        Row{"s.contains('a', 'b')", "error at 2: 'contains' takes 1 argument, not 2"},
        Row{"size() == 1", "error at 0: 'size' takes 1 argument, not 0"},
        Row{"s.size(1) == 1", "error at 2: 'size' takes 0 arguments, not 1"},
        Row{"glob(i, 'x')", "error at 5: 'glob' needs a string, this is an int"},
        Row{"i.contains('x')", "error at 0: 'contains' needs a string, this is an int"},
        Row{"size(i) == 1", "error at 5: 'size' needs a string, list or map, this is an int"},
        Row{"string(l) == ''",
            "error at 7: 'string' needs a bool, int, double or string, this is a list<int>"},
        Row{"dscp('a') == 1", "error at 5: 'dscp' needs an int, this is a string"},
        Row{"inSubnet(s, '10.0.0.0')",
            "error at 12: '10.0.0.0' is not a subnet such as '10.0.0.0/8'"},
        Row{"versionAtLeast(s, '28.x')",
            "error at 18: '28.x' is not a version such as '28.39.1002'"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    LeftOutOfCel, CheckCallsTest,
    testing::Values(
        Row{"s.matches('m.*')",
            "error at 2: 'matches()' is not in the rule language; glob() serves"},
        Row{"int(s) == 1", "error at 0: 'int()' is not in the rule language"},
        Row{"type(i) == type(i)",
            "error at 0: 'type()' is not in the rule language; every type is known when the rule "
            "is loaded"},
        Row{"dyn(i) == 1",
            "error at 0: 'dyn()' is not in the rule language; every type is known when the rule is "
            "loaded"},
        Row{"timestamp(s) == timestamp(s)",
            "error at 0: 'timestamp()' is not in the rule language"},
        Row{"duration('1s') == duration('1s')",
            "error at 0: 'duration()' is not in the rule language; units are in names"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Has, CheckCallsTest,
    testing::Values(
        Row{"has()", "error at 0: 'has' takes 1 argument, not 0"},
        Row{"has(dev.mtu, dev.up)", "error at 0: 'has' takes 1 argument, not 2"},
        Row{"has(dev)", "error at 4: 'has' needs a field, such as has(netdev.mtu_bytes)"},
        Row{"has(i)", "error at 4: 'has' needs a field, such as has(netdev.mtu_bytes)"},
        Row{"has(devices[0])", "error at 4: 'has' needs a field, such as has(netdev.mtu_bytes)"},
        Row{"has(1 + 2)", "error at 4: 'has' needs a field, such as has(netdev.mtu_bytes)"},
        Row{"t || has(true)", "error at 9: 'has' needs a field, such as has(netdev.mtu_bytes)"},
        Row{"has((t ? dev : dev).mtu)",
            "error at 4: 'has' needs a field, such as has(netdev.mtu_bytes)"},
        Row{"has(devices.filter(x, x.up)[0].mtu)",
            "error at 4: 'has' needs a field, such as has(netdev.mtu_bytes)"},
        Row{"has(dev.mtuu)", "error at 8: WorldDevice has no field 'mtuu'; did you mean 'mtu'?"},
        Row{"dev.has(mtu)", "error at 4: 'has' is called as has(…)"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Macros, CheckCallsTest,
    testing::Values(
        Row{"all(devices, x)", "error at 0: 'all' belongs to a list: list.all(x, …)"},
        Row{"devices.all(x)", "error at 8: 'all' takes 2 arguments, not 1"},
        Row{"devices.all()", "error at 8: 'all' takes 2 arguments, not 0"},
        Row{"devices.all(x, x.up, x.up)", "error at 8: 'all' takes 2 arguments, not 3"},
        Row{"devices.map(x) == []", "error at 8: 'map' takes 2 arguments or 3, not 1"},
        Row{"s.all(x, t)", "error at 2: 'all' needs a list, this is a string"},
        Row{"m.exists(x, t)", "error at 2: 'exists' needs a list, this is a map<string, int>"},
        Row{"l.all(1, t)", "error at 6: the first argument of 'all' is the name of a variable"},
        Row{"l.all(x.y, t)", "error at 6: the first argument of 'all' is the name of a variable"},
        Row{"l.all('x', t)", "error at 6: the first argument of 'all' is the name of a variable"},
        Row{"l.all(true, t)", "error at 6: the first argument of 'all' is the name of a variable"},
        Row{"l.all(dev, t)", "error at 6: the variable 'dev' hides the root of that name"},
        Row{"l.all(priorities, t)",
            "error at 6: the variable 'priorities' hides the list of that name"},
        Row{"l.all(x, l.all(i, t))", "error at 15: the variable 'i' hides the root of that name"},
        Row{"l.all(x, x)", "error at 9: 'all' needs a bool, this is an int"},
        Row{"l.filter(x, x + 1) == []", "error at 12: 'filter' needs a bool, this is an int"},
        Row{"l.map(x, x, x) == []", "error at 9: 'map' needs a bool, this is an int"},
        Row{"l.map(x, x == 3, string(x)) == ['3']", "true"},
        Row{"l.all(x, [5].exists(x, x == 5))", "true"},
        Row{"l.exists(x, l.exists(y, x < y))", "true"}, Row{"l.map(x, x).all(x, x > 2)", "true"}),
    row_name);

}  // namespace
}  // namespace rocelint::expr
