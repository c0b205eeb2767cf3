// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/pci_config.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <linux/pci_regs.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/pcie.h"

#include "facts/unknown.h"
#include "os/netlink/attributes.h"
#include "os/read.h"

namespace rocelint {

namespace {

constexpr std::size_t kShownToAll = 64;
constexpr std::size_t kExtendedStart = 0x100;
// As many as fit, four bytes each: a longer chain runs in a circle.
constexpr int kMostCapabilities = (0x100 - 0x40) / 4;
constexpr int kMostExtended = (0x1000 - 0x100) / 8;
constexpr unsigned kOffsetBits = 0xfc;  // the lower two are reserved

template <class T>
Read<T> at(std::string_view bytes, std::size_t offset) {
  const auto value =
      value_at_start<T>(offset < bytes.size() ? bytes.substr(offset) : std::string_view());
  if (!value) {
    return tl::unexpected(malformed("the configuration space ends before byte " +
                                    std::to_string(offset + sizeof(T))));
  }
  return *value;
}

Unknown no_capability(std::string_view name) {
  return unsupported("the function has no " + std::string(name) + " capability");
}

Read<std::size_t> find_capability(std::string_view bytes, std::uint8_t id, std::string_view name) {
  const auto status = at<std::uint16_t>(bytes, PCI_STATUS);
  auto pointer = at<std::uint8_t>(bytes, PCI_CAPABILITY_LIST);
  if (!status || !pointer) {
    return tl::unexpected(status ? pointer.error() : status.error());
  }
  if ((*status & PCI_STATUS_CAP_LIST) == 0) {
    return tl::unexpected(no_capability(name));
  }
  for (int i = 0; i < kMostCapabilities; ++i) {
    const std::size_t offset = *pointer & kOffsetBits;
    if (offset < kShownToAll) {
      return tl::unexpected(no_capability(name));
    }
    const auto found = at<std::uint8_t>(bytes, offset + PCI_CAP_LIST_ID);
    pointer = at<std::uint8_t>(bytes, offset + PCI_CAP_LIST_NEXT);
    if (!found || !pointer) {
      return tl::unexpected(found ? pointer.error() : found.error());
    }
    if (*found == id) {
      return offset;
    }
  }
  return tl::unexpected(malformed("the list of capabilities does not end"));
}

Read<std::size_t> find_extended(std::string_view bytes, std::uint16_t id, std::string_view name) {
  if (bytes.size() <= kExtendedStart) {
    return tl::unexpected(no_capability(name));  // conventional PCI
  }
  std::size_t offset = kExtendedStart;
  for (int i = 0; i < kMostExtended; ++i) {
    const auto header = at<std::uint32_t>(bytes, offset);
    if (!header) {
      return tl::unexpected(header.error());
    }
    if (PCI_EXT_CAP_ID(*header) == id) {
      return offset;
    }
    offset = PCI_EXT_CAP_NEXT(*header);
    if (offset < kExtendedStart) {
      return tl::unexpected(no_capability(name));
    }
  }
  return tl::unexpected(malformed("the list of extended capabilities does not end"));
}

/// PCI_EXP_DEVCTL: 128 bytes shifted left by a field of three bits, of which 6 and 7 are reserved.
Fact<std::int64_t> size_of(std::uint16_t control, std::uint16_t mask, int shift) {
  constexpr unsigned kLargest = 5;
  const unsigned code = static_cast<unsigned>(control & mask) >> shift;
  if (code > kLargest) {
    return malformed("a reserved size in PCI_EXP_DEVCTL");
  }
  return std::int64_t{128} << code;
}

void decode_device_control(std::string_view bytes, PciConfig& config) {
  constexpr int kPayloadShift = 5;
  constexpr int kReadRequestShift = 12;
  const auto express = find_capability(bytes, PCI_CAP_ID_EXP, "PCI Express");
  const auto control =
      express ? at<std::uint16_t>(bytes, *express + PCI_EXP_DEVCTL) : Read<std::uint16_t>();
  if (!express || !control) {
    const auto& why = express ? control.error() : express.error();
    config.max_payload_bytes = why;
    config.max_read_request_bytes = why;
    config.relaxed_ordering = why;
    config.extended_tag = why;
    return;
  }
  config.max_payload_bytes = size_of(*control, PCI_EXP_DEVCTL_PAYLOAD, kPayloadShift);
  config.max_read_request_bytes = size_of(*control, PCI_EXP_DEVCTL_READRQ, kReadRequestShift);
  config.relaxed_ordering = (*control & PCI_EXP_DEVCTL_RELAX_EN) != 0;
  config.extended_tag = (*control & PCI_EXP_DEVCTL_EXT_TAG) != 0;
}

Fact<AccessControl> decode_acs(std::string_view bytes) {
  const auto offset = find_extended(bytes, PCI_EXT_CAP_ID_ACS, "ACS");
  if (!offset) {
    return offset.error();
  }
  const auto control = at<std::uint16_t>(bytes, *offset + PCI_ACS_CTRL);
  if (!control) {
    return control.error();
  }
  const auto is_on = [&](unsigned bit) { return (*control & bit) != 0; };
  AccessControl acs;
  acs.source_validation = is_on(PCI_ACS_SV);
  acs.translation_blocking = is_on(PCI_ACS_TB);
  acs.request_redirect = is_on(PCI_ACS_RR);
  acs.completion_redirect = is_on(PCI_ACS_CR);
  acs.upstream_forwarding = is_on(PCI_ACS_UF);
  acs.egress_control = is_on(PCI_ACS_EC);
  acs.direct_translated = is_on(PCI_ACS_DT);
  return acs;
}

Fact<bool> decode_ats(std::string_view bytes) {
  const auto offset = find_extended(bytes, PCI_EXT_CAP_ID_ATS, "ATS");
  if (!offset) {
    return offset.error();
  }
  const auto control = at<std::uint16_t>(bytes, *offset + PCI_ATS_CTRL);
  return control ? Fact<bool>((*control & PCI_ATS_CTRL_ENABLE) != 0) : Fact<bool>(control.error());
}

}  // namespace

PciConfig decode_pci_config(std::string_view bytes) {
  if (bytes.size() <= kShownToAll) {
    return unknown_pci_config({.reason = Reason::permission,
                               .detail = "the configuration space behind byte 64 is shown to "
                                         "CAP_SYS_ADMIN of the initial user namespace alone",
                               .sys_errno = 0});
  }
  PciConfig config;
  decode_device_control(bytes, config);
  config.acs = decode_acs(bytes);
  config.ats = decode_ats(bytes);
  return config;
}

PciConfig unknown_pci_config(const Unknown& why) {
  PciConfig config;
  config.max_payload_bytes = why;
  config.max_read_request_bytes = why;
  config.relaxed_ordering = why;
  config.extended_tag = why;
  config.acs = why;
  config.ats = why;
  return config;
}

}  // namespace rocelint
