// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "rocelint/facts/fact.h"

#include "facts/doubt.h"

namespace rocelint::expr {

/// Why a value is unknown: the first that was met, in full, and the reasons of all that would have
/// to be known to decide it. Two words, so that each value carries them and nothing is allocated.
class Unknowns {
 public:
  Unknowns() = default;
  explicit Unknowns(const Unknown* why) : first_(why), reasons_(bit(why->reason)) {
    for (const auto& more : why->also) {
      reasons_ |= bit(more.reason);
    }
  }

  [[nodiscard]] bool none() const { return first_ == nullptr; }
  /// Null if there is none.
  [[nodiscard]] const Unknown* first() const { return first_; }
  /// Whether each of them has one of these reasons.
  [[nodiscard]] bool only(std::initializer_list<Reason> reasons) const {
    auto others = reasons_;
    for (const auto reason : reasons) {
      others &= ~bit(reason);
    }
    return others == 0;
  }
  /// Each reason once.
  [[nodiscard]] std::vector<Reason> reasons() const {
    std::vector<Reason> out;
    for (auto left = reasons_; left != 0; left &= left - 1) {
      out.push_back(static_cast<Reason>(std::countr_zero(left)));
    }
    return out;
  }

  /// The first, with the reasons of the others.
  [[nodiscard]] Unknown all() const {
    auto out = *first_;
    for (const auto reason : reasons()) {
      add_doubt(out, Unknown{.reason = reason, .detail = "", .sys_errno = 0});
    }
    return out;
  }

  /// Adds those of another value, null if it is known. Whether that brought a reason.
  bool add(const Unknowns* more) {
    if (more == nullptr) {
      return false;
    }
    const auto before = reasons_;
    first_ = first_ == nullptr ? more->first_ : first_;
    reasons_ |= more->reasons_;
    return reasons_ != before;
  }

 private:
  [[nodiscard]] static std::uint32_t bit(Reason reason) {
    return 1U << static_cast<std::uint32_t>(reason);
  }

  const Unknown* first_ = nullptr;
  std::uint32_t reasons_ = 0;  ///< one bit for each
};

}  // namespace rocelint::expr
