// SPDX-License-Identifier: Apache-2.0
#include "facts/json/list_order.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "rocelint/facts/reflect.h"

namespace rocelint {

std::strong_ordering compare_keys(const Field& key, const void* a, const void* b) {
  const auto* left = member(key, a);
  const auto* right = member(key, b);
  if (key.type->kind == Kind::integer) {
    return *static_cast<const std::int64_t*>(left) <=> *static_cast<const std::int64_t*>(right);
  }
  return *static_cast<const std::string*>(left) <=> *static_cast<const std::string*>(right);
}

std::vector<std::size_t> order_by_key(const Type& list, const Field& key, const void* at) {
  std::vector<std::size_t> order(list.size(at));
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Not std::stable_sort: libstdc++ 12 implements it by a function that Clang 19 warns of.
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const auto by_key = compare_keys(key, list.item(at, a), list.item(at, b));
    return std::is_lt(by_key) || (std::is_eq(by_key) && a < b);
  });
  return order;
}

void sort_by_key(const Type& list, const Field& key, void* at) {
  auto order = order_by_key(list, key, at);
  // order[i] is where the element for place i stands now. Each cycle is followed once.
  for (std::size_t i = 0; i < order.size(); ++i) {
    std::size_t place = i;
    while (order[place] != i) {
      const auto next = order[place];
      list.swap(at, place, next);
      order[place] = place;
      place = next;
    }
    order[place] = place;
  }
}

}  // namespace rocelint
