// SPDX-License-Identifier: Apache-2.0
#pragma once

// Shared by the decoders of module_eeprom.h.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/module.h"

#include "os/optics/transceiver_eeprom.h"
#include "os/read.h"

namespace rocelint::module_memory {

/// What was read of one half of a page. Offsets count from the start of the page, as in the
/// standards.
class Stretch {
 public:
  [[nodiscard]] static Read<Stretch> read(const ModuleReader& reader, const ModuleRange& range);

  /// 0 for a byte that was not read.
  [[nodiscard]] std::uint8_t u8(std::uint32_t at) const {
    return at >= offset_ && at - offset_ < bytes_.size()
               ? static_cast<std::uint8_t>(bytes_[at - offset_])
               : std::uint8_t{0};
  }
  /// Numbers of two bytes have the high one first.
  [[nodiscard]] std::uint16_t u16(std::uint32_t at) const {
    return static_cast<std::uint16_t>((unsigned{u8(at)} << 8U) | u8(at + 1));
  }
  [[nodiscard]] bool bit(std::uint32_t at, unsigned number) const {
    return ((unsigned{u8(at)} >> number) & 1U) != 0;
  }
  /// ASCII without the blanks that fill it up.
  [[nodiscard]] std::string text(std::uint32_t at, std::uint32_t length) const;

 private:
  Stretch(std::uint32_t offset, std::string bytes) : offset_(offset), bytes_(std::move(bytes)) {}

  std::uint32_t offset_;
  std::string bytes_;
};

/// Where a standard has the names of the maker, all in the upper half of page 0 but SFF-8472's.
struct IdentityPlaces {
  std::uint32_t vendor;
  std::uint32_t part_number;
  std::uint32_t revision;
  std::uint32_t revision_length;
  std::uint32_t serial;
};
[[nodiscard]] Module identify(const Stretch& memory, const IdentityPlaces& places,
                              std::string_view type);

// Units of both standards.

/// 1/256 degree, signed.
[[nodiscard]] double celsius(std::uint16_t raw);
/// 100 microvolts.
[[nodiscard]] double millivolts(std::uint16_t raw);
/// 0.1 microwatt.
[[nodiscard]] double microwatts(std::uint16_t raw);
/// 2 microamperes.
[[nodiscard]] double microamperes(std::uint16_t raw);

/// Four limits of one quantity: high alarm, low alarm, high warning, low warning. A module that
/// does not fill them in leaves nothing or nonsense there.
[[nodiscard]] ModuleLimits decode_limits(const Read<Stretch>& memory, std::uint32_t at,
                                         double (*unit)(std::uint16_t), double factor = 1);
[[nodiscard]] ModuleLimits unknown_limits(const Unknown& why);

/// The lanes, from 1, that carry something: see module_eeprom.h.
using LanesInUse = std::set<std::int64_t>;
[[nodiscard]] LanesInUse lanes_that_read(const std::vector<ModuleLane>& lanes,
                                         std::optional<std::int64_t> link_lanes);

/// Fills in alarms and warnings by what is measured and the limits of it. `faults` are alarms that
/// the module itself states.
void hold_against_limits(Module& module, const LanesInUse& in_use, std::vector<std::string> faults);

// The standards. `type` is the name of the form factor.

[[nodiscard]] Fact<Module> read_cmis(const ModuleReader& read, std::string_view type, bool is_flat,
                                     std::optional<std::int64_t> link_lanes);
[[nodiscard]] Fact<Module> read_sff8636(const ModuleReader& read, std::string_view type,
                                        const Stretch& head,
                                        std::optional<std::int64_t> link_lanes);
[[nodiscard]] Fact<Module> read_sff8472(const ModuleReader& read, std::string_view type);

}  // namespace rocelint::module_memory
