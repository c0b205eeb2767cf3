// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/dcbnl_decode.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto reply = rocelint::fuzz::text_of(data, size);
  rocelint::Snapshot snapshot;
  for (const char* driver : {"mlx5_core", "bnxt_en"}) {
    auto& netdev = snapshot.host.netdevs.emplace().emplace_back();
    netdev.name = "eth0";
    netdev.dcb = rocelint::decode_dcb(reply);
    rocelint::apply_driver_knowledge(driver, netdev.dcb);
    rocelint::fuzz::require_readable(snapshot);
  }
  return 0;
}
