// SPDX-License-Identifier: Apache-2.0
#include "os/optics/transceiver_eeprom.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <linux/ethtool_netlink.h>
#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/module.h"

#include "facts/unknown.h"
#include "os/ethtool/ethtool_request.h"
#include "os/netlink/attributes.h"
#include "os/netlink/netlink.h"
#include "os/optics/transceiver_memory.h"
#include "os/read.h"

namespace rocelint {

using module_memory::read_cmis;
using module_memory::read_sff8472;
using module_memory::read_sff8636;
using module_memory::Stretch;

namespace {

constexpr std::uint8_t kTwoWireAddress = 0x50;

enum class Standard : std::uint8_t { cmis, sff8636, sff8472 };

/// SFF-8024, table 4-1.
struct FormFactor {
  std::uint8_t identifier;
  std::string_view name;
  Standard standard;
};
constexpr std::array kFormFactors{
    FormFactor{0x03, "SFP", Standard::sff8472},
    FormFactor{0x0d, "QSFP+", Standard::sff8636},
    FormFactor{0x11, "QSFP28", Standard::sff8636},
    FormFactor{0x18, "QSFP-DD", Standard::cmis},
    FormFactor{0x19, "OSFP", Standard::cmis},
    FormFactor{0x1a, "SFP-DD", Standard::cmis},
    FormFactor{0x1b, "DSFP", Standard::cmis},
    FormFactor{0x1e, "QSFP with CMIS", Standard::cmis},
    FormFactor{0x1f, "SFP-DD", Standard::cmis},
    FormFactor{0x20, "SFP with CMIS", Standard::cmis},
};

std::string hexadecimal(std::uint8_t byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return {'0', 'x', kDigits[byte >> 4U], kDigits[byte & 0xFU]};
}

/// Drivers answer for an empty cage with whatever error the bus gave; ENXIO and ENODEV among them
/// do not mean that the netdev went away.
Unknown no_memory(Unknown why) {
  const bool is_bus = why.sys_errno == ENXIO || why.sys_errno == ENODEV || why.sys_errno == EIO ||
                      why.sys_errno == EINVAL;
  if (is_bus) {
    why.reason = Reason::io_error;
    why.detail += " (is there a module?)";
  }
  return why;
}

}  // namespace

NetlinkRequest module_eeprom_request(std::string_view netdev, const ModuleRange& range) {
  auto request =
      ethtool_request(ETHTOOL_MSG_MODULE_EEPROM_GET, netdev, 0, ETHTOOL_A_MODULE_EEPROM_HEADER);
  auto& payload = request.payload;
  append_attribute(payload, ETHTOOL_A_MODULE_EEPROM_OFFSET, bytes_of(range.offset));
  append_attribute(payload, ETHTOOL_A_MODULE_EEPROM_LENGTH, bytes_of(range.length));
  append_attribute(payload, ETHTOOL_A_MODULE_EEPROM_PAGE, bytes_of(range.page));
  append_attribute(payload, ETHTOOL_A_MODULE_EEPROM_BANK, bytes_of(std::uint8_t{0}));
  append_attribute(payload, ETHTOOL_A_MODULE_EEPROM_I2C_ADDRESS, bytes_of(kTwoWireAddress));
  return request;
}

Read<std::string> decode_module_eeprom(std::string_view reply, const ModuleRange& range) {
  const auto attributes = Attributes::parse(reply);
  if (!attributes) {
    return tl::unexpected(attributes.error());
  }
  const auto data = attributes->find(ETHTOOL_A_MODULE_EEPROM_DATA);
  if (!data || data->size() != range.length) {
    return tl::unexpected(malformed("ETHTOOL_A_MODULE_EEPROM_DATA has " +
                                    std::to_string(data ? data->size() : 0) + " bytes, not " +
                                    std::to_string(range.length)));
  }
  return std::string(*data);
}

Fact<Module> read_module(const ModuleReader& read, std::optional<std::int64_t> link_lanes) {
  // Not one byte more: the next one holds latched flags under SFF-8636.
  const auto head = Stretch::read(read, {.page = 0, .offset = 0, .length = 3});
  if (!head) {
    return no_memory(head.error());
  }
  const auto* const found = std::ranges::find(kFormFactors, head->u8(0), &FormFactor::identifier);
  if (found == kFormFactors.end()) {
    return unsupported("a module of identifier " + hexadecimal(head->u8(0)) +
                       " (SFF-8024) is not understood");
  }
  switch (found->standard) {
    case Standard::cmis: {
      constexpr unsigned kFlatMemory = 7;
      return read_cmis(read, found->name, head->bit(2, kFlatMemory), link_lanes);
    }
    case Standard::sff8636:
      return read_sff8636(read, found->name, *head, link_lanes);
    case Standard::sff8472:
      break;
  }
  return read_sff8472(read, found->name);
}

}  // namespace rocelint
