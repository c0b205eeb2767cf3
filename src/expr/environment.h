// SPDX-License-Identifier: Apache-2.0
#pragma once

// The names that expressions may start from, and what they stand for.

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "rocelint/facts/reflect.h"

namespace rocelint::expr {

/// A name that expressions may start from, with its type.
struct Root {
  std::string_view name;
  const Type* type = nullptr;
};

/// What a root stands for in one evaluation.
struct Bound {
  const void* at = nullptr;      ///< an object of the root's type; null when there is none
  const Unknown* why = nullptr;  ///< why there is none
};

/// What the roots given to compile() stand for in one evaluation, by their place among them.
class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = default;
  Environment& operator=(const Environment&) = default;
  virtual ~Environment() = default;

  [[nodiscard]] virtual Bound bind(std::size_t root) const = 0;
  /// How evidence spells it: host.netdevs["ens5"].
  [[nodiscard]] virtual std::string name_of(std::size_t root) const = 0;
};

/// What a root of type T stands for.
template <class T>
struct BoundTo {
  const T* at = nullptr;
  const Unknown* why = nullptr;
};

/// A row of a scope: a root, what it stands for in a View, and how evidence spells that.
template <class View>
struct ScopeRoot {
  Root root;
  Bound (*bind)(const View&) = nullptr;
  std::string (*name)(const View&) = nullptr;  ///< null: as the root is called
};

template <class T, class View>
consteval T bound_type(BoundTo<T> (*)(const View&));
template <class T, class View>
consteval View view_type(BoundTo<T> (*)(const View&));

/// The type of a root is what `Bind` returns: they can't differ.
template <auto Bind>
consteval auto scope_root(std::string_view name, auto spell) {
  using T = decltype(bound_type(Bind));
  using View = decltype(view_type(Bind));
  return ScopeRoot<View>{.root = {.name = name, .type = &kType<T>},
                         .bind =
                             [](const View& view) {
                               const BoundTo<T> to = Bind(view);
                               return Bound{.at = to.at, .why = to.why};
                             },
                         .name = spell};
}
template <auto Bind>
consteval auto scope_root(std::string_view name) {
  return scope_root<Bind>(name, nullptr);
}

/// The rows as compile() wants them.
template <class View, std::size_t N>
consteval std::array<Root, N> roots_of(const std::array<ScopeRoot<View>, N>& rows) {
  std::array<Root, N> roots;
  for (std::size_t i = 0; i < N; ++i) {
    roots[i] = rows[i].root;
  }
  return roots;
}

/// A scope bound to one View, which must outlive it.
template <class View>
class ScopeEnvironment final : public Environment {
 public:
  ScopeEnvironment(std::span<const ScopeRoot<View>> rows, const View& view)
      : rows_(rows), view_(&view) {}

  [[nodiscard]] Bound bind(std::size_t root) const override { return rows_[root].bind(*view_); }
  [[nodiscard]] std::string name_of(std::size_t root) const override {
    const auto& row = rows_[root];
    return row.name == nullptr ? std::string(row.root.name) : row.name(*view_);
  }

 private:
  std::span<const ScopeRoot<View>> rows_;
  const View* view_;
};

}  // namespace rocelint::expr
