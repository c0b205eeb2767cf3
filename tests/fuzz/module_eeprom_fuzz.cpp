// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>

#include "os/optics/transceiver_eeprom.h"
#include "tests/fuzz/fuzz_input.h"

// The input is the memory of a module, read as the lower page and then one page after the other;
// what is beyond its end refuses to be read. NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using rocelint::ModuleRange;
  using rocelint::Read;
  const auto memory = rocelint::fuzz::text_of(data, size);
  constexpr std::size_t kHalf = 128;
  const auto read = [memory](const ModuleRange& range) -> Read<std::string> {
    // Pages 00h, 01h, 02h, 03h and 11h are all that is looked at.
    const std::size_t page = std::min<std::size_t>(range.page, 4);
    const auto start = page * kHalf + range.offset;
    if (start > memory.size()) {
      return tl::unexpected(rocelint::unknown_from_errno(5, "EIO"));
    }
    return std::string(memory.substr(start, range.length));
  };
  rocelint::Snapshot snapshot;
  auto& netdev = snapshot.host.netdevs.emplace().emplace_back();
  netdev.name = "eth0";
  netdev.module = rocelint::read_module(read, std::nullopt);
  rocelint::fuzz::require_readable(snapshot);
  static_cast<void>(rocelint::decode_module_eeprom(memory, {.page = 0, .offset = 0, .length = 3}));
  return 0;
}
