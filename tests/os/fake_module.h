// SPDX-License-Identifier: Apache-2.0
#pragma once

// Pluggable modules made by hand: their memory byte by byte, and a guard over what must not be
// read.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "os/optics/transceiver_eeprom.h"
#include "os/read.h"

namespace rocelint::fake_module {

/// The memory of a module, and who looked at what.
class Memory {
 public:
  void set(unsigned page, unsigned at, unsigned value) { bytes_[{page_of(page, at), at}] = value; }
  void set16(unsigned page, unsigned at, unsigned value) {
    set(page, at, value >> 8U);
    set(page, at + 1, value & 0xFFU);
  }
  void text(unsigned page, unsigned at, unsigned width, std::string_view text) {
    for (unsigned i = 0; i < width; ++i) {
      set(page, at + i, i < text.size() ? static_cast<unsigned char>(text[i]) : ' ');
    }
  }
  /// Limits in the order of the standards: high alarm, low alarm, high warning, low warning.
  void limits(unsigned page, unsigned at, std::array<unsigned, 4> raw) {
    for (unsigned i = 0; i < raw.size(); ++i) {
      set16(page, at + 2 * i, raw[i]);
    }
  }
  void refuse(unsigned page, unsigned at, int sys_errno) { refused_[{page, at}] = sys_errno; }
  /// Reading such a byte clears what it says.
  void latch(unsigned page, unsigned from, unsigned to) { latched_.push_back({page, from, to}); }

  [[nodiscard]] Fact<Module> read(std::optional<std::int64_t> link_lanes = std::nullopt) const {
    return read_module([this](const ModuleRange& range) { return answer(range); }, link_lanes);
  }

 private:
  struct Latched {
    unsigned page;
    unsigned from;
    unsigned to;
  };

  static unsigned page_of(unsigned page, unsigned at) { return at < 128 ? 0 : page; }

  [[nodiscard]] Read<std::string> answer(const ModuleRange& range) const {
    const auto end = range.offset + range.length;
    EXPECT_TRUE(range.length > 0 && end <= (range.offset < 128 ? 128U : 256U));
    for (const auto& flags : latched_) {
      const bool same = page_of(range.page, range.offset) == page_of(flags.page, flags.from);
      EXPECT_FALSE(same && range.offset <= flags.to && end > flags.from)
          << "page " << flags.page << ": reads " << range.offset << " to " << end - 1;
    }
    for (const auto& [place, sys_errno] : refused_) {
      if (range.page == place.first && range.offset <= place.second && place.second < end) {
        return tl::unexpected(unknown_from_errno(sys_errno, "MODULE_EEPROM_GET"));
      }
    }
    std::string out;
    for (auto at = range.offset; at < end; ++at) {
      const auto found = bytes_.find({page_of(range.page, at), at});
      out.push_back(static_cast<char>(found == bytes_.end() ? 0U : found->second));
    }
    return out;
  }

  std::map<std::pair<unsigned, unsigned>, unsigned> bytes_;
  std::map<std::pair<unsigned, unsigned>, int> refused_;
  std::vector<Latched> latched_;
};

inline void path_state(Memory& memory, unsigned lane, unsigned state) {
  // Lanes of the data paths stand two to a byte; all of one pair get the same here.
  memory.set(0x11, 128 + lane / 2, state << 4U | state);
}

/// 400GBASE-DR4: eight host lanes, four of the medium.
inline Memory cmis() {
  Memory m;
  m.latch(0x00, 8, 13);
  m.latch(0x11, 134, 153);
  m.set(0, 0, 0x18);
  m.set(0, 1, 0x50);
  m.set(0, 3, 3 << 1);
  m.set16(0, 14, 45 * 256);
  m.set16(0, 16, 33000);
  m.set(0, 39, 2);
  m.set(0, 40, 7);
  m.set(0, 85, 2);
  m.set(0, 88, 0x84);
  m.set(0, 128, 0x18);
  m.text(0, 129, 16, "ACME");
  m.text(0, 148, 16, "QDD-400G-DR4");
  m.text(0, 164, 2, "A");
  m.text(0, 166, 16, "SN0001");
  m.set(0, 210, 0xF0);
  m.set(1, 159, 3);
  m.set(1, 160, 7);
  m.limits(2, 128, {75 * 256, 0xFB00, 70 * 256, 0});  // low alarm -5
  m.limits(2, 136, {35000, 31000, 34500, 31500});
  m.limits(2, 176, {30000, 1000, 25000, 1500});
  m.limits(2, 184, {10000, 1000, 9000, 1500});
  m.limits(2, 192, {30000, 1000, 25000, 2000});
  for (unsigned lane = 0; lane < 8; ++lane) {
    path_state(m, lane, 4);
    m.set(0x11, 206 + lane, 0x10);
  }
  for (unsigned lane = 0; lane < 4; ++lane) {
    m.set16(0x11, 154 + 2 * lane, 10000);
    m.set16(0x11, 170 + 2 * lane, 4000);
    m.set16(0x11, 186 + 2 * lane, 8000);
  }
  return m;
}

/// 100GBASE-SR4.
inline Memory qsfp28() {
  Memory m;
  m.latch(0x00, 3, 21);
  m.set(0, 0, 0x11);
  m.set(0, 1, 8);
  m.set16(0, 22, 30 * 256 + 128);
  m.set16(0, 26, 32500);
  for (unsigned lane = 0; lane < 4; ++lane) {
    m.set16(0, 34 + 2 * lane, 7000);
    m.set16(0, 42 + 2 * lane, 3500);
    m.set16(0, 50 + 2 * lane, 9000);
  }
  m.set(0, 147, 0x00);
  m.text(0, 148, 16, "ACME");
  m.text(0, 168, 16, "Q28-SR4");
  m.text(0, 184, 2, "1B");
  m.text(0, 196, 16, "SN0002");
  m.set(0, 220, 0x3C);
  m.limits(3, 128, {75 * 256, 0xFB00, 70 * 256, 0});
  m.limits(3, 144, {36300, 29700, 34650, 31350});
  m.limits(3, 176, {34674, 467, 17378, 933});
  m.limits(3, 184, {5000, 1000, 4500, 1500});
  m.limits(3, 192, {34674, 724, 17378, 1445});
  return m;
}

}  // namespace rocelint::fake_module
