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

#include "base/made_once.h"
#include "expr/environment.h"

namespace rocelint::expr {

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
  Expression(std::string_view text, std::unique_ptr<const Node> tree);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;
  ~Expression();

  /// Of a text that compile() once took with these roots, and of which this is the tree by
  /// pack_tree(): that is unpacked when it is first asked for, since most rules are not asked on
  /// most hosts. All three must outlive it.
  [[nodiscard]] static Expression built_in(std::string_view text, std::string_view packed_tree,
                                           std::span<const Root> roots);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const Node& tree() const;
  /// Every path that it may read, as far as it is static: "netdev.dcb.pfc.enabled",
  /// "policy.roce_priorities". Sorted, unique. Fields of a quantifier's variable are spelled from
  /// what it ranges over: "lowers.dcb.pfc.enabled".
  [[nodiscard]] std::vector<std::string> paths(PathUse use = PathUse::any) const;
  /// Whether a path of it starts at that root. Cheap, unlike paths().
  [[nodiscard]] bool names_root(std::string_view root) const;

 private:
  Expression(std::string_view text, std::string_view packed_tree, std::span<const Root> roots);

  std::unique_ptr<const std::string> own_text_;  ///< null where the text outlives this
  std::string_view text_;
  std::string_view packed_tree_;  ///< of one that is built in
  std::span<const Root> roots_;   ///< the same
  MadeOnce<Node> tree_;
};

/// Lexes, parses and type-checks a boolean expression. Depth, length and size are bounded.
[[nodiscard]] tl::expected<Expression, Error> compile(std::string_view text,
                                                      std::span<const Root> roots);

[[nodiscard]] Decision evaluate(const Expression& expression, const Environment& environment);

/// Evaluates again and keeps what decided: the deciding operand of && and ||, the first deciding
/// element of a quantifier, both sides of a relation; each path once. Of operands and elements that
/// leave it open, the first for each reason.
[[nodiscard]] std::vector<Witness> explain(const Expression& expression,
                                           const Environment& environment);

/// Why the facts that explain() would name are unknown, those that are; and nothing else of them.
[[nodiscard]] std::vector<Unknown> unknowns_of(const Expression& expression,
                                               const Environment& environment);

}  // namespace rocelint::expr
