// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/pci_config.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto config = rocelint::decode_pci_config(rocelint::fuzz::text_of(data, size));
  rocelint::Snapshot snapshot;
  auto& function = snapshot.host.pci_devices.emplace().emplace_back();
  function.address = "0000:03:00.0";
  function.max_payload_bytes = config.max_payload_bytes;
  function.max_read_request_bytes = config.max_read_request_bytes;
  function.relaxed_ordering = config.relaxed_ordering;
  function.acs = config.acs;
  function.ats = config.ats;
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
