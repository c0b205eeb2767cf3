// SPDX-License-Identifier: Apache-2.0

// Congestion control of the physical netdevs under RDMA ports. Each driver shows it in a place of
// its own; what none of them shows is unsupported.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "drivers/congestion_control.h"
#include "facts/netdev_named.h"
#include "facts/unknown.h"
#include "os/netlink/netdev_stack.h"
#include "os/part.h"
#include "os/probe_env.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

CongestionControl read_cc(ProbeEnv& env, const Netdev& netdev, const std::string& rdma_device) {
  if (congestion::may_have_ofed(env.files(), netdev.name)) {
    return congestion::read_ofed(env, netdev);
  }
  if (const auto* why = netdev.driver.unknown()) {
    return congestion::all_unknown(*why);
  }
  const auto& driver = *netdev.driver.known();
  if (driver == "mlx5_core") {
    return congestion::read_mlx5(env, netdev);
  }
  if (driver == "bnxt_en") {
    return congestion::read_bnxt(env, netdev, rdma_device);
  }
  if (driver == "ice" || driver == "i40e" || driver == "idpf") {
    return congestion::read_irdma(env, netdev, rdma_device);
  }
  return congestion::all_unknown(unsupported("driver " + driver + " shows no congestion control"));
}

using Names = std::map<std::string, std::string>;

void add_netdevs(const Host& host, const RdmaDevice& device, const RdmaPort& port, Names& names) {
  const auto lowers = port_lowers(host, port);
  for (const auto& netdev : lowers ? *lowers : std::set<std::string>{}) {
    names.emplace(netdev, device.name);
  }
}

/// The RDMA device over each physical netdev; configfs is by its name.
Names devices_by_netdev(const Host& host) {
  Names names;
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return names;
  }
  for (const auto& device : *devices) {
    const auto* ports = device.ports.known();
    for (const auto& port : ports == nullptr ? std::vector<RdmaPort>{} : *ports) {
      add_netdevs(host, device, port, names);
    }
  }
  return names;
}

std::optional<Unknown> collect_cc(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  for (const auto& [netdev, rdma_device] : devices_by_netdev(so_far.host)) {
    const Netdev* known = netdev_named(so_far.host, netdev);
    if (known == nullptr) {
      continue;
    }
    add_netdev(out.host, netdev).cc = read_cc(env, *known, rdma_device);
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check cc{.id = "cc",
                      .summary = "congestion control of RDMA netdevs",
                      .needs = kNeeds,
                      .collect = collect_cc};

}  // namespace rocelint::checks
