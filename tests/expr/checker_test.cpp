// SPDX-License-Identifier: Apache-2.0
#include "expr/checker.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class CheckerTest : public WorldTest {};

TEST_P(CheckerTest, SaysWhatIsWrong) {
  EXPECT_EQ(decide(GetParam().text), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Names, CheckerTest,
    testing::Values(
        Row{"devics.size() == 1", "error at 0: no such name: 'devics'; did you mean 'devices'?"},
        Row{"t && qqqqqq", "error at 5: no such name: 'qqqqqq'; a text wants quotes"},
        Row{"devices.all(port, prt.up)", "error at 18: no such name: 'prt'; did you mean 'port'?"},
        Row{"devices.all(x, x.up) && x.up", "error at 24: no such name: 'x'; a text wants quotes"},
        Row{"glob", "error at 0: 'glob' is a function; it needs '('"},
        Row{"dev.mtus == 1", "error at 4: WorldDevice has no field 'mtus'; did you mean 'mtu'?"},
        Row{"dev.zzzzzz == 1", "error at 4: WorldDevice has no field 'zzzzzz'"},
        Row{"devices[0].ports[0].upp",
            "error at 20: WorldPort has no field 'upp'; did you mean 'up'?"},
        Row{"i.x == 1", "error at 2: an int has no fields, so no 'x'"},
        Row{"devices.mtu == 1",
            "error at 8: a list<WorldDevice> has no fields, so no 'mtu'; elements are reached with "
            "[0] or all()"},
        Row{"e.required", "error at 2: a WorldMode has no fields, so no 'required'"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    ListsAndElements, CheckerTest,
    testing::Values(
        Row{"[1, 'a'] == []", "error at 4: a list has elements of one type: int, not string"},
        Row{"[dev, i] == []", "error at 6: a list has elements of one type: WorldDevice, not int"},
        Row{"i[0] == 1", "error at 1: an int has no elements"},
        Row{"s[0] == 'm'", "error at 1: a string has no elements"},
        Row{"dev['mtu'] == 1", "error at 3: a WorldDevice has no elements"},
        Row{"l['a'] == 1", "error at 2: the index of a list is an int, this is a string"},
        Row{"l[1.0] == 1", "error at 2: the index of a list is an int, this is a double"},
        Row{"m[1] == 1", "error at 2: the key of a map is a string, this is an int"},
        Row{"[] == []", "true"}, Row{"[[]] == [[1]]", "false"}, Row{"[] == [[1]]", "false"},
        Row{"1 in []", "false"}, Row{"l == []", "false"}, Row{"none == []", "true"},
        Row{"l + [] == l", "true"}, Row{"m.a == 1", "true"},
        Row{"m[s.size() == 9 ? 'a' : 'b'] == 1", "true"}, Row{"by_name.x.mtu == 4096", "true"},
        Row{"by_name['x'].ports[1].number == 2", "true"},
        Row{"by_name.x.mtv == 4096",
            "error at 10: WorldDevice has no field 'mtv'; did you mean 'mtu'?"}),
    row_name);

}  // namespace
}  // namespace rocelint::expr
