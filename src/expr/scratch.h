// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <forward_list>
#include <string>
#include <utility>

#include "rocelint/facts/fact.h"

#include "expr/limits.h"
#include "expr/value.h"

namespace rocelint::expr {

/// What one evaluation makes on its way, and how much it may still do.
class Scratch {
 public:
  [[nodiscard]] Value text(std::string value) {
    return Value(std::string_view(texts_.emplace_front(std::move(value))));
  }
  [[nodiscard]] Value list(Value::List value) {
    return Value(&std::as_const(lists_.emplace_front(std::move(value))));
  }
  [[nodiscard]] Value unknown(Reason reason, std::string detail) {
    return Value(&std::as_const(unknowns_.emplace_front(
        Unknown{.reason = reason, .detail = std::move(detail), .sys_errno = 0})));
  }

  /// Takes steps from the budget; false when it does not have as many.
  [[nodiscard]] bool spend(std::size_t steps) {
    if (steps > left_) {
      exhausted_ = true;
      left_ = 0;
      return false;
    }
    left_ -= steps;
    return true;
  }
  [[nodiscard]] bool exhausted() const { return exhausted_; }
  [[nodiscard]] Value too_many_steps() { return unknown(Reason::malformed, "too many steps"); }

 private:
  std::forward_list<std::string> texts_;
  std::forward_list<Value::List> lists_;
  std::forward_list<Unknown> unknowns_;
  std::size_t left_ = kMaxSteps;
  bool exhausted_ = false;
};

}  // namespace rocelint::expr
