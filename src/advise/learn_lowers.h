// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the physical netdevs of all ports of a role vote.

#include <cstdint>
#include <optional>
#include <vector>

#include "rocelint/facts.h"

#include "advise/learn_ballot.h"
#include "advise/learn_hosts.h"
#include "derive/path/classification.h"
#include "derive/path/path_queue.h"

namespace rocelint {

using Ports = std::vector<const LearnedPort*>;

/// Asks each physical netdev of a port: it has its own vote.
template <class Poll>
void for_lowers(const LearnedPort& port, Ballot& ballot, Poll poll) {
  const auto& lowers = port.port->view.lowers;
  if (const auto* why = lowers.unknown()) {
    ballot.abstain(*why, port.voter);
    return;
  }
  for (const auto* netdev : *lowers.known()) {
    poll(*netdev);
  }
}

/// The same of each port.
template <class Poll>
Ballot poll_lowers(const Ports& ports, Poll poll) {
  Ballot ballot;
  for (const auto* port : ports) {
    for_lowers(*port, ballot, [&](const Netdev& netdev) { poll(*port, netdev, ballot); });
  }
  return ballot;
}

/// How a priority is sent.
[[nodiscard]] inline PathQueue queue_of(const LearnedPort& port, const Netdev& netdev,
                                        std::int64_t priority) {
  return derive_path_queue(netdev, port.port->view.device->driver,
                           {.dscp = {}, .pcp = {}, .priority = priority}, std::nullopt);
}

}  // namespace rocelint
