// SPDX-License-Identifier: Apache-2.0
#include "os/netdev_stack.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/netdev.h"

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

  [[nodiscard]] Fact<std::vector<std::string>> wire(const std::string& name) const {
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

void add_wire(const Netdev& netdev, std::set<std::string>& names) {
  if (const auto* wire = netdev.wire.known()) {
    names.insert(wire->begin(), wire->end());
  } else {
    names.insert(netdev.name);
  }
}

// A RoCE LAG is one RDMA device whose port names one slave: the other slaves are found through the
// bond above.
void add_port_wire(const Host& host, const std::string& port_netdev, std::set<std::string>& names) {
  const Netdev* netdev = netdev_named(host, port_netdev);
  if (netdev == nullptr) {
    return;
  }
  add_wire(*netdev, names);
  const auto* uppers = netdev->uppers.known();
  if (uppers == nullptr) {
    return;
  }
  for (const auto& name : *uppers) {
    const Netdev* upper = netdev_named(host, name);
    if (upper != nullptr && (upper->link_kind.is("bond") || upper->link_kind.is("team"))) {
      add_wire(*upper, names);
    }
  }
}

}  // namespace

void stack_netdevs(const std::vector<StackedLink>& links, std::vector<Netdev>& netdevs) {
  const Stack stack(links);
  for (auto& netdev : netdevs) {
    netdev.uppers = stack.uppers(netdev.name);
    netdev.wire = stack.wire(netdev.name);
  }
}

const Netdev* netdev_named(const Host& host, const std::string& name) {
  const auto* netdevs = host.netdevs.known();
  if (netdevs == nullptr) {
    return nullptr;
  }
  const auto found = std::find_if(netdevs->begin(), netdevs->end(),
                                  [&](const Netdev& netdev) { return netdev.name == name; });
  return found == netdevs->end() ? nullptr : &*found;
}

std::set<std::string> rdma_wire(const Host& host) {
  std::set<std::string> names;
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return names;
  }
  for (const auto& device : *devices) {
    const auto* ports = device.ports.known();
    if (ports == nullptr) {
      continue;
    }
    for (const auto& port : *ports) {
      if (const std::string* netdev = port.netdev.known()) {
        add_port_wire(host, *netdev, names);
      }
    }
  }
  return names;
}

}  // namespace rocelint
