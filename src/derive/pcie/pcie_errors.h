// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the error counts of a NIC and of the bridges above it grew. Pure functions of the facts.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts.h"

namespace rocelint {

/// Errors of the link above one PCI function: PCI Express Base Specification 5.0 section 6.2.
struct PcieErrorGrowth {
  std::string address;
  Fact<std::int64_t> correctable;
  Fact<std::int64_t> nonfatal;
  Fact<std::int64_t> fatal;

  bool operator==(const PcieErrorGrowth&) const = default;
};
template <>
struct Fields<PcieErrorGrowth> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::address>("PCI function", "derived", FieldRole::key),
      field<&T::correctable>("errors that the link fixed itself", "derived from host.pci_devices"),
      field<&T::nonfatal>("errors that cost a transaction", "derived from host.pci_devices"),
      field<&T::fatal>("errors that cost the link", "derived from host.pci_devices"),
  };
};

/// From `since` to `now`, for the function at `address` and each bridge above it that counts errors
/// at all: where firmware keeps them to itself, many bridges do not.
[[nodiscard]] Fact<std::vector<PcieErrorGrowth>> derive_pcie_errors(
    const Fact<std::string>& address, const Host& now, const Host& since);

}  // namespace rocelint
