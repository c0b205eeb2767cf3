// SPDX-License-Identifier: Apache-2.0
#pragma once

// The order of lists whose elements have a key.

#include <compare>
#include <cstddef>
#include <vector>

#include "rocelint/facts/reflect.h"

namespace rocelint {

/// Compares two structures by their key, which is a plain integer or string.
[[nodiscard]] std::strong_ordering compare_keys(const Field& key, const void* a, const void* b);

/// The indices of the list at `at`, sorted by `key`; equal keys keep their order.
[[nodiscard]] std::vector<std::size_t> order_by_key(const Type& list, const Field& key,
                                                    const void* at);

/// Brings the list at `at` into that order.
void sort_by_key(const Type& list, const Field& key, void* at);

}  // namespace rocelint
