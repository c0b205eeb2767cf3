// SPDX-License-Identifier: Apache-2.0
#pragma once

// The ports that a policy is learned from: those of one kind are one role.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rocelint/snapshot.h"

#include "advise/learn_ballot.h"
#include "advise/policy_fit.h"
#include "judge/host_view.h"
#include "policy/policy.h"
#include "rules/rule.h"

namespace rocelint {

/// A port as it is judged without a policy.
struct LearnedPort {
  const JudgedPort* port = nullptr;
  const Snapshot* snapshot = nullptr;
  Voter voter;
  std::vector<std::string> faults;  ///< blockers and errors that it fails: it says nothing then
};

struct LearnedHost {
  HostView judged;
  Voter voter;
  std::vector<std::string> faults;  ///< of the host as a whole
  std::vector<LearnedPort> ports;
};

/// Each host as the rules that need no policy find it, but for those whose probe was cut short:
/// what they fail is not known. `baseline` must outlive what is returned.
[[nodiscard]] std::vector<LearnedHost> look_at_hosts(std::span<const NamedHost> hosts,
                                                     const Policy& baseline, const RuleSet& rules);

/// Whether a signal ended the probe before its time.
[[nodiscard]] bool was_cut_short(const NamedHost& host);

/// Ports of one driver and one greatest speed: what a selector can tell apart.
struct PortKind {
  std::string driver;
  std::optional<std::int64_t> max_speed_mbps;  ///< none: not known of all ports of the driver
  std::vector<const LearnedPort*> ports;

  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string selector() const;
};

/// The kind with the most ports first. Ports whose driver is not known, or has a name that no
/// selector should have to quote, are of no kind.
[[nodiscard]] std::vector<PortKind> port_kinds(const std::vector<LearnedHost>& hosts);

}  // namespace rocelint
