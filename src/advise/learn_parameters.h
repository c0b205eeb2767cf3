// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a port, or a host, votes on the parameters of a policy: one row for each that is a fact by
// itself. What belongs to a class of traffic is in learn_classes.h.

#include <span>
#include <string_view>

#include "advise/learn_ballot.h"
#include "advise/learn_hosts.h"

namespace rocelint {

struct PortParameter {
  std::string_view name;  ///< "mtu.netdev_bytes"
  void (*poll)(const LearnedPort& port, Ballot& ballot);
  /// A value that asks for nothing and is left out; empty: there is none.
  std::string_view says_nothing = "";
};
/// In the order of the policy's own table.
[[nodiscard]] std::span<const PortParameter> port_parameters();

struct HostParameter {
  std::string_view name;
  void (*poll)(const LearnedHost& host, Ballot& ballot);
};
[[nodiscard]] std::span<const HostParameter> host_parameters();

/// Whether the policy takes the value for the parameter, as far as it has limits.
[[nodiscard]] bool is_within_limits(std::string_view parameter, std::string_view value);

/// A number that the policy does not take becomes a comment.
void keep_within_limits(LearnedValue& value);

}  // namespace rocelint
