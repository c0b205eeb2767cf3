// SPDX-License-Identifier: Apache-2.0
#pragma once

// PCI functions as /sys/bus/pci/devices shows them.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/pcie.h"

#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

/// Addresses of all functions, sorted.
[[nodiscard]] Read<std::vector<std::string>> list_pci_functions(const Files& files);

/// What tells a GPU from other functions (facts/gpu.h): class and vendor.
[[nodiscard]] PciDevice read_sysfs_pci_identity(const Files& files, const std::string& address);

/// Everything of one function but the configuration space.
[[nodiscard]] PciDevice read_sysfs_pci(const Files& files, const std::string& address);

/// Adds what the configuration space says: one read of at most 4096 bytes.
void read_pci_config(const Files& files, PciDevice& device);

/// "32.0 GT/s PCIe" → 32000; "Unknown" is not_found.
[[nodiscard]] Fact<std::int64_t> parse_link_speed_mtps(std::string_view text);

/// "RxErr 0\nBadTLP 3\n…" by name.
[[nodiscard]] Read<CounterMap> parse_aer_counters(std::string_view text);

/// /sys/bus/pci/devices/*/resource: size of the largest prefetchable region of the function's own.
[[nodiscard]] Fact<std::int64_t> parse_largest_bar(std::string_view text);

}  // namespace rocelint
