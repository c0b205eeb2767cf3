// SPDX-License-Identifier: Apache-2.0
#pragma once

// The field tables, type-erased. Every consumer (JSON, schema, rule names, `rocelint facts`) is an
// ordinary function over `Type`; only this header and the tables are templates, which keeps
// hundreds of facts cheap to compile.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "rocelint/facts/fact.h"

namespace rocelint {

enum class Kind : std::uint8_t { boolean, integer, real, text, enumeration, list, map, structure };

/// What a field is beside its value.
enum class FieldRole : std::uint8_t {
  state,     ///< may change while the host runs
  identity,  ///< names the hardware or its capability: a port selector may read it
  key,       ///< the name of a list element; identity too
  counter,   ///< grows as the host works: two snapshots of one host differ in it anyhow
  sparse,    ///< of a report: left out where it is empty
  hidden,    ///< of a report: for its own formats, never in JSON
};

/// What the kernel asks of whoever reads it.
enum class Privilege : std::uint8_t { none, net_admin, root };

struct Type;

struct Field {
  std::string_view name;
  const Type* type = nullptr;
  void* (*at)(void* owner) = nullptr;
  std::string_view doc;     ///< one line, with the unit where the name has none
  std::string_view source;  ///< the kernel interface, by the kernel's own name
  FieldRole role = FieldRole::state;
  Privilege privilege = Privilege::none;
  /// The id of the check that reads it; empty: that of the row of the structure or list around it.
  std::string_view check = {};

  /// The row with the check that reads it.
  [[nodiscard]] consteval Field by(std::string_view check_id) const {
    Field row = *this;
    row.check = check_id;
    return row;
  }
};

struct EnumName {
  std::int64_t value;
  std::string_view name;
};

/// One constant object per C++ type. Only the members that its kind (or `fact`) names are set.
struct Type {
  Kind kind{};
  bool fact = false;  ///< wrapped in Fact<>: it may be unknown
  std::string_view name;
  const Type* element = nullptr;         ///< list, map
  std::span<const Field> fields;         ///< structure
  std::span<const EnumName> enum_names;  ///< enumeration

  const Unknown* (*unknown)(const void*) = nullptr;
  const void* (*known)(const void*) = nullptr;
  void* (*emplace)(void*) = nullptr;
  void (*set_unknown)(void*, Unknown) = nullptr;

  std::int64_t (*get_enum)(const void*) = nullptr;
  void (*set_enum)(void*, std::int64_t) = nullptr;

  std::size_t (*size)(const void*) = nullptr;  ///< list, map
  const void* (*item)(const void*, std::size_t) = nullptr;
  void* (*append)(void*) = nullptr;  ///< list; null for a list of pointers, which is only looked at
  void (*clear)(void*) = nullptr;    ///< list, map
  void (*swap)(void*, std::size_t, std::size_t) = nullptr;  ///< list; null where append is

  const void* (*find)(const void*, std::string_view) = nullptr;
  void* (*insert)(void*, std::string_view) = nullptr;  ///< returns the value, new or old
  void (*each)(const void*, const std::function<void(std::string_view, const void*)>&) = nullptr;
};

/// A reader may mark the members that it has seen in a set of this size.
inline constexpr std::size_t kMaxFields = 128;

/// The field table of a struct, specialized beside it as `kRows<T>`. The rows name the members of
/// T, so that they are compiled only where the table is used: most files need the struct alone.
template <class T>
struct Fields;
template <class T>
inline constexpr const auto& kFields = Fields<T>::template kRows<T>;
template <class E>
inline constexpr std::nullptr_t kEnumNames = nullptr;  // specialised beside each enum

template <>
inline constexpr std::array kEnumNames<Reason> = {
    EnumName{0, "not_collected"},     EnumName{1, "unsupported"}, EnumName{2, "not_found"},
    EnumName{3, "permission"},        EnumName{4, "timeout"},     EnumName{5, "crashed"},
    EnumName{6, "vanished"},          EnumName{7, "io_error"},    EnumName{8, "malformed"},
    EnumName{9, "not_authoritative"}, EnumName{10, "needs_deep"}};

template <class T>
struct FactTraits : std::false_type {
  using Value = T;
};
template <class T>
struct FactTraits<Fact<T>> : std::true_type {
  using Value = T;
};

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;
template <class T>
inline constexpr bool kIsList = false;
template <class T>
inline constexpr bool kIsList<std::vector<T>> = true;
template <class T>
inline constexpr bool kIsPointerList = false;
template <class T>
inline constexpr bool kIsPointerList<std::vector<const T*>> = true;
template <class T>
inline constexpr bool kIsMap = false;
template <class T>
inline constexpr bool kIsMap<std::map<std::string, T, std::less<>>> = true;

// How many members an aggregate has, to prove that its table misses none.
struct AnyMember {
  template <class U>
  operator U() const;  // NOLINT(google-explicit-constructor)
};
template <class T, class... A>
consteval std::size_t arity() {
  if constexpr (requires { T{A{}..., AnyMember{}}; }) {
    return arity<T, A..., AnyMember>();
  } else {
    return sizeof...(A);
  }
}

/// "Netdev" out of the compiler's own spelling of the type.
template <class T>
consteval std::string_view type_name() {
  constexpr std::string_view kWhole = __PRETTY_FUNCTION__;
  const auto start = kWhole.find("T = ") + 4;
  const auto end = kWhole.find_first_of(";]", start);
  const auto full = kWhole.substr(start, end - start);
  const auto colon = full.rfind(':');
  return colon == std::string_view::npos ? full : full.substr(colon + 1);
}

template <class T>
consteval Type make_type();
template <class T>
inline constexpr Type kType = make_type<T>();

template <class T>
consteval void describe_list(Type& t) {
  t.kind = Kind::list;
  t.name = "list";
  t.size = [](const void* p) { return static_cast<const T*>(p)->size(); };
  if constexpr (kIsPointerList<T>) {
    using Element = std::remove_cv_t<std::remove_pointer_t<typename T::value_type>>;
    t.element = &kType<Element>;
    t.item = [](const void* p, std::size_t i) -> const void* {
      return (*static_cast<const T*>(p))[i];
    };
  } else {
    t.element = &kType<typename T::value_type>;
    t.item = [](const void* p, std::size_t i) -> const void* {
      return &(*static_cast<const T*>(p))[i];
    };
    t.append = [](void* p) -> void* { return &static_cast<T*>(p)->emplace_back(); };
    t.clear = [](void* p) { static_cast<T*>(p)->clear(); };
    t.swap = [](void* p, std::size_t i, std::size_t j) {
      auto& list = *static_cast<T*>(p);
      std::swap(list[i], list[j]);
    };
  }
}

template <class T>
consteval void describe_map(Type& t) {
  t.kind = Kind::map;
  t.name = "map";
  t.element = &kType<typename T::mapped_type>;
  t.size = [](const void* p) { return static_cast<const T*>(p)->size(); };
  t.clear = [](void* p) { static_cast<T*>(p)->clear(); };
  t.find = [](const void* p, std::string_view key) -> const void* {
    const auto& map = *static_cast<const T*>(p);
    const auto it = map.find(key);
    return it == map.end() ? nullptr : &it->second;
  };
  t.insert = [](void* p, std::string_view key) -> void* {
    return &(*static_cast<T*>(p))[std::string(key)];
  };
  t.each = [](const void* p, const std::function<void(std::string_view, const void*)>& visit) {
    for (const auto& [key, value] : *static_cast<const T*>(p)) {
      visit(key, &value);
    }
  };
}

template <class T>
consteval void describe_value(Type& t) {
  if constexpr (std::same_as<T, bool>) {
    t.kind = Kind::boolean;
    t.name = "bool";
  } else if constexpr (std::same_as<T, std::int64_t>) {
    t.kind = Kind::integer;
    t.name = "int";
  } else if constexpr (std::same_as<T, double>) {
    t.kind = Kind::real;
    t.name = "double";
  } else if constexpr (std::same_as<T, std::string>) {
    t.kind = Kind::text;
    t.name = "string";
  } else if constexpr (std::is_enum_v<T>) {
    t.kind = Kind::enumeration;
    t.name = type_name<T>();
    t.enum_names = kEnumNames<T>;
    t.get_enum = [](const void* p) { return static_cast<std::int64_t>(*static_cast<const T*>(p)); };
    t.set_enum = [](void* p, std::int64_t v) { *static_cast<T*>(p) = static_cast<T>(v); };
  } else if constexpr (kIsList<T>) {
    describe_list<T>(t);
  } else if constexpr (kIsMap<T>) {
    describe_map<T>(t);
  } else {
    static_assert(kFields<T>.size() == arity<T>(), "a member without its row in kFields");
    static_assert(kFields<T>.size() <= kMaxFields, "split the struct");
    t.kind = Kind::structure;
    t.name = type_name<T>();
    t.fields = kFields<T>;
  }
}

template <class T>
consteval Type make_value_type() {
  Type t;
  describe_value<typename FactTraits<T>::Value>(t);
  if constexpr (FactTraits<T>::value) {
    t.fact = true;
    t.unknown = [](const void* p) { return static_cast<const T*>(p)->unknown(); };
    t.known = [](const void* p) -> const void* { return static_cast<const T*>(p)->known(); };
    t.emplace = [](void* p) -> void* { return &static_cast<T*>(p)->emplace(); };
    t.set_unknown = [](void* p, Unknown why) { *static_cast<T*>(p) = std::move(why); };
  }
  return t;
}

template <class T>
consteval Type make_optional_type() {
  Type t;
  describe_value<typename T::value_type>(t);
  t.known = [](const void* p) -> const void* {
    const auto& value = *static_cast<const T*>(p);
    return value ? &*value : nullptr;
  };
  return t;
}

/// Of a report: null in JSON where there is none. Facts say why instead.
[[nodiscard]] constexpr bool is_optional(const Type& type) {
  return !type.fact && type.known != nullptr;
}

template <class T>
consteval Type make_type() {
  if constexpr (kIsOptional<T>) {
    return make_optional_type<T>();
  } else {
    return make_value_type<T>();
  }
}

/// "mtu_bytes" from &Netdev::mtu_bytes: the JSON key is the member's name, so they can't differ.
template <auto Member>
consteval std::string_view member_name() {
  constexpr std::string_view kWhole = __PRETTY_FUNCTION__;
  const auto end = kWhole.find_first_of(";]", kWhole.find("Member = "));
  const auto start = kWhole.rfind(':', end) + 1;
  auto name = kWhole.substr(start, end - start);
  if (name.ends_with(')')) {
    name.remove_suffix(1);
  }
  return name;
}

template <class C, class M>
consteval C owner_of(M C::*);
template <class C, class M>
consteval M member_of(M C::*);

/// One row of a field table.
template <auto Member>
consteval Field field(std::string_view doc, std::string_view source = "",
                      FieldRole role = FieldRole::state, Privilege privilege = Privilege::none) {
  using C = decltype(owner_of(Member));
  using M = decltype(member_of(Member));
  return {.name = member_name<Member>(),
          .type = &kType<M>,
          .at = [](void* owner) -> void* { return &(static_cast<C*>(owner)->*Member); },
          .doc = doc,
          .source = source,
          .role = role,
          .privilege = privilege};
}

/// A bare list or map may stand only inside a Fact, or "none" could not be told from "unread".
constexpr bool lists_are_inside_facts(const Type& type, bool inside_fact = false) {
  const bool inside = inside_fact || type.fact;
  if (type.kind == Kind::list || type.kind == Kind::map) {
    return inside && lists_are_inside_facts(*type.element, type.element->kind != Kind::structure);
  }
  for (const auto& f : type.fields) {  // NOLINT(readability-use-anyofallof): no ranges in here
    if (!lists_are_inside_facts(*f.type, inside)) {
      return false;
    }
  }
  return true;
}

/// The name that a value's enum has in JSON and in rules; "" for a value without one.
template <class E>
  requires std::is_enum_v<E>
[[nodiscard]] constexpr std::string_view enum_name(E value) {
  for (const auto& row : kEnumNames<E>) {
    if (row.value == static_cast<std::int64_t>(value)) {
      return row.name;
    }
  }
  return "";
}

/// The enum value of that name, or nothing.
template <class E>
  requires std::is_enum_v<E>
[[nodiscard]] constexpr std::optional<E> enum_value(std::string_view name) {
  for (const auto& row : kEnumNames<E>) {
    if (row.name == name) {
      return static_cast<E>(row.value);
    }
  }
  return std::nullopt;
}

/// Whether JSON may leave a member of this type out: it then reads as not_collected all through.
[[nodiscard]] constexpr bool may_be_absent(const Type& type) {
  if (type.fact || type.kind != Kind::structure) {
    return type.fact;
  }
  for (const auto& f : type.fields) {  // NOLINT(readability-use-anyofallof): no ranges in here
    if (!may_be_absent(*f.type)) {
      return false;
    }
  }
  return true;
}

/// Where `field` stands in `owner`, for readers.
[[nodiscard]] inline const void* member(const Field& field, const void* owner) {
  return field.at(const_cast<void*>(owner));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// The value of a known fact, to be changed; null when it is unknown.
[[nodiscard]] inline void* mutable_known(const Type& fact, void* at) {
  return const_cast<void*>(fact.known(at));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

/// An element of a list, to be changed.
[[nodiscard]] inline void* mutable_item(const Type& list, void* at, std::size_t index) {
  return const_cast<void*>(list.item(at, index));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

}  // namespace rocelint
