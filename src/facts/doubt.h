// SPDX-License-Identifier: Apache-2.0
#pragma once

// Why a fact that is made of several is not known. A policy may accept one reason and stop for
// another: so none may hide another, and the first for each is kept.

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include "rocelint/facts/fact.h"

namespace rocelint {

inline void add_doubt(Unknown& doubt, const Unknown& more) {
  const auto add = [&doubt](const Unknown& one) {
    const bool is_there =
        one.reason == doubt.reason ||
        std::ranges::find(doubt.also, one.reason, &Unknown::reason) != doubt.also.end();
    if (!is_there) {
      doubt.also.push_back(
          {.reason = one.reason, .detail = one.detail, .sys_errno = one.sys_errno});
    }
  };
  add(more);
  std::ranges::for_each(more.also, add);
}

/// Adds to a doubt that there may be already; null is none.
inline void add_doubt(std::optional<Unknown>& doubt, const Unknown* more) {
  if (more != nullptr && doubt) {
    add_doubt(*doubt, *more);
  } else if (more != nullptr) {
    doubt = *more;
  }
}
inline void add_doubt(std::optional<Unknown>& doubt, const std::optional<Unknown>& more) {
  add_doubt(doubt, more ? &*more : nullptr);
}

/// What facts of which each is needed leave open together; those that are known are null.
[[nodiscard]] inline std::optional<Unknown> any_unknown(
    std::initializer_list<const Unknown*> needed) {
  std::optional<Unknown> doubt;
  for (const auto* why : needed) {
    add_doubt(doubt, why);
  }
  return doubt;
}

/// The value, where nothing leaves it open.
template <class T>
[[nodiscard]] Fact<T> known_unless(std::optional<Unknown> doubt, T value) {
  return doubt ? Fact<T>(*std::move(doubt)) : Fact<T>(std::move(value));
}

/// What is in doubt is not known.
template <class T>
void add_doubt(Fact<T>& fact, const Unknown* more) {
  if (auto why = any_unknown({fact.unknown(), more})) {
    fact = *std::move(why);
  }
}

}  // namespace rocelint
