// SPDX-License-Identifier: Apache-2.0
#include "derive/name_list.h"

#include <cstdint>
#include <ostream>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

struct Row {
  const char* list;
  const char* name;
  std::int64_t port;
  bool taken;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << '"' << row.list << "\" " << row.name << ':' << row.port;
}

class NameListTakes : public testing::TestWithParam<Row> {};

TEST_P(NameListTakes, WhatNcclTakes) {
  const auto& row = GetParam();
  EXPECT_EQ(NameList::parse(row.list).takes(row.name, row.port), row.taken);
}

INSTANTIATE_TEST_SUITE_P(
    Lists, NameListTakes,
    testing::Values(Row{"", "mlx5_0", 1, true}, Row{"mlx5", "mlx5_0", 1, true},
                    Row{"mlx5_1", "mlx5_10", 1, true}, Row{"=mlx5_1", "mlx5_10", 1, false},
                    Row{"=mlx5_1", "mlx5_1", 1, true}, Row{"^mlx5_1", "mlx5_10", 1, false},
                    Row{"^mlx5_1", "mlx5_2", 1, true}, Row{"^=mlx5_1", "mlx5_10", 1, true},
                    Row{"mlx5_0:2", "mlx5_0", 1, false}, Row{"mlx5_0:2", "mlx5_0", 2, true},
                    Row{"mlx5_0:x", "mlx5_0", 1, false}, Row{"mlx5_0:", "mlx5_0", 1, false},
                    Row{"mlx5_2,mlx5_3:1", "mlx5_3", 1, true},
                    Row{"mlx5_2,,mlx5_3", "mlx5_3", 1, true}, Row{",", "mlx5_3", 1, true},
                    Row{"rocep1", "mlx5_0", 1, false}, Row{"^", "mlx5_0", 1, true},
                    Row{"mlx5_0:2", "mlx5_0", NameList::kEveryPort, true}));

TEST(NameList, KeepsWhatWasWritten) {
  const auto list = NameList::parse("^=mlx5_0:1,eth0");
  EXPECT_TRUE(list.exact);
  EXPECT_TRUE(list.others);
  ASSERT_EQ(list.entries.size(), 2U);
  EXPECT_EQ(list.entries[0].text, "mlx5_0:1");
  EXPECT_EQ(list.entries[0].name, "mlx5_0");
  EXPECT_EQ(list.entries[0].port, 1);
  EXPECT_EQ(list.entries[1].port, NameList::kEveryPort);
}

}  // namespace
}  // namespace rocelint
