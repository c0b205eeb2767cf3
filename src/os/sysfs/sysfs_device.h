// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"

#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

/// The PCI function that a sysfs path leads through last: a subfunction (auxiliary device) lies
/// below the PCI function that made it. Empty if there is none.
[[nodiscard]] std::string pci_address_in(std::string_view path);

/// The driver that is bound to a device. An auxiliary driver is called module.name
/// ("mlx5_core.sf"): the module is the driver that the PCI function has too.
[[nodiscard]] Fact<std::string> read_sysfs_driver(const Files& files,
                                                  const std::string& device_directory);

/// The hardware behind /sys/class/infiniband/D or /sys/class/net/N.
struct SysfsDevice {
  Fact<std::string> driver;
  Fact<std::string> pci_address;
  Fact<bool> virtual_function;
  Fact<std::string> physical_function;  ///< empty for what is no virtual function
  bool has_hardware = false;            ///< the class directory has a `device` link
};

[[nodiscard]] SysfsDevice read_sysfs_device(const Files& files, const std::string& class_directory);

/// One attribute file; empty text is not_found, as is the file's absence.
[[nodiscard]] Fact<std::string> read_sysfs_text(const Files& files, const std::string& path);

/// "4: ACTIVE" → 4; "0x1003" → 4099; "9000" → 9000.
[[nodiscard]] Read<std::int64_t> parse_leading_number(std::string_view text);
[[nodiscard]] Fact<std::int64_t> read_sysfs_number(const Files& files, const std::string& path);

}  // namespace rocelint
