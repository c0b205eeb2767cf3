// SPDX-License-Identifier: Apache-2.0

// Global pause of the physical netdevs under RDMA ports.

#include <array>
#include <optional>
#include <string_view>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "os/ethtool/ethtool_decode.h"
#include "os/netlink/netdev_stack.h"
#include "os/part.h"
#include "os/probe_env.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

std::optional<Unknown> collect_pause(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  for (const auto& name : rdma_lowers(so_far.host)) {
    const auto reply = env.ask_ethtool(name, "ethtool PAUSE_GET", pause_request(name));
    add_netdev(out.host, name).pause = reply ? decode_pause(*reply) : Fact<Pause>(reply.error());
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check pause{.id = "pause",
                         .summary = "global pause of RDMA netdevs",
                         .needs = kNeeds,
                         .collect = collect_pause};

}  // namespace rocelint::checks
