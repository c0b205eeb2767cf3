// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "expr/unknowns.h"

namespace rocelint::expr {

struct Origin;  // where a value was read, see evidence.h

/// A structure, a map or a list as it stands in the facts.
struct Object {
  const Type* type;
  const void* at;
};

/// What evaluation yields: cheap to copy, owns nothing. It points into the facts, the expression or
/// the Scratch of its evaluation.
class Value {
 public:
  using List = std::vector<Value>;

  explicit Value(const Unknown* why) : content_(Unknowns(why)) {}
  explicit Value(Unknowns why) : content_(why) {}
  explicit Value(const Unknowns*) = delete;  // would be taken for a bool
  explicit Value(bool value) : content_(value) {}
  explicit Value(std::int64_t value) : content_(value) {}
  explicit Value(double value) : content_(value) {}
  explicit Value(std::string_view value) : content_(value) {}
  explicit Value(Object value) : content_(value) {}
  explicit Value(const List* value) : content_(value) {}

  /// Null if it is something else; an unknown is one of the alternatives.
  template <class T>
  [[nodiscard]] const T* get() const {
    return std::get_if<T>(&content_);
  }
  [[nodiscard]] const Unknowns* unknown() const { return get<Unknowns>(); }
  [[nodiscard]] bool is(bool expected) const {
    const auto* value = get<bool>();
    return value != nullptr && *value == expected;
  }

  /// Where it was read; null for a computed value and whenever no evidence is kept.
  [[nodiscard]] const Origin* origin() const { return origin_; }
  [[nodiscard]] Value from(const Origin* origin) const {
    Value copy = *this;
    copy.origin_ = origin;
    return copy;
  }

 private:
  std::variant<Unknowns, bool, std::int64_t, double, std::string_view, Object, const List*>
      content_;
  const Origin* origin_ = nullptr;
};

}  // namespace rocelint::expr
