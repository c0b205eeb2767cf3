// SPDX-License-Identifier: Apache-2.0
#include <string>
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

ResolvedRole resolve_role(const Policy& policy, const Role& role, expr::Environment environment) {
  Diagnostics none;  // load_policy() has applied every group and override to every role already
  Role resolved;
  resolved.name = role.name;
  resolved.parameters = role.parameters;
  resolved.origins = role.origins;
  std::vector<UndecidedGroup> undecided;
  bool changed = false;
  for (const auto& group : policy.groups) {
    const auto parameters = group.roles.find(role.name);
    if (parameters == group.roles.end() || !group.where) {
      continue;
    }
    const auto decision = expr::evaluate(*group.where, environment);
    if (decision.outcome == expr::Outcome::unknown) {
      undecided.push_back(
          UndecidedGroup{.from = group.from,
                         .why = decision.why,
                         .asks_about_port = policy_loading::asks_about_port(*group.where)});
    } else if (decision.outcome == expr::Outcome::yes) {
      policy_loading::Complaints complaints(group.at.file, none);
      policy_loading::apply_parameters(parameters->second, complaints, resolved.parameters,
                                       resolved.origins);
      changed = true;
    }
  }
  if (changed) {
    for (const auto& override : policy.overrides) {
      policy_loading::apply_override(override, resolved, none);
    }
  }
  return ResolvedRole{
      .parameters = std::move(resolved.parameters),
      .provenance = changed ? policy_loading::to_provenance(resolved.origins) : role.provenance,
      .origins = std::move(resolved.origins),
      .undecided = std::move(undecided)};
}

}  // namespace rocelint
