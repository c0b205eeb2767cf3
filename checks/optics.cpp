// SPDX-License-Identifier: Apache-2.0

// The pluggable modules of physical netdevs under RDMA ports: who made them, how warm they are,
// what light they see. Slow (a two-wire bus) and for CAP_NET_ADMIN only, so deep.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/netdev_named.h"
#include "os/netlink/netdev_stack.h"
#include "os/optics/transceiver_eeprom.h"
#include "os/part.h"
#include "os/probe_env.h"
#include "os/read.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 3> kNeeds{"inventory", "link", "speed"};

std::optional<std::int64_t> lanes_of(const Netdev& netdev) {
  const auto* link = netdev.link.known();
  const auto* lanes = link == nullptr ? nullptr : link->lanes.known();
  return lanes == nullptr ? std::nullopt : std::optional(*lanes);
}

std::optional<Unknown> collect_optics(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  for (const auto& name : rdma_lowers(so_far.host)) {
    const auto read = [&](const ModuleRange& range) -> Read<std::string> {
      const auto reply =
          env.ask_ethtool(name, "ethtool MODULE_EEPROM_GET", module_eeprom_request(name, range));
      return reply ? decode_module_eeprom(*reply, range)
                   : Read<std::string>(tl::unexpected(reply.error()));
    };
    const Netdev* known = netdev_named(so_far.host, name);
    add_netdev(out.host, name).module =
        read_module(read, known == nullptr ? std::nullopt : lanes_of(*known));
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check optics{.id = "optics",
                          .summary = "pluggable modules of RDMA netdevs",
                          .needs = kNeeds,
                          .deep = true,
                          .collect = collect_optics};

}  // namespace rocelint::checks
