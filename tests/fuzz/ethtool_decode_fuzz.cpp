// SPDX-License-Identifier: Apache-2.0
#include "os/ethtool/ethtool_decode.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto reply = rocelint::fuzz::text_of(data, size);
  rocelint::Snapshot snapshot;
  auto& netdev = snapshot.host.netdevs.emplace().emplace_back();
  netdev.name = "eth0";
  netdev.link = rocelint::decode_link_modes(reply);
  netdev.pause = rocelint::decode_pause(reply);
  netdev.fec = rocelint::decode_fec(reply);
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
