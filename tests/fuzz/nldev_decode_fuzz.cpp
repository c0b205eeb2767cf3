// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/nldev_decode.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = rocelint::fuzz::text_of(data, size);
  const auto replies = rocelint::fuzz::replies_of(bytes);
  rocelint::Snapshot snapshot;
  snapshot.host.rdma_namespace_mode = rocelint::decode_rdma_system(bytes);
  snapshot.host.devices = to_fact(rocelint::decode_rdma_devices(replies));
  rocelint::fuzz::require_readable(snapshot);
  auto& device = snapshot.host.devices.emplace().emplace_back();
  device.name = "mlx5_0";
  device.ports = to_fact(rocelint::decode_rdma_ports(replies));
  rocelint::fuzz::require_readable(snapshot);
  device.hw_counters = counter_map(rocelint::decode_rdma_counters(bytes));
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
