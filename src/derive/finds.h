// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "facts/doubt.h"

namespace rocelint {

/// What was found, and why there may be more.
template <class T>
class Finds {
 public:
  void add(T found) { found_.push_back(std::move(found)); }
  void doubt_by(const Unknown* why) { add_doubt(doubt_, why); }
  /// What was found is enough; where nothing was, nothing must be in doubt.
  [[nodiscard]] Fact<std::vector<T>> take() {
    if (found_.empty() && doubt_) {
      return *std::move(doubt_);
    }
    if constexpr (std::totally_ordered<T>) {
      std::ranges::sort(found_);
      const auto repeated = std::ranges::unique(found_);
      found_.erase(repeated.begin(), repeated.end());
    }
    return std::move(found_);
  }

 private:
  std::vector<T> found_;
  std::optional<Unknown> doubt_;
};

}  // namespace rocelint
