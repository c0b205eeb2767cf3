// SPDX-License-Identifier: Apache-2.0
#pragma once

// The PCI Express links from a NIC up to the host bridge: what each runs at, what its two ends
// could do, and which of them is the narrowest. Pure functions of the facts.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

/// The link between a function and the bridge above it.
struct PcieHop {
  std::string address;
  std::string parent;
  Fact<std::int64_t> link_speed_mtps;
  Fact<std::int64_t> possible_speed_mtps;
  Fact<std::int64_t> link_width;
  Fact<std::int64_t> possible_width;
  Fact<std::int64_t> throughput_mbps;
  Fact<std::int64_t> possible_throughput_mbps;
  Fact<std::int64_t> max_payload_bytes;
  Fact<std::int64_t> parent_max_payload_bytes;

  bool operator==(const PcieHop&) const = default;
};
template <>
struct Fields<PcieHop> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::address>("the function at the lower end", "derived from host.pci_devices",
                         FieldRole::key),
      field<&T::parent>("the bridge at the upper end", "derived from host.pci_devices"),
      field<&T::link_speed_mtps>("what it runs at, megatransfers per second and lane",
                                 "derived from host.pci_devices"),
      field<&T::possible_speed_mtps>("what both ends can", "derived from host.pci_devices"),
      field<&T::link_width>("lanes in use", "derived from host.pci_devices"),
      field<&T::possible_width>("lanes that both ends have", "derived from host.pci_devices"),
      field<&T::throughput_mbps>("what it carries after line encoding, one way",
                                 "derived from host.pci_devices"),
      field<&T::possible_throughput_mbps>("what it could carry", "derived from host.pci_devices"),
      field<&T::max_payload_bytes>("largest packet that the lower end sends",
                                   "derived from host.pci_devices"),
      field<&T::parent_max_payload_bytes>("largest packet that the upper end sends",
                                          "derived from host.pci_devices"),
  };
};

/// The root `pcie` of rules of scope port.
struct PciePath {
  Fact<std::vector<PcieHop>> hops;
  Fact<std::int64_t> throughput_mbps;
  Fact<std::int64_t> possible_throughput_mbps;
  Fact<std::int64_t> card_throughput_mbps;
  Fact<std::string> narrowest;
  Fact<std::int64_t> max_read_request_bytes;
  Fact<bool> relaxed_ordering;
  Fact<bool> ats;
  Fact<std::string> iommu_group_type;
  Fact<std::int64_t> numa_node;
  Fact<bool> has_gpus;

  bool operator==(const PciePath&) const = default;
};
template <>
struct Fields<PciePath> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::hops>("its links, the NIC's own first; none for a virtual machine's device on "
                      "the root bus",
                      "derived from host.pci_devices"),
      field<&T::throughput_mbps>("what the narrowest link carries",
                                 "derived from host.pci_devices"),
      field<&T::possible_throughput_mbps>(
          "what it would carry if every link ran as both its ends can",
          "derived from host.pci_devices"),
      field<&T::card_throughput_mbps>("what the links of all RDMA devices of the same card "
                                      "carry together: a card may stand in two "
                                      "slots, or have two functions for one port",
                                      "derived from host.pci_devices and system_image_guid"),
      field<&T::narrowest>("the function below the narrowest link",
                           "derived from host.pci_devices"),
      field<&T::max_read_request_bytes>("largest read that the NIC asks for",
                                        "derived from host.pci_devices"),
      field<&T::relaxed_ordering>("the NIC may mark its packets as free to overtake",
                                  "derived from host.pci_devices"),
      field<&T::ats>("address translation services of the NIC are on",
                     "derived from host.pci_devices"),
      field<&T::iommu_group_type>("how the NIC's IOMMU domain translates; none: the IOMMU is off",
                                  "derived from host.pci_devices"),
      field<&T::numa_node>("NUMA node of the NIC", "derived from host.pci_devices"),
      field<&T::has_gpus>("the host has GPUs", "derived from host.pci_devices"),
  };
};

/// The function at that address, or null.
[[nodiscard]] const PciDevice* find_pci_device(const Host& host, std::string_view address);

/// The function at that address and the bridges above it, up to the one on the host bridge.
[[nodiscard]] Fact<std::vector<const PciDevice*>> pcie_chain(const Fact<std::string>& address,
                                                             const Host& host);

[[nodiscard]] PciePath derive_pcie_path(const PortView& port, const Host& host);

}  // namespace rocelint
