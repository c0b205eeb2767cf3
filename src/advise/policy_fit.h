// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "rocelint/base/diagnostic.h"
#include "rocelint/snapshot.h"

#include "policy/policy.h"

namespace rocelint {

/// A host that a policy is held against.
struct NamedHost {
  std::string name;  ///< how diagnostics call it
  Snapshot snapshot;
};

/// What only hosts show to be wrong in a policy: selectors, groups and waivers that hold nowhere,
/// ports that two roles pick, a number of ports other than the expected one, MTUs and PFC classes
/// beyond what the NIC has, and groups that contradict each other where they meet. Each is at the
/// line to blame, with the ports that show it.
[[nodiscard]] Diagnostics lint_against(const Policy& policy, std::span<const NamedHost> hosts);

}  // namespace rocelint
