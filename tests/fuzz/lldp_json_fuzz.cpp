// SPDX-License-Identifier: Apache-2.0
#include "os/host/lldp_json.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rocelint::Snapshot snapshot;
  auto& netdevs = snapshot.host.netdevs.emplace();
  if (const auto neighbors = rocelint::decode_lldp(rocelint::fuzz::text_of(data, size))) {
    for (const auto& [name, neighbor] : *neighbors) {
      auto& netdev = netdevs.emplace_back();
      netdev.name = name;
      netdev.lldp = neighbor;
    }
  }
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
