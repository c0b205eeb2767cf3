// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "os/netlink/rtnl_decode.h"
#include "os/netlink/rtnl_routing.h"
#include "tests/fuzz/fuzz_input.h"

// NOLINTNEXTLINE(readability-identifier-naming): the name is libFuzzer's
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto replies = rocelint::fuzz::replies_of(rocelint::fuzz::text_of(data, size));
  rocelint::Snapshot snapshot;
  auto& netdevs = snapshot.host.netdevs.emplace();
  if (const auto links = rocelint::decode_links(replies)) {
    std::vector<rocelint::StackedLink> stack;
    for (const auto& link : *links) {
      netdevs.push_back(link.netdev);
      stack.push_back(link.stacked);
    }
    rocelint::stack_netdevs(stack, netdevs);
  }
  if (const auto by_index = rocelint::decode_addresses(replies)) {
    for (const auto& [index, addresses] : *by_index) {
      auto& netdev = netdevs.emplace_back();
      netdev.name = "a" + std::to_string(index);
      netdev.addresses = addresses;
    }
  }
  auto& routing = snapshot.host.routing;
  routing.routes = rocelint::to_fact(rocelint::decode_routes(replies, {{1, "a"}}));
  routing.rules = rocelint::to_fact(rocelint::decode_rules(replies));
  if (const auto dump = rocelint::decode_neighbours(replies)) {
    routing.ipv4_neighbours.entries = dump->ipv4_entries;
  }
  rocelint::fuzz::require_readable(snapshot);
  return 0;
}
