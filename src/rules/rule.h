// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <forward_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/report.h"

#include "base/result.h"
#include "base/tree.h"
#include "expr/expression.h"
#include "expr/template.h"
#include "policy/policy.h"

namespace rocelint {

enum class RuleContext : std::uint8_t { host, job };

/// The names that a rule of this scope may use, in the order in which the engine binds them.
[[nodiscard]] std::span<const expr::Root> scope_roots(Scope scope);

/// Those of scope port with `lower`, a physical netdev: for a fix that is printed once for each,
/// and for what verifies it.
[[nodiscard]] std::span<const expr::Root> lower_fix_roots();

/// One way to fix a failed rule.
struct Fix {
  /// Once for each netdev of `lowers` for which `when` holds, named `lower`: DCB and link settings
  /// belong to the physical netdevs, of which a bond has several.
  bool each_lower = false;
  std::optional<expr::Expression> when;
  std::string tool;                   ///< program that it needs beside iproute2 and ethtool
  std::optional<expr::Template> run;  ///< always there once it is loaded
  Disrupts disrupts{Disrupts::none};
  Lasts lasts{Lasts::reboot};
};

struct RuleTest {
  Outcome expected{Outcome::pass};
  std::string policy;            ///< profile name
  std::vector<std::string> set;  ///< "pfc.mode=unmanaged", above the profile
  TreeNode facts;
  TreeNode since;  ///< facts as they were a minute earlier, where they were not the same
  std::size_t line = 0;
};

/// One declarative statement about facts and the policy.
struct Rule {
  std::string id;
  std::string_view title;    ///< the fault: "PFC is off on a RoCE priority"
  std::string_view expects;  ///< the healthy state: "PFC is on for every RoCE priority"
  Scope scope{Scope::port};
  RuleContext context{RuleContext::host};
  Severity severity{Severity::error};
  std::optional<expr::Expression> when;
  std::optional<expr::Expression> assertion;
  std::optional<expr::Template> message;
  std::string_view impact;
  std::vector<Fix> fixes;
  std::optional<expr::Template> verify;  ///< scope port: sees `lower` like a fix
  std::vector<std::string_view> refs;
  std::vector<std::string> consequence_of;
  /// Policy parameters that must be unset for the rule to apply, as in the policy: "pfc.mode".
  std::vector<std::string> left_open;
  std::string since;  ///< version of rocelint that brought it: "1.2"; empty: there from the start
  std::vector<RuleTest> tests;
  /// Policy parameters that `when` and `assert` read: "policy.pfc.mode". One that is not set makes
  /// the rule not applicable.
  std::vector<std::string> parameters;
  /// Whether it names the policy or a role's ports: a host or device is then judged once per role.
  bool per_role = false;
  bool needs_window = false;  ///< it names `growth`
  std::string file;
  std::size_t line = 0;
};

struct RuleSet {
  std::vector<Rule> rules;  ///< sorted by id
  std::vector<std::uint64_t> file_digests;
  std::string digest;                    ///< what rules_digest() makes of these
  std::forward_list<std::string> texts;  ///< what rules that are not built in point to

  [[nodiscard]] const Rule* find(std::string_view id) const;
  [[nodiscard]] std::vector<std::string_view> ids() const;
};

struct RuleLoading {
  RuleSet rules;
  Diagnostics errors;
};

/// A file of rules, already read as a tree.
struct RuleFile {
  std::string name;
  TreeNode tree;
};

/// Checks everything: keys, expressions, templates, ids, consequence cycles. Errors carry
/// file:line:column and a suggestion. `loaded` are rules that were checked before and stand beside
/// those of the files.
[[nodiscard]] RuleLoading load_rules(std::span<const RuleFile> files, RuleSet loaded = {});

}  // namespace rocelint
