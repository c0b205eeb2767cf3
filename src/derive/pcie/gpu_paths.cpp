// SPDX-License-Identifier: Apache-2.0
#include "derive/pcie/gpu_paths.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/pcie/pcie_path.h"
#include "derive/ports.h"
#include "facts/doubt.h"
#include "facts/gpu.h"

namespace rocelint {
namespace {

using Chain = std::vector<const PciDevice*>;

// Of an endpoint's chain: the downstream port above it is at 1, the upstream port of the same
// switch at 2. Where a root port is right above it, that one is at 1.
constexpr std::size_t kOwnSwitch = 2;

/// Where the two ways up meet, or nothing when they meet in no bridge.
struct Meeting {
  std::size_t of_a = 0;
  std::size_t of_b = 0;
};

std::optional<Meeting> meeting(const Chain& a, const Chain& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto found = std::ranges::find(b, a[i]);
    if (found != b.end()) {
      return Meeting{.of_a = i, .of_b = static_cast<std::size_t>(found - b.begin())};
    }
  }
  return std::nullopt;
}

Fact<PciDistance> distance_over_nodes(const Host& host, const PciDevice& a, const PciDevice& b) {
  if (host.system.numa_nodes.is(1)) {
    return PciDistance::node;
  }
  if (auto why = any_unknown({a.numa_node.unknown(), b.numa_node.unknown()})) {
    add_doubt(why, host.system.numa_nodes.unknown());  // where there is one only, it is that
    return *std::move(why);
  }
  return a.numa_node == b.numa_node ? PciDistance::node : PciDistance::sys;
}

Fact<PciDistance> distance_between(const Host& host, const Chain& a, const Chain& b) {
  if (const auto met = meeting(a, b)) {
    return met->of_a <= kOwnSwitch && met->of_b <= kOwnSwitch ? PciDistance::pix : PciDistance::pxb;
  }
  if (auto why = any_unknown({a.back()->host_bridge.unknown(), b.back()->host_bridge.unknown()})) {
    return *std::move(why);
  }
  if (a.back()->host_bridge == b.back()->host_bridge) {
    return PciDistance::phb;
  }
  return distance_over_nodes(host, *a.front(), *b.front());
}

/// A bridge redirects what comes from below: those under the meeting point decide, on both sides.
Fact<std::vector<std::string>> redirecting(const Chain& a, const Chain& b) {
  const auto met = meeting(a, b);
  std::vector<std::string> found;
  std::optional<Unknown> unread;
  const auto look = [&](const Chain& chain, std::size_t end) {
    for (std::size_t i = 1; i < end; ++i) {
      const auto& acs = chain[i]->acs;
      const auto* control = acs.known();
      if (control != nullptr && (control->request_redirect || control->completion_redirect)) {
        found.push_back(chain[i]->address);
      } else if (control == nullptr && acs.unknown()->reason != Reason::unsupported) {
        add_doubt(unread, acs.unknown());
      }
    }
  };
  look(a, met ? met->of_a : a.size());
  look(b, met ? met->of_b : b.size());
  if (found.empty() && unread) {
    return *unread;
  }
  std::ranges::sort(found);
  return found;
}

/// A function with the way up from it.
struct Placed {
  const PciDevice* device = nullptr;
  Fact<Chain> chain;
};

GpuPath path_to(const Placed& gpu, const Fact<Chain>& nic, const Host& host) {
  GpuPath path;
  path.address = gpu.device->address;
  path.driver = gpu.device->driver;
  path.largest_bar_bytes = gpu.device->largest_bar_bytes;
  if (const auto why = any_unknown({nic.unknown(), gpu.chain.unknown()})) {
    path.distance = *why;
    path.redirects = *why;
    return path;
  }
  path.distance = distance_between(host, *nic.known(), *gpu.chain.known());
  path.redirects = redirecting(*nic.known(), *gpu.chain.known());
  return path;
}

/// Unknown as soon as one distance is: that one may be the least.
Fact<std::vector<GpuPath>> nearest_of(const std::vector<GpuPath>& paths) {
  std::vector<GpuPath> nearest;
  std::optional<Unknown> open;
  for (const auto& path : paths) {
    if (const auto* why = path.distance.unknown()) {
      add_doubt(open, why);
    } else if (nearest.empty() || *path.distance.known() < *nearest.front().distance.known()) {
      nearest = {path};
    } else if (*path.distance.known() == *nearest.front().distance.known()) {
      nearest.push_back(path);
    }
  }
  return known_unless(std::move(open), std::move(nearest));
}

/// Whether no other of the ports is nearer to the GPU at `index` of the paths.
Fact<bool> is_served(const PortGpus& port, std::size_t index, const std::vector<PortGpus>& ports) {
  const auto& own = (*port.paths.known())[index].distance;
  Fact<bool> served = true;
  add_doubt(served, own.unknown());
  for (const auto& other : ports) {
    const auto& theirs = (*other.paths.known())[index].distance;
    if (const auto* why = theirs.unknown()) {
      add_doubt(served, why);
    } else if (own.known() != nullptr && *theirs.known() < *own.known()) {
      return false;
    }
  }
  return served;
}

Fact<std::vector<std::string>> served_by(const PortGpus& port, const std::vector<PortGpus>& ports) {
  std::vector<std::string> served;
  std::optional<Unknown> open;
  for (std::size_t i = 0; i < port.paths.known()->size(); ++i) {
    const auto is = is_served(port, i, ports);
    add_doubt(open, is.unknown());
    if (is.is(true)) {
      served.push_back((*port.paths.known())[i].address);
    }
  }
  return known_unless(std::move(open), std::move(served));
}

std::vector<Placed> gpus_of(const Host& host) {
  std::vector<Placed> gpus;
  for (const auto& device : *host.pci_devices.known()) {
    if (is_gpu(device)) {
      gpus.push_back({.device = &device, .chain = pcie_chain(device.address, host)});
    }
  }
  return gpus;
}

}  // namespace

Fact<PciDistance> pci_distance(const Host& host, const Fact<std::string>& a,
                               const Fact<std::string>& b) {
  const auto from = pcie_chain(a, host);
  const auto to = pcie_chain(b, host);
  if (auto why = any_unknown({from.unknown(), to.unknown()})) {
    return *std::move(why);
  }
  return distance_between(host, *from.known(), *to.known());
}

std::vector<PortGpus> derive_port_gpus(const std::vector<const PortView*>& ports,
                                       const Host& host) {
  std::vector<PortGpus> all(ports.size());
  if (const auto* why = host.pci_devices.unknown()) {
    std::ranges::fill(all, PortGpus{.paths = *why, .nearest = *why, .served = *why});
    return all;
  }
  const auto gpus = gpus_of(host);
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const auto nic = pcie_chain(ports[i]->device->pci_address, host);
    auto& paths = all[i].paths.emplace();
    for (const auto& gpu : gpus) {
      paths.push_back(path_to(gpu, nic, host));
    }
    all[i].nearest = nearest_of(paths);
  }
  for (auto& port : all) {
    port.served = served_by(port, all);
  }
  return all;
}

}  // namespace rocelint
