// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far the GPUs of a host are from a NIC, and what stands between them. Pure functions of the
// facts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

#include "derive/ports.h"

namespace rocelint {

/// The way from a NIC to one GPU.
struct GpuPath {
  std::string address;
  Fact<PciDistance> distance;
  Fact<std::vector<std::string>> redirects;
  Fact<std::string> driver;
  Fact<std::int64_t> largest_bar_bytes;

  bool operator==(const GpuPath&) const = default;
};
template <>
struct Fields<GpuPath> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::address>("the GPU", "derived from host.pci_devices", FieldRole::key),
      field<&T::distance>("pix, pxb, phb, node or sys", "derived from host.pci_devices"),
      field<&T::redirects>(
          "bridges on the way that send requests between the two up to the root complex (ACS)",
          "derived from host.pci_devices.acs"),
      field<&T::driver>("driver of the GPU", "derived from host.pci_devices"),
      field<&T::largest_bar_bytes>("how much of its memory can be reached",
                                   "derived from host.pci_devices"),
  };
};

/// The root `gpus` of rules of scope port.
struct PortGpus {
  Fact<std::vector<GpuPath>> paths;
  Fact<std::vector<GpuPath>> nearest;
  Fact<std::vector<std::string>> served;

  bool operator==(const PortGpus&) const = default;
};
template <>
struct Fields<PortGpus> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::paths>("the way to each GPU of the host", "derived from host.pci_devices"),
      field<&T::nearest>("those of them that are nearest to this NIC",
                         "derived from host.pci_devices"),
      field<&T::served>("the GPUs to which no other judged port is nearer than this one",
                        "derived from host.pci_devices"),
  };
};

/// In the words of nvidia-smi topo. Two functions below one switch are `pix`, whatever hangs on its
/// other ports; nodes that the platform does not tell leave it unknown, unless there is one only.
[[nodiscard]] Fact<PciDistance> pci_distance(const Host& host, const Fact<std::string>& a,
                                             const Fact<std::string>& b);

/// One for each of the ports, which are those that the host is judged by.
[[nodiscard]] std::vector<PortGpus> derive_port_gpus(const std::vector<const PortView*>& ports,
                                                     const Host& host);

}  // namespace rocelint
