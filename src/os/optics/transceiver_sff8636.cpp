// SPDX-License-Identifier: Apache-2.0

// SFF-8636 revision 2.11, and of an SFP what SFF-8472 has in common with all before it: who made
// it. Byte numbers are those of the standards' tables.

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/module.h"

#include "facts/unknown.h"
#include "os/optics/transceiver_eeprom.h"
#include "os/optics/transceiver_memory.h"
#include "os/read.h"

namespace rocelint::module_memory {

namespace {

// Bytes 0 to 2 are read by who calls; 3 to 21 are latched flags.
constexpr ModuleRange kMonitors{.page = 0x00, .offset = 22, .length = 36};
constexpr ModuleRange kControls{.page = 0x00, .offset = 86, .length = 28};
constexpr ModuleRange kIdentity{.page = 0x00, .offset = 128, .length = 128};
constexpr ModuleRange kLimits{.page = 0x03, .offset = 128, .length = 72};
constexpr ModuleRange kSfpIdentity{.page = 0x00, .offset = 0, .length = 96};

constexpr IdentityPlaces kIdentityPlaces{
    .vendor = 148, .part_number = 168, .revision = 184, .revision_length = 2, .serial = 196};
constexpr IdentityPlaces kSfpIdentityPlaces{
    .vendor = 20, .part_number = 40, .revision = 56, .revision_length = 4, .serial = 68};

constexpr std::uint32_t kLanes = 4;

bool is_copper(const Stretch& identity) {
  constexpr unsigned kFirstCopper = 0xA;
  return (unsigned{identity.u8(147)} >> 4U) >= kFirstCopper;
}

void leave_unmeasured(Module& module, const Unknown& why) {
  module.temperature_celsius = why;
  module.voltage_mv = why;
  module.lanes = why;
}

void measure_whole(const Stretch& head, const Stretch& identity, const Stretch& monitors,
                   Module& module) {
  // Byte 220 tells what is measured since revision 2.8, which byte 1 calls 8. Before, only that a
  // module that measures never reads 0 volts.
  constexpr std::uint8_t kRevision28 = 8;
  const bool tells = head.u8(1) >= kRevision28;
  const bool is_alive = monitors.u16(26) != 0;
  const auto why = unsupported("the module has no such monitor");
  if (tells ? identity.bit(220, 5) : is_alive) {
    module.temperature_celsius = celsius(monitors.u16(22));
  } else {
    module.temperature_celsius = why;
  }
  if (tells ? identity.bit(220, 4) : is_alive) {
    module.voltage_mv = millivolts(monitors.u16(26));
  } else {
    module.voltage_mv = why;
  }
}

std::vector<ModuleLane> read_lanes(const Stretch& identity, const Stretch& monitors,
                                   const Stretch& controls) {
  std::vector<ModuleLane> lanes;
  for (std::uint32_t i = 0; i < kLanes; ++i) {
    if (controls.bit(113, i)) {  // the module says that it has no such lane
      continue;
    }
    ModuleLane lane;
    lane.lane = std::int64_t{i} + 1;
    lane.rx_power_uw = microwatts(monitors.u16(34 + (2 * i)));
    lane.tx_bias_ua = microamperes(monitors.u16(42 + (2 * i)));
    if (identity.bit(220, 2)) {
      lane.tx_power_uw = microwatts(monitors.u16(50 + (2 * i)));
    } else {
      lane.tx_power_uw = unsupported("the module has no such monitor");
    }
    lanes.push_back(std::move(lane));
  }
  return lanes;
}

/// Lanes that are neither dark all through nor switched off by the host.
LanesInUse lanes_in_use(const Module& module, const Stretch& controls,
                        std::optional<std::int64_t> link_lanes) {
  if (module.lanes.known() == nullptr) {
    return {};
  }
  auto lanes = lanes_that_read(*module.lanes.known(), link_lanes);
  std::erase_if(
      lanes, [&](std::int64_t lane) { return controls.bit(86, static_cast<unsigned>(lane - 1)); });
  return lanes;
}

void measure(const Stretch& head, const Stretch& identity, const Stretch& monitors,
             const Stretch& controls, Module& module) {
  if (head.bit(2, 0)) {
    leave_unmeasured(module, io_error("the module says that its values are not ready"));
    return;
  }
  measure_whole(head, identity, monitors, module);
  if (is_copper(identity)) {
    module.lanes = unsupported("a copper cable measures no light");
  } else {
    module.lanes = read_lanes(identity, monitors, controls);
  }
}

}  // namespace

Fact<Module> read_sff8636(const ModuleReader& read, std::string_view type, const Stretch& head,
                          std::optional<std::int64_t> link_lanes) {
  const auto identity = Stretch::read(read, kIdentity);
  if (!identity) {
    return identity.error();
  }
  auto module = identify(*identity, kIdentityPlaces, type);
  module.firmware_version = unsupported("SFF-8636 has no firmware version");
  const auto monitors = Stretch::read(read, kMonitors);
  const auto controls = Stretch::read(read, kControls);
  LanesInUse in_use;
  if (monitors && controls) {
    measure(head, *identity, *monitors, *controls, module);
    in_use = lanes_in_use(module, *controls, link_lanes);
  } else {
    leave_unmeasured(module, monitors ? controls.error() : monitors.error());
  }
  constexpr unsigned kFlatMemory = 2;
  const auto limits =
      head.bit(2, kFlatMemory)
          ? Read<Stretch>(tl::unexpected(unsupported("the module has no page of limits")))
          : Stretch::read(read, kLimits);
  module.temperature_limits = decode_limits(limits, 128, celsius);
  module.voltage_limits = decode_limits(limits, 144, millivolts);
  module.rx_power_limits = decode_limits(limits, 176, microwatts);
  module.tx_bias_limits = decode_limits(limits, 184, microamperes);
  module.tx_power_limits = decode_limits(limits, 192, microwatts);
  hold_against_limits(module, in_use, {});
  return module;
}

Fact<Module> read_sff8472(const ModuleReader& read, std::string_view type) {
  const auto memory = Stretch::read(read, kSfpIdentity);
  if (!memory) {
    return memory.error();
  }
  auto module = identify(*memory, kSfpIdentityPlaces, type);
  const auto why = unsupported("what an SFP measures is not read");
  module.firmware_version = why;
  leave_unmeasured(module, why);
  for (auto* limits : {&module.temperature_limits, &module.voltage_limits, &module.rx_power_limits,
                       &module.tx_power_limits, &module.tx_bias_limits}) {
    *limits = unknown_limits(why);
  }
  hold_against_limits(module, {}, {});
  return module;
}

}  // namespace rocelint::module_memory
