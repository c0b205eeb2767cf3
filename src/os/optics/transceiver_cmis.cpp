// SPDX-License-Identifier: Apache-2.0

// OIF-CMIS-05.0, chapter 8. Byte numbers are those of its tables.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/module.h"

#include "facts/unknown.h"
#include "os/netlink/attributes.h"
#include "os/optics/transceiver_eeprom.h"
#include "os/optics/transceiver_memory.h"
#include "os/read.h"

namespace rocelint::module_memory {

namespace {

constexpr ModuleRange kState{.page = 0x00, .offset = 3, .length = 1};
constexpr ModuleRange kMonitors{.page = 0x00, .offset = 14, .length = 27};
constexpr ModuleRange kApplications{.page = 0x00, .offset = 85, .length = 33};
constexpr ModuleRange kIdentity{.page = 0x00, .offset = 128, .length = 128};
constexpr ModuleRange kAdvertised{.page = 0x01, .offset = 159, .length = 2};
constexpr ModuleRange kLimits{.page = 0x02, .offset = 128, .length = 72};
// Around the latched flags, bytes 134 to 153.
constexpr ModuleRange kPathStates{.page = 0x11, .offset = 128, .length = 4};
constexpr ModuleRange kLanes{.page = 0x11, .offset = 154, .length = 60};

constexpr IdentityPlaces kIdentityPlaces{
    .vendor = 129, .part_number = 148, .revision = 164, .revision_length = 2, .serial = 166};

constexpr std::uint32_t kMostLanes = 8;

Fact<std::string> firmware_of(const Stretch& monitors) {
  const auto major = monitors.u8(39);
  const auto minor = monitors.u8(40);
  if (major == 0 && minor == 0) {
    return unsupported("the module tells no firmware version");
  }
  return std::to_string(major) + '.' + std::to_string(minor);
}

/// What a module measures of its lanes, page 01h byte 160.
struct LaneMonitors {
  bool tx_bias = false;
  bool tx_power = false;
  bool rx_power = false;
  Read<double> bias_factor;
};

/// By what the bias, and each limit of it, is to be multiplied.
Read<double> bias_factor(const Stretch& advertised) {
  constexpr unsigned kReserved = 3;
  const unsigned doublings = (unsigned{advertised.u8(160)} >> 3U) & 3U;
  if (doublings == kReserved) {
    return tl::unexpected(malformed("the module states a reserved scale of its bias"));
  }
  return static_cast<double>(1U << doublings);
}

LaneMonitors lane_monitors(const Stretch& advertised) {
  return {.tx_bias = advertised.bit(160, 0),
          .tx_power = advertised.bit(160, 1),
          .rx_power = advertised.bit(160, 2),
          .bias_factor = bias_factor(advertised)};
}

Fact<double> measured(bool has, Read<double> value) {
  return has ? to_fact(std::move(value))
             : Fact<double>(unsupported("the module has no such monitor"));
}

Read<double> bias(const Stretch& memory, std::uint32_t at, const LaneMonitors& monitors) {
  return monitors.bias_factor.map(
      [&](double factor) { return microamperes(memory.u16(at)) * factor; });
}

/// Lanes that the module has by its own word, page 00h byte 210.
std::vector<ModuleLane> read_lanes(const Stretch& identity, const Stretch& memory,
                                   const LaneMonitors& monitors) {
  std::vector<ModuleLane> lanes;
  for (std::uint32_t i = 0; i < kMostLanes; ++i) {
    if (identity.bit(210, i)) {
      continue;
    }
    ModuleLane lane;
    lane.lane = std::int64_t{i} + 1;
    lane.tx_power_uw = measured(monitors.tx_power, microwatts(memory.u16(154 + (2 * i))));
    lane.tx_bias_ua = measured(monitors.tx_bias, bias(memory, 170 + (2 * i), monitors));
    lane.rx_power_uw = measured(monitors.rx_power, microwatts(memory.u16(186 + (2 * i))));
    lanes.push_back(std::move(lane));
  }
  return lanes;
}

/// State of the data path of a host lane, counted from 0: table 8-75.
unsigned path_state(const Stretch& states, std::uint32_t lane) {
  return (unsigned{states.u8(128 + (lane / 2))} >> (lane % 2 == 0 ? 0U : 4U)) & 0xFU;
}

/// The media lanes of activated data paths: path P of an application with H host and M media lanes
/// that begins at host lane h has the media lanes from h * M / H. Nothing where the module does not
/// say enough.
std::optional<LanesInUse> activated_lanes(const Stretch& applications, const Stretch& states,
                                          const Stretch& control) {
  constexpr unsigned kActivated = 4;
  constexpr std::uint32_t kFirstDescriptor = 86;
  constexpr unsigned kDescriptors = 8;
  LanesInUse lanes;
  bool any_state = false;
  for (std::uint32_t lane = 0; lane < kMostLanes; ++lane) {
    any_state = any_state || path_state(states, lane) != 0;
    if (path_state(states, lane) != kActivated) {
      continue;
    }
    const unsigned active = control.u8(206 + lane);
    const unsigned application = active >> 4U;
    const unsigned first_lane = (active >> 1U) & 7U;
    if (application == 0 || application > kDescriptors) {
      return std::nullopt;
    }
    const unsigned counts = applications.u8(kFirstDescriptor + (4 * (application - 1)) + 2);
    const unsigned host_lanes = counts >> 4U;
    const unsigned media_lanes = counts & 0xFU;
    if (host_lanes == 0 || media_lanes == 0) {
      return std::nullopt;
    }
    for (unsigned i = 0; i < media_lanes; ++i) {
      lanes.insert((std::int64_t{first_lane} * media_lanes / host_lanes) + i + 1);
    }
  }
  return any_state ? std::optional(lanes) : std::nullopt;
}

void leave_unmeasured(Module& module, const Unknown& why) {
  module.temperature_celsius = why;
  module.voltage_mv = why;
  module.lanes = why;
  for (auto* limits : {&module.temperature_limits, &module.voltage_limits, &module.rx_power_limits,
                       &module.tx_power_limits, &module.tx_bias_limits}) {
    *limits = unknown_limits(why);
  }
}

/// Fills in the lanes, and says which of them carry something.
LanesInUse measure_lanes(const ModuleReader& read, const Stretch& identity,
                         const LaneMonitors& monitors, std::optional<std::int64_t> link_lanes,
                         Module& module) {
  if (!monitors.tx_bias && !monitors.tx_power && !monitors.rx_power) {
    module.lanes = unsupported("the module measures no light: is it a cable?");
    return {};
  }
  const auto applications = Stretch::read(read, kApplications);
  const auto states = Stretch::read(read, kPathStates);
  const auto memory = Stretch::read(read, kLanes);
  for (const auto* part : {&applications, &states, &memory}) {
    if (!*part) {
      module.lanes = part->error();
      return {};
    }
  }
  module.lanes = read_lanes(identity, *memory, monitors);
  return activated_lanes(*applications, *states, *memory)
      .value_or(lanes_that_read(*module.lanes.known(), link_lanes));
}

void judge(const ModuleReader& read, const LanesInUse& in_use, const Read<double>& bias_factor,
           Module& module) {
  const auto limits = Stretch::read(read, kLimits);
  module.temperature_limits = decode_limits(limits, 128, celsius);
  module.voltage_limits = decode_limits(limits, 136, millivolts);
  module.tx_power_limits = decode_limits(limits, 176, microwatts);
  module.tx_bias_limits = bias_factor ? decode_limits(limits, 184, microamperes, *bias_factor)
                                      : unknown_limits(bias_factor.error());
  module.rx_power_limits = decode_limits(limits, 192, microwatts);
  constexpr unsigned kFault = 5;
  std::vector<std::string> faults;
  const auto state = Stretch::read(read, kState);
  if (state && ((unsigned{state->u8(3)} >> 1U) & 7U) == kFault) {
    faults.emplace_back("the module is in its fault state");
  }
  hold_against_limits(module, in_use, std::move(faults));
  if (const auto* alarms = module.alarms.known(); !state && alarms != nullptr && alarms->empty()) {
    module.alarms = state.error();
  }
}

}  // namespace

Fact<Module> read_cmis(const ModuleReader& read, std::string_view type, bool is_flat,
                       std::optional<std::int64_t> link_lanes) {
  const auto identity = Stretch::read(read, kIdentity);
  if (!identity) {
    return identity.error();
  }
  auto module = identify(*identity, kIdentityPlaces, type);
  const auto monitors = Stretch::read(read, kMonitors);
  module.firmware_version = monitors ? firmware_of(*monitors) : Fact<std::string>(monitors.error());
  // Memory of one page is that of a passive cable.
  const auto advertised =
      is_flat ? Read<Stretch>(tl::unexpected(unsupported("a passive cable measures nothing")))
              : Stretch::read(read, kAdvertised);
  if (!monitors || !advertised) {
    leave_unmeasured(module, monitors ? advertised.error() : monitors.error());
    hold_against_limits(module, {}, {});
    return module;
  }
  module.temperature_celsius = measured(advertised->bit(159, 0), celsius(monitors->u16(14)));
  module.voltage_mv = measured(advertised->bit(159, 1), millivolts(monitors->u16(16)));
  const auto lanes = lane_monitors(*advertised);
  const auto in_use = measure_lanes(read, *identity, lanes, link_lanes, module);
  judge(read, in_use, lanes.bias_factor, module);
  return module;
}

}  // namespace rocelint::module_memory
