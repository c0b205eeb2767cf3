// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rule language: a statically typed, three-valued subset of CEL. docs: rule-language.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts.h"

namespace rocelint::expr {

/// A name that expressions may start from, with its type.
struct Root {
  std::string_view name;
  const Type* type = nullptr;
};

/// What a root stands for in one evaluation, in the order of the roots given to compile().
struct Binding {
  const void* at = nullptr;  ///< an object of the root's type; null when there is none
  Unknown why;               ///< why there is none
  std::string name;          ///< how evidence spells it: host.netdevs["ens5"]
};
using Environment = std::span<const Binding>;

struct Error {
  std::size_t offset = 0;  ///< byte in the expression where it went wrong
  std::string text;        ///< one sentence, with "did you mean" where there is one
};

enum class Outcome : std::uint8_t { yes, no, unknown };

/// A fact (or policy parameter) that decided an outcome.
struct Witness {
  std::string path;              ///< host.netdevs["ens5"].dcb.pfc.enabled, policy.pfc.mode
  std::string_view root;         ///< the root that it starts from
  std::string value;             ///< as JSON text; empty when unknown
  Unknown why;                   ///< when value is empty
  const Field* field = nullptr;  ///< its row, null for an element or a computed value
};

struct Decision {
  Outcome outcome{Outcome::unknown};
  Unknown why;                  ///< when unknown: the first that left it open, and the others
  std::vector<Reason> reasons;  ///< when unknown: of all that leave it open, each once
};

class Node;  // the typed tree, private to expr

/// Which paths of an expression are asked for.
enum class PathUse : std::uint8_t {
  any,
  operand,  ///< the value is used
  tested,   ///< stands inside has(): only whether there is such a fact
};

/// A checked expression. Immutable; may be evaluated from many threads.
class Expression {
 public:
  Expression(std::string text, std::unique_ptr<const Node> tree);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;
  ~Expression();

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const Node& tree() const { return *tree_; }
  /// Every path that it may read, as far as it is static: "netdev.dcb.pfc.enabled",
  /// "policy.roce_priorities". Sorted, unique. Fields of a quantifier's variable are spelled from
  /// what it ranges over: "lowers.dcb.pfc.enabled".
  [[nodiscard]] std::vector<std::string> paths(PathUse use = PathUse::any) const;
  /// Whether a path of it starts at that root. Cheap, unlike paths().
  [[nodiscard]] bool names_root(std::string_view root) const;

 private:
  std::string text_;
  std::unique_ptr<const Node> tree_;
};

/// Lexes, parses and type-checks a boolean expression. Depth, length and size are bounded.
[[nodiscard]] tl::expected<Expression, Error> compile(std::string_view text,
                                                      std::span<const Root> roots);

[[nodiscard]] Decision evaluate(const Expression& expression, Environment environment);

/// Evaluates again and keeps what decided: the deciding operand of && and ||, the first deciding
/// element of a quantifier, both sides of a relation; each path once. Of operands and elements that
/// leave it open, the first for each reason.
[[nodiscard]] std::vector<Witness> explain(const Expression& expression, Environment environment);

}  // namespace rocelint::expr
