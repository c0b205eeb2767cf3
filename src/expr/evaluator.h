// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "expr/expression.h"
#include "expr/expression_evidence.h"
#include "expr/node.h"
#include "expr/op.h"
#include "expr/scratch.h"
#include "expr/unknowns.h"
#include "expr/value.h"

namespace rocelint::expr {

/// One evaluation. Values live as long as it, the facts and the expression do.
class Evaluator {
 public:
  enum class Keep : bool { nothing, evidence };

  Evaluator(const Environment& environment, Keep keep)
      : environment_(environment), evidence_(environment), keep_(keep) {}

  /// The value of the whole tree. When the steps run out, unknown(malformed), whatever was known.
  [[nodiscard]] Value run(const Node& tree);
  [[nodiscard]] std::vector<Witness> witnesses() const { return evidence_.witnesses(); }
  [[nodiscard]] std::vector<Unknown> unknowns() const { return evidence_.unknowns(); }

  // Lists of the facts and computed lists look alike.
  [[nodiscard]] static std::size_t size(const Value& list);
  [[nodiscard]] Value item(const Value& list, std::size_t index);

 private:
  [[nodiscard]] bool keeps() const { return keep_ == Keep::evidence; }

  // evaluator.cpp: facts, logic, macros
  Value eval(const Node& node);
  /// The value of a node whose parent decides by it: that is what evidence records.
  Value operand(const Node& node);
  /// The value of a list that is gone through: it decides by itself when it can't be read or holds
  /// nothing, else its elements do.
  Value range(const Node& node);
  Value load(const Type& type, const void* at, const Origin* origin);
  Value load_enum(const Type& type, const void* at);
  Value eval_root(const Node& node);
  Value eval_list(const Node& node);
  Value select(const Value& base, const Node& node);
  Value eval_index(const Node& node);
  Value element(const Value& list, std::int64_t position);
  Value entry(const Value& map, std::string_view key);
  Value eval_has(const Node& node);
  Value eval_conditional(const Node& node);
  Value eval_call(const Node& node);
  Value eval_quantifier(const Node& node);
  Value eval_exists_one(const Node& node);
  Value eval_filter(const Node& node);
  Value eval_map(const Node& node);
  Value body(const Node& macro, const Value& item);
  void summarize(const Value& list, std::size_t mark);
  /// Takes in one of several values of which any may leave the outcome open, with what was read for
  /// it since `before`. As soon as one does, evidence keeps the first for each reason: of what was
  /// read since `start`, nothing that is known.
  void weigh(const Value& value, std::size_t start, std::size_t before, Unknowns& open);
  /// && (absorbing false), || (absorbing true) and their quantifiers, three-valued.
  template <class Operand>
  Value fold(bool absorbing, std::size_t count, Operand operand);

  // operators.cpp: relations and arithmetic
  Value eval_operator(const Node& node);
  bool can_compare(const Value& a, const Value& b);
  Value equal(const Value& a, const Value& b);
  Value relation(Op op, const Value& a, const Value& b);
  Value membership(const Value& item, const Value& container);
  Value eval_concatenation(const Node& node);
  Value add(const Value& a, const Value& b);
  Value arithmetic(Op op, const Value& a, const Value& b);
  Value negated(const Value& value);

  const Environment& environment_;
  Evidence evidence_;
  Keep keep_;
  Scratch scratch_;
  std::vector<Value> variables_;
};

// Every operand is tried until one absorbs: what is unknown of the others does not matter then.
// Evidence keeps what decided: the absorbing operand, else the unknown ones, else all of them.
template <class Operand>
Value Evaluator::fold(bool absorbing, std::size_t count, Operand operand) {
  const auto start = evidence_.mark();
  Unknowns open;
  for (std::size_t i = 0; i < count; ++i) {
    const auto before = evidence_.mark();
    const Value value = scratch_.spend(1) ? operand(i) : scratch_.too_many_steps();
    if (value.is(absorbing)) {
      evidence_.forget_between(start, before);
      return value;
    }
    weigh(value, start, before, open);
    if (scratch_.exhausted()) {
      return value;
    }
  }
  return open.none() ? Value(!absorbing) : Value(open);
}

}  // namespace rocelint::expr
