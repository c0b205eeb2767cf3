// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/devlink_decode.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = rocelint::fuzz::text_of(data, size);
  const auto replies = rocelint::fuzz::replies_of(bytes);
  rocelint::Snapshot snapshot;
  snapshot.host.devlink = to_fact(rocelint::decode_devlink_devices(replies));
  rocelint::fuzz::require_readable(snapshot);
  auto& device = snapshot.host.devlink.emplace().emplace_back();
  device.handle = "pci/0000:03:00.0";
  device.versions = to_fact(rocelint::decode_devlink_info(bytes));
  if (const auto all = rocelint::decode_devlink_parameters(replies); all && !all->empty()) {
    device.parameters = all->begin()->second;
  }
  if (const auto all = rocelint::decode_devlink_health(replies); all && !all->empty()) {
    device.health = all->begin()->second;
  }
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
