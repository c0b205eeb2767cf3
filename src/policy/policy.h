// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/base/severity.h"
#include "rocelint/facts.h"

#include "base/result.h"
#include "base/tree.h"
#include "expr/environment.h"
#include "expr/expression.h"
#include "policy/parameters.h"

namespace rocelint {

/// Where something was written. Line 0: not in a file.
struct Origin {
  std::string file;  ///< as the user named it; a profile's name; "--set"; "built-in"
  std::size_t line = 0;
  std::size_t column = 0;
};
/// "policy.yaml:14", "lossless-dscp26:9", "--set", "built-in".
[[nodiscard]] std::string to_string(const Origin& origin);
/// Keyed by parameter path: "pfc.mode", "roce", "roce[0].dscp".
using Origins = std::map<std::string, Origin, std::less<>>;

/// The same as text, for reports.
using Provenance = std::map<std::string, std::string, std::less<>>;

struct Role {
  std::string name;
  /// Which ports it judges; over `host`, `dev`, `port`, `netdev`, identity facts only. Absent: all
  /// RoCE ports. What can't be decided selects.
  std::optional<expr::Expression> ports;
  RoleParameters parameters;
  Provenance provenance;
  Origins origins;  ///< what provenance is made from
};

/// The strictest first.
enum class OnUnknown : std::uint8_t { gate, warn, accept };
template <>
inline constexpr std::array kEnumNames<OnUnknown> = {EnumName{0, "gate"}, EnumName{1, "warn"},
                                                     EnumName{2, "accept"}};

/// What the policy says of the rules that match a glob; the last match of each member wins. A key
/// of the file that treats reasons of unknown differently becomes one setting per treatment.
struct RuleSetting {
  std::string pattern;
  std::optional<bool> enabled;
  std::optional<Severity> severity;
  std::optional<OnUnknown> on_unknown;
  std::vector<Reason> on_unknown_reasons;  ///< empty: for every reason
  std::optional<std::string> runbook;
  std::string from;
  Origin at;
};

/// "2027-01-31".
[[nodiscard]] std::string to_string(std::chrono::sys_days day);

struct Waiver {
  std::string rule;  ///< glob
  std::optional<expr::Expression> where;
  bool fleet = false;
  std::chrono::sys_days until;  ///< ends at 24:00 UTC of this day
  std::string reason;
  bool also_unknown = false;
  std::string from;
  Origin at;
};

/// Changes of role parameters for the hosts or ports where `where` holds; the later wins.
struct Group {
  std::optional<expr::Expression> where;
  std::map<std::string, TreeNode> roles;  ///< role → the parameters it sets, as written
  std::string from;
  Origin at;
};

/// One `--set`. It stands above groups, so it is applied again after them.
struct Override {
  std::string role;  ///< empty: every role
  TreeNode parameters;
  std::string text;  ///< as the user gave it
};

struct Policy {
  std::string name;
  std::string summary;      ///< one line for lists of policies
  std::string digest;       ///< of what it says, 16 hex digits; comments and layout do not count
  bool is_default = false;  ///< `baseline`, because nobody named one
  std::vector<Role> roles;  ///< in file order
  std::vector<Group> groups;
  std::vector<Override> overrides;
  std::vector<RuleSetting> rule_settings;
  std::vector<Waiver> waivers;
  bool enforce = true;
  std::string rules_as_of;
};

/// What selectors, groups and waivers look at: a port, a device as a whole, or the host alone. A
/// null `why` beside a null member: it is not about one.
struct SelectorView {
  const Host* host = nullptr;
  const RdmaDevice* device = nullptr;
  const RdmaPort* port = nullptr;
  const Unknown* port_unknown = nullptr;
  const Netdev* netdev = nullptr;
  const Unknown* netdev_unknown = nullptr;
};

/// The names that they may use, and what these stand for in one view, which must outlive that.
[[nodiscard]] std::span<const expr::Root> selector_roots();
[[nodiscard]] expr::ScopeEnvironment<SelectorView> bind_selector(const SelectorView& view);

struct PolicyRequest {
  std::string name_or_file;  ///< a profile's name or a file; empty: baseline
  std::vector<std::string>
      set;  ///< "pfc.mode=required" for every role, "compute.pfc.mode=…" for one
};

/// A document that ships with rocelint: a profile or a file of rules.
struct ShippedDocument {
  std::string_view name;  ///< "lossless-dscp26", "pfc"
  std::string_view tree;  ///< write_tree() of the YAML
};
/// Resolves `extends` and profile names; null when there is none of that name.
using ProfileLookup = std::function<std::optional<ShippedDocument>(std::string_view name)>;

struct PolicyLoading {
  std::optional<Policy> policy;
  Diagnostics errors;
};

/// Loads and checks a policy: unknown keys, wrong types, selectors over state and contradictions
/// are errors with file:line:column.
[[nodiscard]] PolicyLoading load_policy(const PolicyRequest& request,
                                        const ProfileLookup& profiles);

/// A group of which it can't be told whether it holds for a subject. It is not applied, so what it
/// would have asked for is not judged: the verdict can be no better than undetermined.
struct UndecidedGroup {
  std::string from;
  Unknown why;
  bool asks_about_port = false;  ///< or device, or netdev: of a host as a whole it says nothing
};

/// The groups of a policy that hold for one subject, and those of which it can't be told.
struct GroupsHere {
  std::vector<std::size_t> holding;  ///< as indices into Policy::groups
  std::vector<UndecidedGroup> undecided;

  [[nodiscard]] bool none() const { return holding.empty() && undecided.empty(); }
};
[[nodiscard]] GroupsHere groups_here(const Policy& policy, const Role& role,
                                     const SelectorView& view);

/// The parameters of `role` for one subject: its own, then every group that holds there, in order,
/// then `--set`.
struct ResolvedRole {
  RoleParameters parameters;
  Provenance provenance;
  Origins origins;  ///< what provenance is made from
  std::vector<UndecidedGroup> undecided;
  std::vector<std::size_t> groups;  ///< those that hold, as indices into Policy::groups
};
[[nodiscard]] ResolvedRole resolve_role(const Policy& policy, const Role& role, GroupsHere groups);

/// The role with what `group` alone writes of it, wherever that holds; `--set` stands aside.
[[nodiscard]] ResolvedRole apply_group(const Group& group, const Role& role);

/// What resolve_role() gives for a host as a whole. Of itself a condition on a port says nothing
/// there: such a group holds where it does for each of `ports`, those that the role has on the
/// host.
[[nodiscard]] ResolvedRole resolve_role_of_host(const Policy& policy, const Role& role,
                                                const SelectorView& view,
                                                std::span<const ResolvedRole* const> ports);

}  // namespace rocelint
