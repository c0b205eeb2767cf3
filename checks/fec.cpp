// SPDX-License-Identifier: Apache-2.0

// Forward error correction of the physical netdevs under RDMA ports.

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

std::optional<Unknown> collect_fec(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  for (const auto& name : rdma_lowers(so_far.host)) {
    const auto reply = env.ask_ethtool(name, "ethtool FEC_GET", fec_request(name));
    add_netdev(out.host, name).fec = reply ? decode_fec(*reply) : Fact<Fec>(reply.error());
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check fec{.id = "fec",
                       .summary = "forward error correction of RDMA netdevs",
                       .needs = kNeeds,
                       .collect = collect_fec};

}  // namespace rocelint::checks
