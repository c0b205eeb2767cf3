// SPDX-License-Identifier: Apache-2.0
#pragma once

// What two facts make together: known only where both are, for the one that could not be read may
// be the one that decides.

#include <algorithm>
#include <cstdint>
#include <utility>

#include "rocelint/facts/fact.h"

#include "facts/doubt.h"
#include "facts/unknown.h"

namespace rocelint {

template <class T, class Combine>
[[nodiscard]] Fact<T> combine(const Fact<T>& a, const Fact<T>& b, Combine combine_both) {
  if (auto why = any_unknown({a.unknown(), b.unknown()})) {
    return *std::move(why);
  }
  return combine_both(*a.known(), *b.known());
}

[[nodiscard]] inline Fact<std::int64_t> lesser(const Fact<std::int64_t>& a,
                                               const Fact<std::int64_t>& b) {
  return combine(a, b, [](std::int64_t x, std::int64_t y) { return std::min(x, y); });
}

[[nodiscard]] inline Fact<std::int64_t> larger(const Fact<std::int64_t>& a,
                                               const Fact<std::int64_t>& b) {
  return combine(a, b, [](std::int64_t x, std::int64_t y) { return std::max(x, y); });
}

/// Unknown also where it does not fit.
[[nodiscard]] inline Fact<std::int64_t> sum(const Fact<std::int64_t>& a,
                                            const Fact<std::int64_t>& b) {
  return combine(a, b, [](std::int64_t x, std::int64_t y) -> Fact<std::int64_t> {
    std::int64_t total = 0;
    if (__builtin_add_overflow(x, y, &total)) {
      return malformed("the sum is too large");
    }
    return total;
  });
}

}  // namespace rocelint
