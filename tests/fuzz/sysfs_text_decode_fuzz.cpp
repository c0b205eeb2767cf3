// SPDX-License-Identifier: Apache-2.0
#include "os/counter_set.h"
#include "os/sysfs/sysfs_counters.h"
#include "os/sysfs/sysfs_device.h"
#include "os/sysfs/sysfs_pci.h"
#include "os/sysfs/sysfs_rdma.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = rocelint::fuzz::text_of(data, size);
  const std::string text(bytes);
  rocelint::Snapshot snapshot;
  auto& device = snapshot.host.devices.emplace().emplace_back();
  device.name = "mlx5_0";
  device.pci_address = rocelint::pci_address_in(bytes);
  auto& port = device.ports.emplace().emplace_back();
  port.number = 1;
  port.verbs_speed_mbps = rocelint::parse_rate_mbps(bytes);
  if (const auto number = rocelint::parse_leading_number(bytes)) {
    port.gid_table_length = *number;
  }
  auto& function = snapshot.host.pci_devices.emplace().emplace_back();
  function.address = "0000:03:00.0";
  function.link_speed_mtps = rocelint::parse_link_speed_mtps(bytes);
  if (const auto errors = rocelint::parse_aer_counters(bytes)) {
    function.aer_correctable = *errors;
  }
  rocelint::CounterSet counters;
  if (const auto counter = rocelint::parse_sysfs_counter(bytes)) {
    counters.add(bytes, *counter);
  }
  port.counters = counter_map(counters);
  // The GID is a prefix, so that both it and its type can be reached.
  constexpr std::size_t kGid = 39;
  const auto gid = rocelint::decode_gid_slot({.index = 0,
                                              .gid = text.substr(0, kGid),
                                              .type = text.substr(text.size() < kGid ? 0 : kGid),
                                              .netdev = text},
                                             rocelint::RdmaProtocol::roce);
  if (gid && *gid) {
    port.gids.emplace().push_back((*gid)->gid);
  }
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
