// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netfilter_decode.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto replies = rocelint::fuzz::replies_of(rocelint::fuzz::text_of(data, size));
  rocelint::Snapshot snapshot;
  auto& firewall = snapshot.host.system.firewall;
  firewall.input_chains = to_fact(rocelint::decode_input_chains(replies));
  firewall.ipsec_policies = to_fact(rocelint::count_xfrm_policies(replies));
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
