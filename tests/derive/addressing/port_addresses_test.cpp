// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/port_addresses.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/addressing/route_lookup.h"

namespace rocelint {
namespace {

TEST(BoundTo, IsTheNetdevOfTheAddressAndItsVrf) {
  Netdev netdev;
  netdev.name = "eth0";
  netdev.uppers = std::vector<std::string>{"red"};
  const auto names = [&](std::int64_t vrf_table) {
    return bound_to({.netdev = &netdev, .address = nullptr, .subnet = {}, .vrf_table = vrf_table});
  };
  EXPECT_EQ(names(1001), (NetdevNameSet{"eth0", "red"}));
  EXPECT_EQ(names(0), NetdevNameSet{"eth0"}) << "eth0 is in no VRF";
  netdev.uppers = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  EXPECT_EQ(names(1001), NetdevNameSet{"eth0"});
}

}  // namespace
}  // namespace rocelint
