// SPDX-License-Identifier: Apache-2.0

// Link modes of the physical netdevs under RDMA ports: the true speed, which verbs may cap.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/netdev_named.h"
#include "facts/unknown.h"
#include "os/ethtool/ethtool_decode.h"
#include "os/netlink/netdev_stack.h"
#include "os/part.h"
#include "os/probe_env.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

Fact<LinkModes> read_link_modes(ProbeEnv& env, const std::string& netdev) {
  const auto reply = env.ask_ethtool(netdev, "ethtool LINKMODES_GET", link_modes_request(netdev));
  return reply ? decode_link_modes(*reply) : Fact<LinkModes>(reply.error());
}

Fact<std::int64_t> max_speed_of(const Host& read, const std::string& netdev) {
  const Netdev* found = netdev_named(read, netdev);
  if (found == nullptr) {
    return not_found(netdev + " is not in this namespace");
  }
  return map(found->link, &LinkModes::max_speed_mbps);
}

// The fastest of the device's netdevs; unknown as soon as one of them is.
Fact<std::int64_t> device_speed(const RdmaDevice& device, const Host& host, const Host& read) {
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    return *device.ports.unknown();
  }
  std::int64_t fastest = 0;
  for (const auto& port : *ports) {
    const auto lowers = port_lowers(host, port);
    if (!lowers) {
      return lowers.error();
    }
    for (const auto& netdev : *lowers) {
      const auto speed = max_speed_of(read, netdev);
      if (speed.known() == nullptr) {
        return speed;
      }
      fastest = std::max(fastest, *speed.known());
    }
  }
  return fastest != 0 ? Fact<std::int64_t>(fastest) : not_found("the device has no port");
}

std::optional<Unknown> collect_speed(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  for (const auto& name : rdma_lowers(so_far.host)) {
    add_netdev(out.host, name).link = read_link_modes(env, name);
    env.keep(out);
  }
  const auto* devices = so_far.host.devices.known();
  if (devices == nullptr) {
    return std::nullopt;
  }
  for (const auto& device : *devices) {
    add_device(out.host, device.name).max_speed_mbps = device_speed(device, so_far.host, out.host);
  }
  return std::nullopt;
}

}  // namespace

extern const Check speed{.id = "speed",
                         .summary = "Ethernet speed, lanes and autonegotiation of RDMA netdevs",
                         .needs = kNeeds,
                         .collect = collect_speed};

}  // namespace rocelint::checks
