// SPDX-License-Identifier: Apache-2.0
#include "expr/static_type.h"

#include <optional>
#include <string>
#include <string_view>

#include "rocelint/facts/reflect.h"

namespace rocelint::expr {
namespace {

bool is_textual(const Type& type) {
  return type.kind == Kind::text || type.kind == Kind::enumeration;
}

/// The base that takes both. Fact<T> and T are two Type objects over the same tables.
const Type* common_base(const Type* a, const Type* b) {
  if (a == nullptr || b == nullptr) {
    return a == nullptr ? b : a;
  }
  if (a->kind != b->kind) {
    return is_textual(*a) && is_textual(*b) ? kText.base : nullptr;
  }
  switch (a->kind) {
    case Kind::enumeration:
      return a->enum_names.data() == b->enum_names.data() ? a : kText.base;
    case Kind::structure:
      return a->fields.data() == b->fields.data() ? a : nullptr;
    case Kind::map:
      return common_type(static_type(*a->element), static_type(*b->element)) ? a : nullptr;
    default:
      return a;
  }
}

}  // namespace

StaticType static_type(const Type& type) {
  StaticType out{.base = &type, .lists = 0};
  while (out.base->kind == Kind::list) {
    out = {.base = out.base->element, .lists = out.lists + 1};
  }
  return out;
}

std::optional<StaticType> common_type(const StaticType& a, const StaticType& b) {
  if (a.lists == b.lists) {
    const auto* base = common_base(a.base, b.base);
    const bool both_empty = a.base == nullptr && b.base == nullptr;
    return base != nullptr || both_empty ? std::optional(StaticType{.base = base, .lists = a.lists})
                                         : std::nullopt;
  }
  // [] is a list of anything, so also of lists.
  const auto& shallow = a.lists < b.lists ? a : b;
  const auto& deep = a.lists < b.lists ? b : a;
  return shallow.base == nullptr ? std::optional(deep) : std::nullopt;
}

bool is_comparable(const StaticType& type) {
  return type.base == nullptr ||
         (type.base->kind != Kind::structure && type.base->kind != Kind::map);
}

std::string describe(const StaticType& type) {
  if (type.lists != 0) {
    return "list<" +
           (type.lists == 1 && type.base == nullptr ? std::string("any")
                                                    : describe(type.element())) +
           ">";
  }
  if (type.base == nullptr) {
    return "any";
  }
  if (type.base->kind == Kind::map) {
    return "map<string, " + describe(static_type(*type.base->element)) + ">";
  }
  return std::string(type.base->name);
}

std::string with_article(const StaticType& type) {
  constexpr std::string_view kVowels = "aeiouAEIOU";
  const auto name = describe(type);
  return (kVowels.find(name.front()) == std::string_view::npos ? "a " : "an ") + name;
}

}  // namespace rocelint::expr
