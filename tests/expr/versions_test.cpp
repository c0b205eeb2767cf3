// SPDX-License-Identifier: Apache-2.0
#include "expr/versions.h"

#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace rocelint::expr {
namespace {

struct Pair {
  std::string_view name;
  std::string_view a;
  std::string_view b;
  int sign;
};
void PrintTo(const Pair& row, std::ostream* out) {
  *out << row.a << " and " << row.b;
}

int sign(int number) {
  return number < 0 ? -1 : static_cast<int>(number > 0);
}

class VersionsTest : public testing::TestWithParam<Pair> {};

TEST_P(VersionsTest, ComparesNumberByNumber) {
  const auto& row = GetParam();
  EXPECT_EQ(sign(compare_versions(row.a, row.b)), row.sign);
  EXPECT_EQ(sign(compare_versions(row.b, row.a)), -row.sign);
}

INSTANTIATE_TEST_SUITE_P(
    All, VersionsTest,
    testing::Values(
        Pair{"same", "28.39.1002", "28.39.1002", 0}, Pair{"last", "28.39.1001", "28.39.1002", -1},
        Pair{"not_as_text", "28.9", "28.39", -1}, Pair{"first", "9.99", "10.0", -1},
        Pair{"shorter", "28.39", "28.39.0", 0}, Pair{"shorter_is_less", "28.39", "28.39.1", -1},
        Pair{"leading_zeros", "28.039", "28.39", 0},
        Pair{"mlx5_suffix", "28.39.1002 (MT_0000000834)", "28.39.1002", 0},
        Pair{"bnxt_suffix", "230.0.157.0/pkg 231", "230.0.157", 0},
        Pair{"kernel", "6.1.0-18-amd64", "6.1", 0}, Pair{"letters", "28.39rc1", "28.39", 0},
        Pair{"trailing_dot", "28.", "28", 0}, Pair{"two_dots", "28..39", "28.1", -1},
        Pair{"beyond_64_bits", "99999999999999999999999", "99999999999999999999998", 1},
        Pair{"zero", "0", "0.0.0", 0}, Pair{"nothing_is_zero", "", "0", 0}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(VersionNumbers, AreWhatTheVersionStartsWith) {
  EXPECT_EQ(version_numbers("28.39.1002 (MT_0)"), "28.39.1002");
  EXPECT_EQ(version_numbers("7"), "7");
  EXPECT_EQ(version_numbers("1.2.x"), "1.2");
  EXPECT_EQ(version_numbers("1..2"), "1");
  EXPECT_EQ(version_numbers("v1.2"), "");
  EXPECT_EQ(version_numbers("N/A"), "");
  EXPECT_EQ(version_numbers(".1"), "");
  EXPECT_EQ(version_numbers(""), "");
}

}  // namespace
}  // namespace rocelint::expr
