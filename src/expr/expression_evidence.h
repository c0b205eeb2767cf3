// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "expr/expression.h"
#include "expr/node.h"
#include "expr/value.h"

namespace rocelint::expr {

/// Where a value was read: one step of its path, with the steps before it.
struct Origin {
  enum class Step : std::uint8_t { root, field, element, entry };

  Step step{};
  const Origin* parent = nullptr;
  const Node* root = nullptr;    ///< root
  const Field* field = nullptr;  ///< field
  std::size_t index = 0;         ///< element
  const Type* type = nullptr;    ///< element that could be reached: its type
  const void* at = nullptr;      ///< element that could be reached
  std::string_view key{};        ///< entry
};

/// What was read on the way to an outcome. The evaluator takes back what turned out not to matter.
class Evidence {
 public:
  explicit Evidence(const Environment& environment) : environment_(environment) {}

  /// How much was recorded so far, to take back from there.
  [[nodiscard]] std::size_t mark() const { return reads_.size(); }
  void forget_since(std::size_t mark);
  void forget_between(std::size_t begin, std::size_t end);
  /// A value was used; computed lists count as their elements.
  void record(const Value& value);
  /// Takes back what was read inside `list` since `mark` and records the list as a whole.
  void fold_into(const Value& list, std::size_t mark);

  const Origin* add(Origin origin) { return &origins_.emplace_front(origin); }

  /// Each path once, in reading order.
  [[nodiscard]] std::vector<Witness> witnesses() const;
  /// Why those that are unknown are.
  [[nodiscard]] std::vector<Unknown> unknowns() const;

 private:
  [[nodiscard]] std::string step_name(const Origin& origin) const;
  [[nodiscard]] Witness make_witness(const Value& value) const;

  const Environment& environment_;
  std::forward_list<Origin> origins_;
  std::vector<Value> reads_;
};

}  // namespace rocelint::expr
