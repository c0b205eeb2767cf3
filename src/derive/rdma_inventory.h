// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is missing from a host by its own measure. Pure functions of the facts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint {

/// The root `inventory` of rules of scope host.
struct Inventory {
  Fact<std::vector<std::string>> netdevs_without_rdma;
  Fact<std::int64_t> gpus;

  bool operator==(const Inventory&) const = default;
};
template <>
struct Fields<Inventory> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::netdevs_without_rdma>("physical netdevs without an RDMA device whose driver gives "
                                      "others one; members of a bond "
                                      "and virtual functions left out",
                                      "derived from host.netdevs and host.devices"),
      field<&T::gpus>("GPUs that a job may run on", "derived from host.pci_devices"),
  };
};

[[nodiscard]] Inventory derive_inventory(const Host& host);

}  // namespace rocelint
