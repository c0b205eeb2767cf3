// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netlink_messages.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Sequence 0 is what most bytes of a mutated header hold.
  rocelint::ReplyReader reader(0, size % 2 == 0 ? 0 : 4);
  for (const auto& datagram : rocelint::fuzz::replies_of(rocelint::fuzz::text_of(data, size))) {
    const auto progress = reader.add(datagram);
    if (!progress) {
      rocelint::fuzz::require(progress.error().reason != rocelint::Reason::not_collected);
      break;
    }
  }
  std::size_t held = 0;
  for (const auto& reply : reader.take()) {
    held += reply.size();
  }
  rocelint::fuzz::require(held <= size);
  return 0;
}
