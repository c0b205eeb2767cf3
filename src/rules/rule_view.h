// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/job/job_view.h"
#include "derive/port_facts.h"
#include "derive/rdma_inventory.h"
#include "expr/environment.h"
#include "policy/parameters.h"
#include "rules/rule.h"

namespace rocelint {

/// All that the roots of a rule may stand for. What its scope does not have is null.
struct RuleView {
  const Host* host = nullptr;
  const Probe* probe = nullptr;
  const Inventory* inventory = nullptr;
  const JobView* job = nullptr;
  const RoleParameters* policy = nullptr;
  const Fact<std::vector<const RdmaPort*>>* ports = nullptr;
  const RdmaDevice* device = nullptr;
  const PortFacts* port = nullptr;
  const Netdev* netdev = nullptr;
  const Unknown* netdev_unknown = nullptr;
  const Gid* gid = nullptr;
  const Unknown* gid_unknown = nullptr;
  const Netdev* lower = nullptr;  ///< for a fix that is printed once for each, and what verifies it
};

using RuleEnvironment = expr::ScopeEnvironment<RuleView>;

/// What the names of scope_roots() stand for. The view must outlive it.
[[nodiscard]] RuleEnvironment bind_scope(Scope scope, const RuleView& view);
/// The same for lower_fix_roots().
[[nodiscard]] RuleEnvironment bind_lower_fix(const RuleView& view);

}  // namespace rocelint
