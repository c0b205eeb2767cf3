// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"
#include "judge/host_view.h"
#include "policy/policy.h"

namespace rocelint {

/// A port that a role's selector picks, or may pick.
struct Candidate {
  PortView view;
  std::optional<Unknown> doubt;       ///< why it may not be a port of the role at all
  std::optional<Unknown> role_doubt;  ///< why it may be one of a later role
};

/// Deals the ports of a host out to the roles of the policy; the first that picks a port has it,
/// and what can't be decided selects. By role; what none picks goes to `rest`.
[[nodiscard]] std::vector<std::vector<Candidate>> assign_ports_to_roles(
    const Host& host, const Policy& policy, std::vector<UnjudgedPort>& rest);

}  // namespace rocelint
