// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "rocelint/facts/reflect.h"

namespace rocelint::expr {

/// The type of a value as the checker sees it: `lists` times a list of `base`. Whether a fact may
/// be unknown does not matter here: any value may be.
struct StaticType {
  const Type* base = nullptr;  ///< never a list; null only for the elements of []
  std::size_t lists = 0;

  [[nodiscard]] bool is_list() const { return lists != 0; }
  [[nodiscard]] bool is(Kind kind) const {
    return lists == 0 && base != nullptr && base->kind == kind;
  }
  /// A string, or an enumeration, which is a string to the language.
  [[nodiscard]] bool is_text() const { return is(Kind::text) || is(Kind::enumeration); }
  [[nodiscard]] bool is_number() const { return is(Kind::integer) || is(Kind::real); }
  [[nodiscard]] bool is_scalar() const { return is_text() || is_number() || is(Kind::boolean); }
  [[nodiscard]] StaticType element() const { return {.base = base, .lists = lists - 1}; }
  [[nodiscard]] StaticType list() const { return {.base = base, .lists = lists + 1}; }
};

inline constexpr StaticType kBoolean{.base = &kType<bool>, .lists = 0};
inline constexpr StaticType kInteger{.base = &kType<std::int64_t>, .lists = 0};
inline constexpr StaticType kReal{.base = &kType<double>, .lists = 0};
inline constexpr StaticType kText{.base = &kType<std::string>, .lists = 0};

[[nodiscard]] StaticType static_type(const Type& type);

/// The type that takes both, if there is one: an enumeration and a string make a string.
[[nodiscard]] std::optional<StaticType> common_type(const StaticType& a, const StaticType& b);

/// Whether == is defined: scalars and lists of them, not structures and maps.
[[nodiscard]] bool is_comparable(const StaticType& type);

/// "list<int>", "map<string, int>", "Netdev".
[[nodiscard]] std::string describe(const StaticType& type);
/// "an int"
[[nodiscard]] std::string with_article(const StaticType& type);

}  // namespace rocelint::expr
