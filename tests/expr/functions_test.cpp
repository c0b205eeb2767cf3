// SPDX-License-Identifier: Apache-2.0
#include "expr/functions.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "expr/value.h"
#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class FunctionsTest : public WorldTest {};

TEST_P(FunctionsTest, Decides) {
  EXPECT_EQ(decide(GetParam().text), GetParam().expected);
}

constexpr std::string_view kU = "unknown(permission: no)";

INSTANTIATE_TEST_SUITE_P(
    Strings, FunctionsTest,
    testing::Values(Row{"s.contains('5_c')", "true"}, Row{"s.contains('z')", "false"},
                    Row{"s.contains('')", "true"}, Row{"''.contains('a')", "false"},
                    Row{"s.startsWith('mlx')", "true"}, Row{"s.startsWith('lx')", "false"},
                    Row{"s.startsWith('')", "true"}, Row{"s.endsWith('core')", "true"},
                    Row{"s.endsWith('cor')", "false"}, Row{"'a'.endsWith('aa')", "false"},
                    Row{"size(s) == 9", "true"}, Row{"s.size() == 9", "true"},
                    Row{"size('') == 0", "true"}, Row{"size('h\\u00e9\\U0001F600') == 3", "true"},
                    Row{"size(l) == 2", "true"}, Row{"none.size() == 0", "true"},
                    Row{"size(m) == 2", "true"}, Row{"size([1, 2, 3]) == 3", "true"},
                    Row{"size(e) == 8", "true"}, Row{"string(3) == '3'", "true"},
                    Row{"string(-3) == '-3'", "true"}, Row{"string(t) == 'true'", "true"},
                    Row{"string(f) == 'false'", "true"}, Row{"string(s) == s", "true"},
                    Row{"string(e) == 'required'", "true"}, Row{"string(2.5) == '2.5'", "true"},
                    Row{"string(2.0) == '2'", "true"}, Row{"string(1.0 / 0.0) == '+Inf'", "true"},
                    Row{"string(-1.0 / 0.0) == '-Inf'", "true"},
                    Row{"string(0.0 / 0.0) == 'NaN'", "true"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(UnknownArguments, FunctionsTest,
                         testing::Values(Row{"us.contains('a')", kU}, Row{"s.contains(us)", kU},
                                         Row{"us.startsWith('')", kU}, Row{"s.endsWith(us)", kU},
                                         Row{"size(us) == 1", kU}, Row{"size(ul) == 1", kU},
                                         Row{"um.size() == 1", kU}, Row{"string(ui) == ''", kU},
                                         Row{"glob(us, '*')", kU}, Row{"glob(s, us)", kU},
                                         Row{"inSubnet(us, '10.0.0.0/8')", kU},
                                         Row{"versionAtLeast(us, '1')", kU},
                                         Row{"dscp(ui) == 1", kU}, Row{"ecn(ui) == 1", kU},
                                         Row{"f && us.contains('a')", "false"}),
                         row_name);

INSTANTIATE_TEST_SUITE_P(
    OurOwn, FunctionsTest,
    testing::Values(Row{"glob(s, 'mlx5_*')", "true"}, Row{"glob(s, 'mlx?_core')", "true"},
                    Row{"glob(s, 'mlx5')", "false"}, Row{"glob('', '*')", "true"},
                    Row{"glob('', '?')", "false"}, Row{"glob('a[b', 'a[b')", "true"},
                    Row{"dscp(106) == 26", "true"}, Row{"ecn(106) == 2", "true"},
                    Row{"dscp(0) == 0 && ecn(255) == 3 && dscp(255) == 63", "true"},
                    Row{"dscp(256) == 0", "unknown(malformed: a traffic class is from 0 to 255)"},
                    Row{"ecn(-1) == 0", "unknown(malformed: a traffic class is from 0 to 255)"},
                    Row{"inSubnet('10.1.2.3', '10.0.0.0/8')", "true"},
                    Row{"inSubnet('11.1.2.3', '10.0.0.0/8')", "false"},
                    Row{"inSubnet(s, '10.0.0.0/8')",
                        "unknown(malformed: 'mlx5_core' is not an IP address)"},
                    Row{"inSubnet('10.0.0.1', s)",
                        "unknown(malformed: 'mlx5_core' is not a subnet such as 10.0.0.0/8)"},
                    Row{"versionAtLeast('28.39.1002 (MT_0)', '28.39.1002')", "true"},
                    Row{"versionAtLeast('28.39.1001', '28.39.1002')", "false"},
                    Row{"versionAtLeast(s, '1')",
                        "unknown(malformed: 'mlx5_core' is not a version such as 28.39.1002)"},
                    Row{"versionAtLeast('1', s)",
                        "unknown(malformed: 'mlx5_core' is not a version such as 28.39.1002)"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Priorities, FunctionsTest,
    testing::Values(Row{"bitlist([3]) == '0,0,0,1,0,0,0,0'", "true"},
                    Row{"bitlist([]) == '0,0,0,0,0,0,0,0'", "true"},
                    Row{"bitlist([7, 0, 7]) == '1,0,0,0,0,0,0,1'", "true"},
                    Row{"bitlist(priorities) == '1,1,1,1,1,1,1,1'", "true"},
                    Row{"bitlist(l) == ''", "false"}, Row{"bitlist(ul) == ''", kU},
                    Row{"bitlist([ui]) == ''", kU},
                    Row{"bitlist([8]) == ''", "unknown(malformed: a priority is from 0 to 7)"},
                    Row{"bitlist([-1]) == ''", "unknown(malformed: a priority is from 0 to 7)"},
                    Row{"priorities == [0, 1, 2, 3, 4, 5, 6, 7]", "true"},
                    Row{"traffic_classes.filter(n, n < 2) == [0, 1]", "true"},
                    Row{"size(priorities) == 8", "true"}),
    row_name);

TEST_F(FunctionsTest, EveryNameHasADocLineAndATrueExample) {
  const auto expect_told = [&](const auto& entry) {
    EXPECT_FALSE(entry.doc.empty()) << entry.name;
    EXPECT_EQ(decide(entry.example), "true") << entry.example;
    EXPECT_NE(entry.example.find(entry.name), std::string_view::npos) << entry.example;
  };
  for (const auto& function : functions()) {
    expect_told(function);
    EXPECT_EQ(find_function(function.name), &function);
  }
  std::ranges::for_each(list_macros(), expect_told);
  for (const auto& list : named_lists()) {
    expect_told(list);
    EXPECT_EQ(find_named_list(list.name), &list);
  }
}

TEST_F(FunctionsTest, AreSortedByName) {
  EXPECT_TRUE(
      std::is_sorted(functions().begin(), functions().end(), [](const auto& a, const auto& b) {
        return std::lexicographical_compare(a.name.begin(), a.name.end(), b.name.begin(),
                                            b.name.end(),
                                            [](char x, char y) { return (x | 0x20) < (y | 0x20); });
      }));
}

}  // namespace
}  // namespace rocelint::expr
