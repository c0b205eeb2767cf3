// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/addressing/port_addressing.h"
#include "tests/derive/two_rails.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing_support::address;
using testing_support::kDenied;
using testing_support::kUnsupported;
using testing_support::reasons;
using testing_support::route;
using testing_support::rule;
using AddressingDoubts = testing_support::TwoRails;

TEST_F(AddressingDoubts, TellEachReason) {
  netdev(1).addresses = kUnsupported;
  add_port("2").addresses = kDenied;
  netdev(0).ipv4.arp_ignore = kUnsupported;
  netdev(0).ipv4.arp_filter = kUnsupported;
  host.routing.ipv4_all.arp_ignore = kDenied;
  host.routing.ipv4_all.arp_filter = kDenied;
  auto found = first();
  EXPECT_EQ(reasons(found.subnets.known()->front().ports), "unsupported permission");
  EXPECT_EQ(reasons(found.unreached_rails), "unsupported permission");
  EXPECT_EQ(reasons(found.arp.known()->front().arp_ignore), "unsupported permission");
  EXPECT_EQ(reasons(found.arp.known()->front().arp_filter), "unsupported permission");
  host.routing.rules = kDenied;
  host.routing.routes = kUnsupported;
  found = first();
  EXPECT_EQ(reasons(found.subnets.known()->front().own_tables), "permission unsupported");
  EXPECT_EQ(reasons(found.unrouted), "permission unsupported");
  add_upper("eth0.100").addresses = kUnsupported;
  netdev(0).addresses = kDenied;
  EXPECT_EQ(reasons(first().addresses), "permission unsupported");
}

TEST_F(AddressingDoubts, AreSettledByARouteThatLeavesByAnotherPort) {
  netdev(0).addresses = std::vector{address("fd00:1::5", 64)};
  auto own = rule("fd00:1::5/128", 101);
  own.family = AddressFamily::ipv6;
  host.routing.rules.known()->push_back(own);
  for (const auto* netdev : {"eth0", "eth0", "eth1"}) {
    add_routes({route("default", netdev, 101)});
    host.routing.routes.known()->back().family = AddressFamily::ipv6;
  }
  auto& routes = *host.routing.routes.known();
  routes[0].from = kDenied;
  routes[1].from = kUnsupported;
  EXPECT_TRUE(first().sources.known()->front().own_table.is(false));
  routes.pop_back();
  EXPECT_EQ(reasons(first().sources.known()->front().own_table), "permission unsupported");
}

}  // namespace
}  // namespace rocelint
