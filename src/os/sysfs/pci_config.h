// SPDX-License-Identifier: Apache-2.0
#pragma once

// The configuration space of a PCI function, include/uapi/linux/pci_regs.h. The kernel shows 64
// bytes of it to everybody and the rest to CAP_SYS_ADMIN (drivers/pci/pci-sysfs.c).

#include <cstdint>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/pcie.h"

namespace rocelint {

struct PciConfig {
  Fact<std::int64_t> max_payload_bytes;
  Fact<std::int64_t> max_read_request_bytes;
  Fact<bool> relaxed_ordering;
  Fact<bool> extended_tag;
  Fact<AccessControl> acs;
  Fact<bool> ats;
};

/// Never reads behind `bytes`; a chain of capabilities that does not end is malformed.
[[nodiscard]] PciConfig decode_pci_config(std::string_view bytes);

/// Every fact unknown for one reason.
[[nodiscard]] PciConfig unknown_pci_config(const Unknown& why);

}  // namespace rocelint
