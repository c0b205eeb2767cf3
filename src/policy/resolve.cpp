// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "rocelint/base/diagnostic.h"

#include "expr/expression.h"
#include "policy/complaints.h"
#include "policy/condition.h"
#include "policy/overrides.h"
#include "policy/parameter_reader.h"
#include "policy/policy.h"
#include "policy/roles.h"

namespace rocelint {

namespace {

/// `decide` says of a group, by its index, whether it holds.
template <class Decide>
ResolvedRole resolve(const Policy& policy, const Role& role, Decide decide) {
  Diagnostics none;  // load_policy() has applied every group and override to every role already
  Role resolved;
  resolved.name = role.name;
  resolved.parameters = role.parameters;
  resolved.origins = role.origins;
  std::vector<UndecidedGroup> undecided;
  std::vector<std::size_t> groups;
  for (std::size_t i = 0; i < policy.groups.size(); ++i) {
    const auto& group = policy.groups[i];
    const auto parameters = group.roles.find(role.name);
    if (parameters == group.roles.end() || !group.where) {
      continue;
    }
    const expr::Decision decision = decide(i);
    if (decision.outcome == expr::Outcome::unknown) {
      undecided.push_back(
          UndecidedGroup{.from = group.from,
                         .why = decision.why,
                         .asks_about_port = policy_loading::asks_about_port(*group.where)});
    } else if (decision.outcome == expr::Outcome::yes) {
      policy_loading::Complaints complaints(group.at.file, none);
      policy_loading::apply_parameters(parameters->second, complaints, resolved.parameters,
                                       resolved.origins);
      groups.push_back(i);
    }
  }
  if (!groups.empty()) {
    for (const auto& override : policy.overrides) {
      policy_loading::apply_override(override, resolved, none);
    }
  }
  return ResolvedRole{.parameters = std::move(resolved.parameters),
                      .provenance = groups.empty()
                                        ? role.provenance
                                        : policy_loading::to_provenance(resolved.origins),
                      .origins = std::move(resolved.origins),
                      .undecided = std::move(undecided),
                      .groups = std::move(groups)};
}

bool holds_for_all(std::size_t group, std::span<const ResolvedRole* const> ports) {
  return !ports.empty() && std::ranges::all_of(ports, [&](const ResolvedRole* port) {
    return std::ranges::binary_search(port->groups, group);
  });
}

}  // namespace

ResolvedRole resolve_role(const Policy& policy, const Role& role, expr::Environment environment) {
  return resolve(policy, role, [&](std::size_t group) {
    return expr::evaluate(*policy.groups[group].where, environment);
  });
}

ResolvedRole resolve_role_of_host(const Policy& policy, const Role& role,
                                  expr::Environment environment,
                                  std::span<const ResolvedRole* const> ports) {
  return resolve(policy, role, [&](std::size_t group) {
    auto decision = expr::evaluate(*policy.groups[group].where, environment);
    if (holds_for_all(group, ports)) {
      decision.outcome = expr::Outcome::yes;
    }
    return decision;
  });
}

}  // namespace rocelint
