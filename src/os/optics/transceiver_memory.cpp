// SPDX-License-Identifier: Apache-2.0
#include "os/optics/transceiver_memory.h"

#include <array>
#include <charconv>
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
#include "os/optics/transceiver_eeprom.h"
#include "os/read.h"

namespace rocelint::module_memory {

namespace {

std::string in_words(double value) {
  std::array<char, 32> buffer{};  // the longest double takes 24
  auto* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

/// Collects what is beyond its limits.
class LimitCheck {
 public:
  explicit LimitCheck(std::vector<std::string> faults) : alarms_(std::move(faults)) {}

  void compare_with_limits(const std::string& name, const Fact<double>& value,
                           const ModuleLimits& limits) {
    if (const auto* why = value.unknown()) {
      note(*why);
      return;
    }
    const auto alarm = beyond(name, *value.known(), limits.high_alarm, limits.low_alarm);
    const auto warning = beyond(name, *value.known(), limits.high_warning, limits.low_warning);
    if (alarm) {
      alarms_.push_back(*alarm);
    } else if (warning) {
      warnings_.push_back(*warning);
    }
  }

  void fill(Module& module) && {
    module.alarms = decided(std::move(alarms_));
    module.warnings = decided(std::move(warnings_));
  }

 private:
  /// What the module does not have is none of our business; what could not be read is.
  void note(const Unknown& why) {
    if (why.reason != Reason::unsupported && !trouble_) {
      trouble_ = why;
    }
  }

  std::optional<std::string> beyond(const std::string& name, double value, const Fact<double>& high,
                                    const Fact<double>& low) {
    for (const auto* limit : {&high, &low}) {
      if (const auto* why = limit->unknown()) {
        note(*why);
      }
      compared_ = compared_ || limit->known() != nullptr;
    }
    if (high.known() != nullptr && value > *high.known()) {
      return name + " above " + in_words(*high.known());
    }
    if (low.known() != nullptr && value < *low.known()) {
      return name + " below " + in_words(*low.known());
    }
    return std::nullopt;
  }

  [[nodiscard]] Fact<std::vector<std::string>> decided(std::vector<std::string> found) const {
    if (found.empty() && trouble_) {
      return *trouble_;
    }
    if (found.empty() && !compared_) {
      return unsupported("the module measures nothing, or states no limits");
    }
    return found;
  }

  std::vector<std::string> alarms_;
  std::vector<std::string> warnings_;
  std::optional<Unknown> trouble_;
  bool compared_ = false;
};

bool reads_above_zero(const Fact<double>& value) {
  return value.known() != nullptr && *value.known() > 0;
}

}  // namespace

Read<Stretch> Stretch::read(const ModuleReader& reader, const ModuleRange& range) {
  auto bytes = reader(range);
  if (!bytes) {
    return tl::unexpected(std::move(bytes).error());
  }
  if (bytes->size() != range.length) {
    return tl::unexpected(malformed("the module gave " + std::to_string(bytes->size()) +
                                    " bytes, not " + std::to_string(range.length)));
  }
  return Stretch(range.offset, *std::move(bytes));
}

std::string Stretch::text(std::uint32_t at, std::uint32_t length) const {
  constexpr std::uint8_t kFirstPrintable = 0x20;
  constexpr std::uint8_t kLastPrintable = 0x7E;
  std::string out;
  for (std::uint32_t i = 0; i < length; ++i) {
    const auto byte = u8(at + i);
    if (byte == 0) {
      break;
    }
    const bool printable = byte >= kFirstPrintable && byte <= kLastPrintable;
    out += printable ? static_cast<char>(byte) : '?';
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

Module identify(const Stretch& memory, const IdentityPlaces& places, std::string_view type) {
  constexpr std::uint32_t kNameLength = 16;
  Module module;
  module.type = type;
  module.vendor = memory.text(places.vendor, kNameLength);
  module.part_number = memory.text(places.part_number, kNameLength);
  module.revision = memory.text(places.revision, places.revision_length);
  module.serial = memory.text(places.serial, kNameLength);
  return module;
}

double celsius(std::uint16_t raw) {
  return static_cast<double>(static_cast<std::int16_t>(raw)) / 256;
}

double millivolts(std::uint16_t raw) {
  return static_cast<double>(raw) / 10;
}

double microwatts(std::uint16_t raw) {
  return static_cast<double>(raw) / 10;
}

double microamperes(std::uint16_t raw) {
  return static_cast<double>(raw) * 2;
}

ModuleLimits unknown_limits(const Unknown& why) {
  return {.high_alarm = why, .low_alarm = why, .high_warning = why, .low_warning = why};
}

ModuleLimits decode_limits(const Read<Stretch>& memory, std::uint32_t at,
                           double (*unit)(std::uint16_t), double factor) {
  if (!memory) {
    return unknown_limits(memory.error());
  }
  const auto limit = [&](std::uint32_t index) {
    return unit(memory->u16(at + (2 * index))) * factor;
  };
  const auto pair = [](double high, double low, Fact<double>& high_out, Fact<double>& low_out) {
    if (high > low) {
      high_out = high;
      low_out = low;
    } else {
      high_out = unsupported("the module states no such limit");
      low_out = high_out;
    }
  };
  ModuleLimits limits;
  pair(limit(0), limit(1), limits.high_alarm, limits.low_alarm);
  pair(limit(2), limit(3), limits.high_warning, limits.low_warning);
  return limits;
}

LanesInUse lanes_that_read(const std::vector<ModuleLane>& lanes,
                           std::optional<std::int64_t> link_lanes) {
  LanesInUse in_use;
  for (const auto& lane : lanes) {
    const bool reads = reads_above_zero(lane.rx_power_uw) || reads_above_zero(lane.tx_power_uw) ||
                       reads_above_zero(lane.tx_bias_ua);
    if (reads && lane.lane <= link_lanes.value_or(lane.lane)) {
      in_use.insert(lane.lane);
    }
  }
  return in_use;
}

void hold_against_limits(Module& module, const LanesInUse& in_use,
                         std::vector<std::string> faults) {
  LimitCheck check(std::move(faults));
  check.compare_with_limits("temperature", module.temperature_celsius, module.temperature_limits);
  check.compare_with_limits("voltage", module.voltage_mv, module.voltage_limits);
  if (const auto* why = module.lanes.unknown()) {
    check.compare_with_limits("light", *why, {});
    std::move(check).fill(module);
    return;
  }
  for (const auto& lane : *module.lanes.known()) {
    if (in_use.contains(lane.lane)) {
      const auto name = " of lane " + std::to_string(lane.lane);
      check.compare_with_limits("rx power" + name, lane.rx_power_uw, module.rx_power_limits);
      check.compare_with_limits("tx power" + name, lane.tx_power_uw, module.tx_power_limits);
      check.compare_with_limits("tx bias" + name, lane.tx_bias_ua, module.tx_bias_limits);
    }
  }
  std::move(check).fill(module);
}

}  // namespace rocelint::module_memory
