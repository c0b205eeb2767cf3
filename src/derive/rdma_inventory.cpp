// SPDX-License-Identifier: Apache-2.0
#include "derive/rdma_inventory.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/absent.h"
#include "facts/doubt.h"
#include "facts/gpu.h"
#include "facts/netdev_named.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

/// RDMA devices by what they stand on.
struct RdmaGround {
  std::set<std::string_view> functions;
  std::set<std::string_view> netdevs;
  std::optional<Unknown> doubt;  ///< some device stands on what is not known
};

/// Whether a port of the device tells its netdev.
bool note_netdevs(const RdmaDevice& device, RdmaGround& ground) {
  const auto* ports = device.ports.known();
  if (ports == nullptr) {
    return false;
  }
  bool told = false;
  for (const auto& port : *ports) {
    if (const auto* netdev = port.netdev.known()) {
      ground.netdevs.insert(*netdev);
      told = true;
    }
  }
  return told;
}

RdmaGround ground_of(const std::vector<RdmaDevice>& devices) {
  RdmaGround ground;
  for (const auto& device : devices) {
    const bool told = note_netdevs(device, ground);
    const auto* why = device.pci_address.unknown();
    if (why == nullptr) {
      ground.functions.insert(*device.pci_address.known());
    } else if (!told && !is_absent(*why)) {
      add_doubt(ground.doubt, why);
    }
  }
  return ground;
}

/// One netdev with hardware behind it, and whether RDMA is to be expected of it.
struct Candidate {
  const Netdev* netdev = nullptr;
  bool has_rdma = false;
  Fact<bool> has_dcb;
  std::optional<Unknown> doubt;
};

Fact<bool> has_dcb(const Netdev& netdev) {
  const auto* why = netdev.dcb.pfc.unknown();
  if (why == nullptr || why->reason == Reason::not_authoritative) {
    return true;
  }
  return is_absent(*why) ? Fact<bool>(false) : Fact<bool>(*why);
}

/// A PF enslaved to a RoCE LAG has no RDMA device of its own: the bond's carries its traffic.
Fact<bool> is_bonded(const Host& host, const Netdev& netdev) {
  if (const auto* why = netdev.uppers.unknown()) {
    return *why;
  }
  Fact<bool> bonded = false;
  for (const auto& name : *netdev.uppers.known()) {
    const auto* upper = netdev_named(host, name);
    if (upper == nullptr) {
      continue;
    }
    if (upper->link_kind.is("bond") || upper->link_kind.is("team")) {
      return true;
    }
    add_doubt(bonded, upper->link_kind.unknown());
  }
  return bonded;
}

/// Nothing: it is no physical netdev, or none that needs an RDMA device.
std::optional<Candidate> candidate_of(const Host& host, const Netdev& netdev,
                                      const RdmaGround& ground) {
  Candidate candidate;
  candidate.netdev = &netdev;
  const auto* function = netdev.pci_address.known();
  candidate.has_rdma = ground.netdevs.contains(netdev.name) ||
                       (function != nullptr && ground.functions.contains(*function));
  candidate.has_dcb = has_dcb(netdev);
  if (candidate.has_rdma) {
    return candidate;
  }
  if (function == nullptr && is_absent(*netdev.pci_address.unknown())) {
    return std::nullopt;
  }
  const auto bonded = is_bonded(host, netdev);
  if (bonded.is(true)) {
    return std::nullopt;
  }
  add_doubt(candidate.doubt, bonded.unknown());
  add_doubt(candidate.doubt, netdev.pci_address.unknown());
  return candidate;
}

/// Netdevs of one driver.
class Driver {
 public:
  void add(const Candidate& candidate) {
    (candidate.has_rdma ? with_rdma_ : without_).push_back(candidate);
  }

  /// Which of them miss an RDMA device, and why more may.
  void find_missing(std::vector<std::string>& missing, std::optional<Unknown>& doubt) const {
    if (with_rdma_.empty()) {
      doubt_by_one_that_may_have_rdma(doubt);
      return;
    }
    for (const auto& candidate : without_) {
      const auto alike = is_like_those_with_rdma(candidate);
      if (alike.is(false)) {
        continue;
      }
      if (candidate.doubt || alike.unknown() != nullptr) {
        add_doubt(doubt, candidate.doubt);
        add_doubt(doubt, alike.unknown());
      } else {
        missing.push_back(candidate.netdev->name);
      }
    }
  }

 private:
  void doubt_by_one_that_may_have_rdma(std::optional<Unknown>& doubt) const {
    for (const auto& candidate : without_) {
      if (candidate.doubt && without_.size() > 1) {
        add_doubt(doubt, candidate.doubt);
      }
    }
  }

  /// A virtual function has no DCB where its physical function has, and may do without RDMA.
  [[nodiscard]] Fact<bool> is_like_those_with_rdma(const Candidate& candidate) const {
    if (candidate.has_dcb.is(true)) {
      return true;
    }
    Fact<bool> alike = true;
    for (const auto& other : with_rdma_) {
      if (other.has_dcb.is(true)) {
        return candidate.has_dcb.unknown() == nullptr ? Fact<bool>(false) : candidate.has_dcb;
      }
      add_doubt(alike, other.has_dcb.unknown());
    }
    if (alike.unknown() != nullptr) {
      add_doubt(alike, candidate.has_dcb.unknown());
    }
    return alike;
  }

  std::vector<Candidate> with_rdma_;
  std::vector<Candidate> without_;
};

Fact<std::vector<std::string>> netdevs_without_rdma(const Host& host) {
  if (auto why = any_unknown({host.devices.unknown(), host.netdevs.unknown()})) {
    return *std::move(why);
  }
  const auto ground = ground_of(*host.devices.known());
  auto doubt = ground.doubt;
  std::map<std::string_view, Driver> drivers;
  for (const auto& netdev : *host.netdevs.known()) {
    const auto candidate = candidate_of(host, netdev, ground);
    if (!candidate) {
      continue;
    }
    if (const auto* driver = netdev.driver.known()) {
      drivers[*driver].add(*candidate);
    } else if (!is_absent(*netdev.driver.unknown())) {
      add_doubt(doubt, netdev.driver.unknown());
    }
  }
  std::vector<std::string> missing;
  for (const auto& [name, driver] : drivers) {
    driver.find_missing(missing, doubt);
  }
  if (doubt && (missing.empty() || ground.doubt)) {
    return *doubt;
  }
  std::ranges::sort(missing);
  return missing;
}

Fact<std::int64_t> gpus_of(const Host& host) {
  return map(host.pci_devices, [](const auto& devices) {
    return static_cast<std::int64_t>(std::ranges::count_if(devices, is_gpu));
  });
}

}  // namespace

Inventory derive_inventory(const Host& host) {
  return {.netdevs_without_rdma = netdevs_without_rdma(host), .gpus = gpus_of(host)};
}

}  // namespace rocelint
