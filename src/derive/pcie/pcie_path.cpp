// SPDX-License-Identifier: Apache-2.0
#include "derive/pcie/pcie_path.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"
#include "facts/combine.h"
#include "facts/doubt.h"
#include "facts/gpu.h"
#include "facts/unknown.h"

namespace rocelint {
namespace {

using Number = Fact<std::int64_t>;

// A path longer than this runs in a circle.
constexpr std::size_t kMostFunctions = 64;

/// What is left of a transfer after line encoding: PCI Express Base Specification 5.0 section 4.2
/// (8b/10b up to 5 GT/s, then 128b/130b), 6.0 section 4.2.3 (236 of 256 bytes of a flit).
struct Encoding {
  std::int64_t below_mtps;
  std::int64_t payload;
  std::int64_t total;
};
constexpr std::array kEncodings{Encoding{8'000, 8, 10}, Encoding{64'000, 128, 130},
                                Encoding{1'000'000, 236, 256}};

Number throughput(const Number& speed_mtps, const Number& width) {
  return combine(speed_mtps, width, [](std::int64_t mtps, std::int64_t lanes) -> Number {
    const auto* const encoding = std::ranges::find_if(
        kEncodings, [&](const Encoding& row) { return mtps < row.below_mtps; });
    const auto& row = encoding == kEncodings.end() ? kEncodings.back() : *encoding;
    std::int64_t sent = 0;
    if (__builtin_mul_overflow(mtps, lanes, &sent) ||
        __builtin_mul_overflow(sent, row.payload, &sent)) {
      return malformed("too fast a link");
    }
    return sent / row.total;
  });
}

PcieHop hop_between(const PciDevice& lower, const PciDevice& upper) {
  PcieHop hop;
  hop.address = lower.address;
  hop.parent = upper.address;
  hop.link_speed_mtps = lower.link_speed_mtps;
  hop.possible_speed_mtps = lesser(lower.max_link_speed_mtps, upper.max_link_speed_mtps);
  hop.link_width = lower.link_width;
  hop.possible_width = lesser(lower.max_link_width, upper.max_link_width);
  hop.throughput_mbps = throughput(hop.link_speed_mtps, hop.link_width);
  hop.possible_throughput_mbps = throughput(hop.possible_speed_mtps, hop.possible_width);
  hop.max_payload_bytes = lower.max_payload_bytes;
  hop.parent_max_payload_bytes = upper.max_payload_bytes;
  return hop;
}

/// From the root port down there is a link, then the inside of a switch (its upstream port and the
/// downstream ports are joined by none), then a link again.
std::vector<PcieHop> hops_of(const std::vector<const PciDevice*>& chain) {
  std::vector<PcieHop> hops;
  bool is_link = true;
  for (std::size_t i = chain.size() - 1; i > 0; --i) {
    if (is_link) {
      hops.push_back(hop_between(*chain[i - 1], *chain[i]));
    }
    is_link = !is_link;
  }
  std::ranges::reverse(hops);
  return hops;
}

/// The least of the hops; unknown as soon as one of them is, for that one may be the least.
Number least(const std::vector<PcieHop>& hops, Number PcieHop::* member) {
  Number result = not_found("there is no link above the NIC");
  for (std::size_t i = 0; i < hops.size(); ++i) {
    result = i == 0 ? hops[i].*member : lesser(result, hops[i].*member);
  }
  return result;
}

Fact<std::string> narrowest(const std::vector<PcieHop>& hops, const Number& throughput_mbps) {
  if (const auto* why = throughput_mbps.unknown()) {
    return *why;
  }
  const auto found = std::ranges::find(hops, throughput_mbps, &PcieHop::throughput_mbps);
  return found->address;
}

/// The other functions of its card, by GUID; unknown where one could be and does not tell.
Fact<std::vector<const RdmaDevice*>> rest_of_card(const RdmaDevice& self, const Host& host) {
  const auto* devices = host.devices.known();
  if (devices == nullptr) {
    return *host.devices.unknown();
  }
  std::vector<const RdmaDevice*> rest;
  std::optional<Unknown> doubt;
  for (const auto& other : *devices) {
    if (&other == &self || other.virtual_function.is(true)) {
      continue;
    }
    if (const auto why =
            any_unknown({self.system_image_guid.unknown(), other.system_image_guid.unknown()})) {
      add_doubt(doubt, why);
    } else if (other.system_image_guid == self.system_image_guid) {
      rest.push_back(&other);
    }
  }
  return known_unless(std::move(doubt), std::move(rest));
}

/// Functions below one bridge share its link, which counts once.
Number card_throughput(const RdmaDevice& self, const std::vector<PcieHop>& hops, const Host& host) {
  const auto rest = rest_of_card(self, host);
  auto total = least(hops, &PcieHop::throughput_mbps);
  if (const auto* why = rest.unknown()) {
    add_doubt(total, why);
    return total;
  }
  std::set<std::string> bridges;
  for (const auto& hop : hops) {
    bridges.insert(hop.parent);
  }
  for (const auto* other : *rest.known()) {
    const auto chain = pcie_chain(other->pci_address, host);
    if (const auto* why = chain.unknown()) {
      add_doubt(total, why);
      continue;
    }
    const auto theirs = hops_of(*chain.known());
    if (!theirs.empty() && bridges.insert(theirs.front().parent).second) {
      total = sum(total, least(theirs, &PcieHop::throughput_mbps));
    }
  }
  return total;
}

Fact<std::string> iommu_of(const PciDevice& nic) {
  const auto* why = nic.iommu_group_type.unknown();
  return why != nullptr && why->reason == Reason::unsupported
             ? Fact<std::string>(std::string("none"))
             : nic.iommu_group_type;
}

void describe_nic(const Fact<std::string>& address, const Host& host, PciePath& path) {
  const auto* nic = address.known() == nullptr ? nullptr : find_pci_device(host, *address.known());
  const auto why = any_unknown({host.pci_devices.unknown(), address.unknown()})
                       .value_or(not_found("the NIC is not among the functions"));
  path.max_read_request_bytes = nic == nullptr ? Number(why) : nic->max_read_request_bytes;
  path.relaxed_ordering = nic == nullptr ? Fact<bool>(why) : nic->relaxed_ordering;
  path.ats = nic == nullptr ? Fact<bool>(why) : nic->ats;
  path.iommu_group_type = nic == nullptr ? Fact<std::string>(why) : iommu_of(*nic);
  path.numa_node = nic == nullptr ? Number(why) : nic->numa_node;
  path.has_gpus =
      map(host.pci_devices, [](const auto& all) { return std::ranges::any_of(all, is_gpu); });
}

}  // namespace

const PciDevice* find_pci_device(const Host& host, std::string_view address) {
  if (const auto* devices = host.pci_devices.known()) {
    const auto found = std::ranges::find(*devices, address, &PciDevice::address);
    return found == devices->end() ? nullptr : &*found;
  }
  return nullptr;
}

Fact<std::vector<const PciDevice*>> pcie_chain(const Fact<std::string>& address, const Host& host) {
  if (auto why = any_unknown({host.pci_devices.unknown(), address.unknown()})) {
    return *std::move(why);
  }
  if (address.known()->empty()) {
    return not_found("there is no PCI function");
  }
  std::vector<const PciDevice*> chain;
  std::string next = *address.known();
  while (!next.empty() && chain.size() < kMostFunctions) {
    chain.push_back(find_pci_device(host, next));
    if (chain.back() == nullptr) {
      return not_found(next + " is not among the functions");
    }
    if (const auto* why = chain.back()->parent.unknown()) {
      return *why;
    }
    next = *chain.back()->parent.known();
  }
  if (!next.empty()) {
    return malformed("the bridges form a circle");
  }
  return chain;
}

PciePath derive_pcie_path(const PortView& port, const Host& host) {
  const auto chain = pcie_chain(port.device->pci_address, host);
  PciePath path;
  if (const auto* why = chain.unknown()) {
    path.hops = *why;
    path.throughput_mbps = *why;
    path.possible_throughput_mbps = *why;
    path.card_throughput_mbps = *why;
    path.narrowest = *why;
  } else {
    path.hops = hops_of(*chain.known());
    path.throughput_mbps = least(*path.hops.known(), &PcieHop::throughput_mbps);
    path.possible_throughput_mbps = least(*path.hops.known(), &PcieHop::possible_throughput_mbps);
    path.card_throughput_mbps = card_throughput(*port.device, *path.hops.known(), host);
    path.narrowest = narrowest(*path.hops.known(), path.throughput_mbps);
  }
  describe_nic(port.device->pci_address, host, path);
  return path;
}

}  // namespace rocelint
