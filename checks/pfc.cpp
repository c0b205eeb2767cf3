// SPDX-License-Identifier: Apache-2.0

// Priority flow control and all else that comes with it in the one DCB_CMD_IEEE_GET per netdev that
// a run allows itself: transmission selection, APP table, DCBX mode, buffers, rate limits. Only the
// physical netdevs under RDMA ports are asked, and others of the same drivers; the facts of all the
// rest stay not_collected.

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/netdev_named.h"
#include "os/netlink/dcbnl_decode.h"
#include "os/netlink/netdev_stack.h"
#include "os/part.h"
#include "os/probe_env.h"
#include "os/read.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 2> kNeeds{"inventory", "link"};

Dcb read_dcb(ProbeEnv& env, const Netdev& netdev) {
  const auto reply = env.ask_one({.device = netdev.name,
                                  .operation = "dcbnl IEEE_GET",
                                  .lock = Lock::rtnl,
                                  .family = NetlinkFamily::route,
                                  .request = dcb_request(netdev.name)});
  if (!reply) {
    return unknown_dcb(reply.error());
  }
  Dcb dcb = decode_dcb(*reply);
  if (const auto* driver = netdev.driver.known()) {
    apply_driver_knowledge(*driver, dcb);
  }
  return dcb;
}

// A physical function that has lost its RDMA device is told by its DCB from a virtual function that
// never had one.
std::set<std::string> asked_netdevs(const Host& host) {
  auto names = rdma_lowers(host);
  const auto* netdevs = host.netdevs.known();
  if (netdevs == nullptr) {
    return names;
  }
  std::set<std::string> drivers;
  for (const auto& netdev : *netdevs) {
    if (const auto* driver = netdev.driver.known();
        driver != nullptr && names.contains(netdev.name)) {
      drivers.insert(*driver);
    }
  }
  for (const auto& netdev : *netdevs) {
    const auto* driver = netdev.driver.known();
    if (driver != nullptr && drivers.contains(*driver) && netdev.pci_address.known() != nullptr) {
      names.insert(netdev.name);
    }
  }
  return names;
}

std::optional<Unknown> collect_pfc(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  for (const auto& name : asked_netdevs(so_far.host)) {
    const Netdev* known = netdev_named(so_far.host, name);
    if (known == nullptr) {
      continue;
    }
    Dcb& dcb = add_netdev(out.host, name).dcb;
    dcb = read_dcb(env, *known);
    env.keep(out);
    dcb.pfc_storm_prevention_ms = to_fact(env.pfc_storm_prevention_ms(name));
  }
  return std::nullopt;
}

}  // namespace

extern const Check pfc{.id = "pfc",
                       .summary = "PFC, ETS, APP table, DCBX mode and buffers of RDMA netdevs",
                       .needs = kNeeds,
                       .collect = collect_pfc};

}  // namespace rocelint::checks
