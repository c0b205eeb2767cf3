// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

namespace rocelint {

/// Brings a list into the order of its keys. A kernel that is asked for a list while it changes may
/// tell of one element twice (NLM_F_DUMP_INTR): the first one counts.
template <class T, class Key>
void sort_unique_by(std::vector<T>& list, Key T::* key) {
  std::ranges::stable_sort(list, {}, key);
  const auto repeated = std::ranges::unique(list, {}, key);
  list.erase(repeated.begin(), repeated.end());
}

}  // namespace rocelint
