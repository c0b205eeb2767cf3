// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

class OperatorsTest : public WorldTest {};

TEST_P(OperatorsTest, Decides) {
  EXPECT_EQ(decide(GetParam().text), GetParam().expected);
}

constexpr std::string_view kOverflow = "unknown(malformed: result does not fit into 64 bits)";
constexpr std::string_view kByZero = "unknown(malformed: division by zero)";

INSTANTIATE_TEST_SUITE_P(
    Integers, OperatorsTest,
    testing::Values(Row{"i + 1 == 8", "true"}, Row{"i - 10 == -3", "true"},
                    Row{"i * -3 == -21", "true"}, Row{"i / 2 == 3", "true"},
                    Row{"-7 / 2 == -3", "true"}, Row{"7 / -2 == -3", "true"},
                    Row{"i % 3 == 1", "true"}, Row{"-7 % 3 == -1", "true"},
                    Row{"7 % -3 == 1", "true"}, Row{"-i == -7", "true"}, Row{"--7 == 7", "true"},
                    Row{"0x10 == 16", "true"}, Row{"9223372036854775807 + 1 == 0", kOverflow},
                    Row{"-9223372036854775808 - 1 == 0", kOverflow},
                    Row{"9223372036854775807 * 2 == 0", kOverflow},
                    Row{"-9223372036854775808 / -1 == 0", kOverflow},
                    Row{"-9223372036854775808 % -1 == 0", kOverflow},
                    Row{"-(-9223372036854775808) == 0", kOverflow}, Row{"i / 0 == 0", kByZero},
                    Row{"i % 0 == 0", kByZero}, Row{"0 / 0 == 0", kByZero},
                    Row{"9223372036854775807 + -1 == 9223372036854775806", "true"},
                    Row{"f && i / 0 == 0", "false"}, Row{"i / 0 == 0 || t", "true"},
                    Row{"l.exists(x, 12 / (x - 3) == 12)", "true"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    Doubles, OperatorsTest,
    testing::Values(Row{"d + 0.5 == 3.0", "true"}, Row{"d - 3.0 == -0.5", "true"},
                    Row{"d * d == 6.25", "true"}, Row{"d / 2.0 == 1.25", "true"},
                    Row{"-d == -2.5", "true"}, Row{"1.0 / 0.0 > 1e308", "true"},
                    Row{"-1.0 / 0.0 < -1e308", "true"}, Row{"0.0 / 0.0 == 0.0 / 0.0", "false"},
                    Row{"0.0 / 0.0 != 0.0 / 0.0", "true"}, Row{"0.0 / 0.0 < 1.0", "false"},
                    Row{"0.0 / 0.0 >= 1.0", "false"}, Row{"0.0 == -0.0", "true"},
                    Row{"1e308 * 10.0 > 1e308", "true"}, Row{"0.1 + 0.2 == 0.3", "false"}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    StringsAndLists, OperatorsTest,
    testing::Values(
        Row{"s + '!' == 'mlx5_core!'", "true"}, Row{"'' + '' == ''", "true"},
        Row{"'a' < 'b'", "true"}, Row{"'a' < 'B'", "false"}, Row{"'a' < 'ab'", "true"},
        Row{"'' < 'a'", "true"}, Row{"'10' < '9'", "true"}, Row{"'z' < '\\u00e9'", "true"},
        Row{"'a' >= 'a'", "true"}, Row{"'a' <= 'a'", "true"}, Row{"'a' > 'a'", "false"},
        Row{"f < t", "true"}, Row{"t <= f", "false"}, Row{"t == t", "true"}, Row{"t != f", "true"},
        Row{"l == [3, 4]", "true"}, Row{"l == [4, 3]", "false"}, Row{"l == [3]", "false"},
        Row{"l != [3]", "true"}, Row{"[3, 4] == l", "true"}, Row{"l + [5] == [3, 4, 5]", "true"},
        Row{"none + none == []", "true"}, Row{"l + l == [3, 4, 3, 4]", "true"},
        Row{"3 in l", "true"}, Row{"5 in l", "false"}, Row{"5 in none", "false"},
        Row{"s in ['a', s]", "true"}, Row{"'a' in m", "true"}, Row{"'c' in m", "false"},
        Row{"[1] in [[1], [2]]", "true"}, Row{"!(3 in l)", "false"},
        Row{"[[1], [2, 3]] == [[1], [2, 3]]", "true"}, Row{"[t, f] == [t, t]", "false"}),
    row_name);

// Sides that are not wholly known: what differs for certain differs.
INSTANTIATE_TEST_SUITE_P(UnknownElements, OperatorsTest,
                         testing::Values(Row{"holes == [3, 4]", "unknown(io_error: bad)"},
                                         Row{"holes == [9, 4]", "false"},
                                         Row{"holes != [9, 4]", "true"},
                                         Row{"holes == [3]", "false"}, Row{"3 in holes", "true"},
                                         Row{"9 in holes", "unknown(io_error: bad)"},
                                         Row{"holes[0] in [3]", "true"},
                                         Row{"holes + [1] == [3]", "false"},
                                         Row{"[3, ui] == [9, 9]", "unknown(permission: no)"}),
                         row_name);

struct Typed {
  std::string_view known;
  std::string_view unknown;
  std::string_view operators;  ///< separated by blanks
};

// Each operator with each of its types: unknown on the left, on the right, on both sides.
TEST_F(OperatorsTest, AnUnknownOperandMakesEveryRelationUnknown) {
  constexpr std::array kTypes{
      Typed{"t", "u", "== != < <= > >="},  Typed{"i", "ui", "== != < <= > >="},
      Typed{"d", "ud", "== != < <= > >="}, Typed{"s", "us", "== != < <= > >="},
      Typed{"e", "ue", "== !="},           Typed{"l", "ul", "== !="}};
  for (const auto& type : kTypes) {
    std::istringstream operators{std::string(type.operators)};
    for (std::string op; operators >> op;) {
      const std::string known(type.known);
      const std::string unknown(type.unknown);
      for (const auto& text :
           {known + op + unknown, unknown + op + known, unknown + op + unknown}) {
        EXPECT_EQ(decide(text), "unknown(permission: no)") << text;
      }
      EXPECT_NE(decide(known + op + known).substr(0, 3), "unk") << known << op;
    }
  }
}

TEST_F(OperatorsTest, AnUnknownOperandMakesEveryResultUnknown) {
  constexpr std::array kTypes{Typed{"i", "ui", "+ - * / %"}, Typed{"d", "ud", "+ - * /"},
                              Typed{"s", "us", "+"}, Typed{"l", "ul", "+"}};
  for (const auto& type : kTypes) {
    std::istringstream operators{std::string(type.operators)};
    for (std::string op; operators >> op;) {
      const std::string known(type.known);
      const std::string unknown(type.unknown);
      for (const auto& text :
           {known + op + unknown, unknown + op + known, unknown + op + unknown}) {
        EXPECT_EQ(decide(text + "==" + known), "unknown(permission: no)") << text;
      }
      EXPECT_NE(decide(known + op + known + "==" + known).substr(0, 3), "unk") << known << op;
    }
  }
  for (const auto* text :
       {"-ui == 1", "-ud == 1.0", "ui in l", "i in ul", "ui in ul", "us in m", "'a' in um"}) {
    EXPECT_EQ(decide(text), "unknown(permission: no)") << text;
  }
}

}  // namespace
}  // namespace rocelint::expr
