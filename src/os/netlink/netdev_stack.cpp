// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netdev_stack.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/netdev.h"
#include "rocelint/facts/rdma.h"

#include "facts/netdev_named.h"
#include "facts/unknown.h"
#include "os/read.h"

namespace rocelint {

namespace {

using Neighbours = std::map<std::string, std::vector<std::string>>;

// Everything that can be reached from `start`, itself left out unless a circle leads back to it.
std::set<std::string> reachable(const Neighbours& neighbours, const std::string& start) {
  std::set<std::string> seen;
  std::vector<std::string> pending{start};
  while (!pending.empty()) {
    const std::string name = std::move(pending.back());
    pending.pop_back();
    const auto found = neighbours.find(name);
    if (found == neighbours.end()) {
      continue;
    }
    for (const auto& next : found->second) {
      if (seen.insert(next).second) {
        pending.push_back(next);
      }
    }
  }
  return seen;
}

class Stack {
 public:
  explicit Stack(const std::vector<StackedLink>& links) {
    for (const auto& link : links) {
      links_.emplace(link.name, &link);
    }
    for (const auto& [name, link] : links_) {
      for (const auto& lower : link->lowers) {
        if (links_.contains(lower) && lower != name) {
          lowers_[name].push_back(lower);
          uppers_[lower].push_back(name);
        }
      }
    }
  }

  [[nodiscard]] std::vector<std::string> uppers(const std::string& name) const {
    auto all = reachable(uppers_, name);
    all.erase(name);
    return {all.begin(), all.end()};
  }

  [[nodiscard]] Fact<std::vector<std::string>> lowers(const std::string& name) const {
    auto below = reachable(lowers_, name);
    below.insert(name);
    std::vector<std::string> lowest;
    for (const auto& candidate : below) {
      const auto link = links_.find(candidate);
      if (link != links_.end() && link->second->lowers_unknown) {
        return *link->second->lowers_unknown;
      }
      if (!lowers_.contains(candidate)) {
        lowest.push_back(candidate);
      }
    }
    return lowest;
  }

 private:
  std::map<std::string, const StackedLink*> links_;
  Neighbours lowers_;
  Neighbours uppers_;
};

Unknown not_here(const std::string& netdev) {
  return not_found(netdev + " is not in this network namespace");
}

bool is_bond(const Netdev& netdev) {
  return netdev.link_kind.is("bond") || netdev.link_kind.is("team");
}

template <class Visit>
void for_each_port(const Host& host, Visit visit) {
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return;
  }
  for (const auto& device : *devices) {
    if (const auto* ports = device.ports.known()) {
      std::ranges::for_each(*ports, visit);
    }
  }
}

}  // namespace

void stack_netdevs(const std::vector<StackedLink>& links, std::vector<Netdev>& netdevs) {
  const Stack stack(links);
  for (auto& netdev : netdevs) {
    netdev.uppers = stack.uppers(netdev.name);
    netdev.lowers = stack.lowers(netdev.name);
  }
}

Read<std::set<std::string>> port_lowers(const Host& host, const RdmaPort& port) {
  const auto* name = port.netdev.known();
  if (name == nullptr) {
    return tl::unexpected(*port.netdev.unknown());
  }
  const Netdev* netdev = netdev_named(host, *name);
  if (netdev == nullptr) {
    return tl::unexpected(not_here(*name));
  }
  std::vector<const Netdev*> carriers{netdev};
  if (const auto* uppers = netdev->uppers.known()) {
    for (const auto& upper_name : *uppers) {
      const Netdev* upper = netdev_named(host, upper_name);
      if (upper != nullptr && is_bond(*upper)) {
        carriers.push_back(upper);
      }
    }
  }
  std::set<std::string> names;
  for (const Netdev* carrier : carriers) {
    const auto* lowers = carrier->lowers.known();
    if (lowers == nullptr) {
      return tl::unexpected(*carrier->lowers.unknown());
    }
    names.insert(lowers->begin(), lowers->end());
  }
  return names;
}

std::set<std::string> rdma_lowers(const Host& host) {
  std::set<std::string> names;
  for_each_port(host, [&](const RdmaPort& port) {
    if (const auto lowers = port_lowers(host, port)) {
      names.insert(lowers->begin(), lowers->end());
    }
  });
  return names;
}

std::set<std::string> rdma_netdevs(const Host& host) {
  std::set<std::string> names = rdma_lowers(host);
  for_each_port(host, [&](const RdmaPort& port) {
    if (const auto* name = port.netdev.known()) {
      names.insert(*name);
    }
  });
  const auto lowest = names;
  for (const auto& name : lowest) {
    const Netdev* netdev = netdev_named(host, name);
    const auto* uppers = netdev == nullptr ? nullptr : netdev->uppers.known();
    if (uppers != nullptr) {
      names.insert(uppers->begin(), uppers->end());
    }
  }
  return names;
}

}  // namespace rocelint
