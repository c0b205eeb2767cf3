// SPDX-License-Identifier: Apache-2.0
#pragma once

// The memory of a pluggable module: CMIS (OIF-CMIS-05) for QSFP-DD, OSFP and their like, SFF-8636
// for QSFP+ and QSFP28; of an SFP only who made it (SFF-8472).
//
// Some bytes hold latched flags, which clear when they are read: whoever reads them takes them away
// from the NIC's firmware and from the next reader. So no range here touches
//   SFF-8636  lower page, bytes 3 to 21: lost signal, faults, alarms
//   CMIS      lower page, bytes 8 to 13: module flags; page 11h, bytes 134 to 153: lane flags
// and nothing is lost by it: values are held against the module's own limits instead.
//
// Power that reads 0 is no alarm on a lane that carries nothing. Under CMIS a lane is in use when
// its data path is activated; the media lanes of a path follow from the application that the path
// runs. SFF-8636 has no such state, and some modules leave it at 0: there a lane is in use when
// anything of it, light or bias, reads above 0, and the link has that many lanes.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rocelint/facts/module.h"

#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

/// Bytes of the module's memory. Bytes 0 to 127 are the lower page, which there is once; 128 to 255
/// are those of `page`. A range lies in one half. Of banks only the first is read: eight lanes.
struct ModuleRange {
  std::uint8_t page = 0;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

[[nodiscard]] NetlinkRequest module_eeprom_request(std::string_view netdev,
                                                   const ModuleRange& range);
/// The bytes of the reply: exactly as many as were asked for.
[[nodiscard]] Read<std::string> decode_module_eeprom(std::string_view reply,
                                                     const ModuleRange& range);

using ModuleReader = std::function<Read<std::string>(const ModuleRange&)>;

/// Reads and decodes a module. `link_lanes`: how many lanes the link has, if the driver tells.
[[nodiscard]] Fact<Module> read_module(const ModuleReader& read,
                                       std::optional<std::int64_t> link_lanes);

}  // namespace rocelint
