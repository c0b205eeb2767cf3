// SPDX-License-Identifier: Apache-2.0

// Network interfaces and RDMA port states: one dump of links, one of addresses, one of the ports of
// each RDMA device.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/unknown.h"
#include "os/netlink/netdev_stack.h"
#include "os/netlink/nldev_decode.h"
#include "os/netlink/rtnl_decode.h"
#include "os/probe_env.h"
#include "os/read.h"
#include "os/sysfs/sysfs_netdev.h"
#include "os/sysfs/sysfs_rdma.h"
#include "os/unique.h"

namespace rocelint::checks {

namespace {

constexpr std::array<std::string_view, 1> kNeeds{"inventory"};

Read<std::vector<Link>> read_links(ProbeEnv& env) {
  if (!env.is_live()) {
    return read_sysfs_links(env.files());
  }
  const auto replies = env.ask({.device = "",
                                .operation = "RTM_GETLINK",
                                .lock = Lock::rtnl,
                                .family = NetlinkFamily::route,
                                .request = links_request()});
  if (!replies) {
    return tl::unexpected(replies.error());
  }
  return decode_links(*replies);
}

Read<AddressTable> read_addresses(ProbeEnv& env) {
  const auto replies = env.ask({.device = "",
                                .operation = "RTM_GETADDR",
                                .lock = Lock::rtnl,
                                .family = NetlinkFamily::route,
                                .request = addresses_request()});
  if (!replies) {
    return tl::unexpected(replies.error());
  }
  return decode_addresses(*replies);
}

Fact<std::vector<Address>> addresses_of(const Netdev& netdev, const Read<AddressTable>& table) {
  if (!table) {
    return table.error();
  }
  const auto* ifindex = netdev.ifindex.known();
  if (ifindex == nullptr) {
    return *netdev.ifindex.unknown();
  }
  const auto found = table->find(*ifindex);
  return found != table->end() ? found->second : Fact<std::vector<Address>>(std::vector<Address>{});
}

void read_hardware(ProbeEnv& env, Netdev& netdev) {
  if (const auto refused = env.begin(netdev.name, "sysfs")) {
    netdev.driver = *refused;
    netdev.pci_address = *refused;
    return;
  }
  read_netdev_hardware(env.files(), netdev);
  env.end();
}

Fact<std::vector<Netdev>> read_netdevs(ProbeEnv& env) {
  auto links = read_links(env);
  if (!links) {
    return std::move(links).error();
  }
  const auto addresses = env.is_live() ? read_addresses(env) : Read<AddressTable>();
  std::vector<Netdev> netdevs;
  std::vector<StackedLink> stack;
  for (auto& link : *links) {
    if (env.is_live()) {  // sysfs has said that it does not tell them
      link.netdev.addresses = addresses_of(link.netdev, addresses);
    }
    read_hardware(env, link.netdev);
    netdevs.push_back(std::move(link.netdev));
    stack.push_back(std::move(link.stacked));
  }
  stack_netdevs(stack, netdevs);
  sort_unique_by(netdevs, &Netdev::name);
  return netdevs;
}

// nldev answers EINVAL for an index that has gone (nldev_port_get_dumpit).
Unknown port_refusal(Unknown why) {
  if (why.sys_errno == EINVAL) {
    why.reason = Reason::vanished;
  }
  return why;
}

Read<std::vector<RdmaPort>> ask_ports(ProbeEnv& env, const RdmaDevice& device) {
  const auto* index = device.index.known();
  if (index == nullptr) {
    return tl::unexpected(*device.index.unknown());
  }
  const auto replies = env.ask({.device = device.name,
                                .operation = "nldev PORT_GET",
                                .family = NetlinkFamily::rdma,
                                .request = rdma_ports_request(*index)});
  if (!replies) {
    return tl::unexpected(port_refusal(replies.error()));
  }
  return decode_rdma_ports(*replies);
}

RdmaPort read_port(ProbeEnv& env, const RdmaDevice& device, std::int64_t number,
                   const Read<std::vector<RdmaPort>>& answer) {
  RdmaPort unknown;
  unknown.number = number;
  const auto fail = [&](const Unknown& why) {
    unknown.state = why;
    unknown.physical_state = why;
    unknown.netdev = why;
    return unknown;
  };
  if (answer) {
    const auto found = std::find_if(answer->begin(), answer->end(),
                                    [&](const RdmaPort& port) { return port.number == number; });
    return found != answer->end() ? *found
                                  : fail(vanished("nldev PORT_GET does not list the port"));
  }
  if (answer.error().reason == Reason::vanished) {
    return fail(answer.error());
  }
  if (const auto refused = env.begin(device.name, "sysfs port state")) {
    return fail(*refused);
  }
  auto port = read_sysfs_rdma_port(env.files(), device.name, number);
  env.end();
  return port;
}

RdmaDevice read_device(ProbeEnv& env, const RdmaDevice& known) {
  RdmaDevice device;
  device.name = known.name;
  const auto* ports = known.ports.known();
  if (ports == nullptr) {
    return device;
  }
  const auto answer = ask_ports(env, known);
  auto& out = device.ports.emplace();
  for (const auto& port : *ports) {
    out.push_back(read_port(env, known, port.number, answer));
  }
  return device;
}

std::optional<Unknown> collect_link(ProbeEnv& env, const Snapshot& so_far, Snapshot& out) {
  out.host.netdevs = read_netdevs(env);
  env.keep(out);
  const auto* known = so_far.host.devices.known();
  if (known == nullptr) {
    return std::nullopt;
  }
  auto& devices = out.host.devices.emplace();
  for (const auto& device : *known) {
    devices.push_back(read_device(env, device));
    env.keep(out);
  }
  return std::nullopt;
}

}  // namespace

extern const Check link{.id = "link",
                        .summary = "network interfaces, their addresses, and RDMA port states",
                        .needs = kNeeds,
                        .collect = collect_link};

}  // namespace rocelint::checks
