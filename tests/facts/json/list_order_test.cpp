// SPDX-License-Identifier: Apache-2.0
#include "facts/json/list_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

Gid gid(std::int64_t index, std::string text) {
  Gid out;
  out.index = index;
  out.gid = std::move(text);
  return out;
}

TEST(CompareKeys, NumbersAsNumbersAndTextAsText) {
  const auto& index = *key_field(kType<Gid>);
  const auto nine = gid(9, "");
  const auto ten = gid(10, "");
  const auto lowest = gid(std::numeric_limits<std::int64_t>::min(), "");
  EXPECT_TRUE(std::is_lt(compare_keys(index, &nine, &ten)));
  EXPECT_TRUE(std::is_lt(compare_keys(index, &lowest, &nine)));
  EXPECT_TRUE(std::is_eq(compare_keys(index, &ten, &ten)));

  const auto& name = *key_field(kType<Netdev>);
  Netdev ens9;
  ens9.name = "ens9";
  Netdev ens10;
  ens10.name = "ens10";
  EXPECT_TRUE(std::is_gt(compare_keys(name, &ens9, &ens10)));
}

TEST(SortByKey, AnyPermutation) {
  std::vector<Gid> want;
  for (std::int64_t i = 0; i < 6; ++i) {
    want.push_back(gid(i, std::to_string(i)));
  }
  std::vector<std::size_t> order = {0, 1, 2, 3, 4, 5};
  do {
    std::vector<Gid> got;
    for (const auto i : order) {
      got.push_back(want[i]);
    }
    sort_by_key(kType<std::vector<Gid>>, *key_field(kType<Gid>), &got);
    ASSERT_EQ(got, want);
  } while (std::ranges::next_permutation(order).found);
}

TEST(SortByKey, EqualKeysKeepTheirOrder) {
  std::vector<Gid> got = {gid(2, "a"), gid(1, "b"), gid(2, "c"), gid(1, "d")};
  sort_by_key(kType<std::vector<Gid>>, *key_field(kType<Gid>), &got);
  std::string texts;
  for (const auto& one : got) {
    texts += one.gid;
  }
  EXPECT_EQ(texts, "bdac");
}

}  // namespace
}  // namespace rocelint
