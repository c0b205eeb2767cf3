// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "expr/expression.h"
#include "policy/condition.h"
#include "policy/diagnostic_sink.h"
#include "policy/overrides.h"
#include "policy/parameter_reader.h"
#include "policy/policy.h"
#include "policy/roles.h"

namespace rocelint {

namespace {

/// load_policy() has applied every group to every role already, so nothing is wrong with it.
void write_group(const Group& group, Role& role) {
  Diagnostics none;
  policy_loading::DiagnosticSink diagnostics(group.at.file, none);
  policy_loading::apply_parameters(group.roles.at(role.name), diagnostics, role.parameters,
                                   role.origins);
}

Role parameters_of(const Role& role) {
  Role copy;
  copy.name = role.name;
  copy.parameters = role.parameters;
  copy.origins = role.origins;
  return copy;
}

/// `decide` says of a group, by its index, whether it holds.
template <class Decide>
GroupsHere decide_groups(const Policy& policy, const Role& role, Decide decide) {
  GroupsHere groups;
  for (std::size_t i = 0; i < policy.groups.size(); ++i) {
    const auto& group = policy.groups[i];
    if (!group.roles.contains(role.name) || !group.where) {
      continue;
    }
    const expr::Decision decision = decide(i);
    if (decision.outcome == expr::Outcome::unknown) {
      groups.undecided.push_back(
          UndecidedGroup{.from = group.from,
                         .why = decision.why,
                         .asks_about_port = policy_loading::asks_about_port(*group.where)});
    } else if (decision.outcome == expr::Outcome::yes) {
      groups.holding.push_back(i);
    }
  }
  return groups;
}

bool holds_for_all(std::size_t group, std::span<const ResolvedRole* const> ports) {
  return !ports.empty() && std::ranges::all_of(ports, [&](const ResolvedRole* port) {
    return std::ranges::binary_search(port->groups, group);
  });
}

}  // namespace

ResolvedRole apply_group(const Group& group, const Role& role) {
  auto changed = parameters_of(role);
  write_group(group, changed);
  return ResolvedRole{.parameters = std::move(changed.parameters),
                      .provenance = policy_loading::to_provenance(changed.origins),
                      .origins = std::move(changed.origins),
                      .undecided = {},
                      .groups = {}};
}

GroupsHere groups_here(const Policy& policy, const Role& role, const SelectorView& view) {
  const auto environment = bind_selector(view);
  return decide_groups(policy, role, [&](std::size_t group) {
    return expr::evaluate(*policy.groups[group].where, environment);
  });
}

ResolvedRole resolve_role(const Policy& policy, const Role& role, GroupsHere groups) {
  auto resolved = parameters_of(role);
  for (const auto group : groups.holding) {
    write_group(policy.groups[group], resolved);
  }
  if (!groups.holding.empty()) {
    Diagnostics none;
    for (const auto& override : policy.overrides) {
      policy_loading::apply_override(override, resolved, none);
    }
  }
  return ResolvedRole{.parameters = std::move(resolved.parameters),
                      .provenance = groups.holding.empty()
                                        ? role.provenance
                                        : policy_loading::to_provenance(resolved.origins),
                      .origins = std::move(resolved.origins),
                      .undecided = std::move(groups.undecided),
                      .groups = std::move(groups.holding)};
}

ResolvedRole resolve_role_of_host(const Policy& policy, const Role& role, const SelectorView& view,
                                  std::span<const ResolvedRole* const> ports) {
  const auto environment = bind_selector(view);
  return resolve_role(policy, role, decide_groups(policy, role, [&](std::size_t group) {
                        auto decision = expr::evaluate(*policy.groups[group].where, environment);
                        if (holds_for_all(group, ports)) {
                          decision.outcome = expr::Outcome::yes;
                        }
                        return decision;
                      }));
}

}  // namespace rocelint
