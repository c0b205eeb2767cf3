// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rocelint/snapshot.h"

#include "derive/job/job_view.h"
#include "derive/port_facts.h"
#include "derive/ports.h"
#include "derive/rdma_inventory.h"
#include "policy/policy.h"

namespace rocelint {

/// A port that a role of the policy picks, with the parameters that hold for it.
struct JudgedPort : PortFacts {
  std::size_t role = 0;  ///< index into HostView::roles
  std::shared_ptr<const ResolvedRole> resolved;
  std::optional<Unknown> doubt;       ///< why it may not be a port of the role at all
  std::optional<Unknown> role_doubt;  ///< why a later role of the policy may be meant to have it
  std::string id;                     ///< stable: "0000:9a:00.0/1"
};

struct UnjudgedPort {
  PortView view;
  std::string role;  ///< the role that picked it, although it is not judged
  std::string reason;
};

/// A role on this host.
struct JudgedRole {
  const Role* role = nullptr;
  ResolvedRole resolved;           ///< for the host as a whole
  std::vector<std::size_t> ports;  ///< indices into HostView::ports
  /// The root `ports` of rules. Unknown when what could not be told of some port decides whether
  /// the expected number is there.
  Fact<std::vector<const RdmaPort*>> countable;
};

/// A host as a policy looks at it: which ports are judged, as what, and which are not and why.
struct HostView {
  const Snapshot* snapshot = nullptr;
  Inventory inventory;
  JobView job;
  std::vector<JudgedRole> roles;   ///< in the policy's order
  std::vector<JudgedPort> ports;   ///< by device name and port number
  std::vector<UnjudgedPort> rest;  ///< the same
};

/// What is known beside the snapshot and the policy.
struct HostViewOptions {
  const Snapshot* since = nullptr;  ///< an earlier snapshot of the same boot
  std::optional<std::int64_t> traffic_class = std::nullopt;  ///< of the job's packets
};
[[nodiscard]] HostView build_host_view(const Snapshot& snapshot, const Policy& policy,
                                       const HostViewOptions& options = {});

/// What selectors see of a port.
[[nodiscard]] SelectorView selector_view(const Host& host, const PortView& port);

}  // namespace rocelint
