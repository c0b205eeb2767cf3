// SPDX-License-Identifier: Apache-2.0
#include "facts/netdev_named.h"

#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

namespace rocelint {
namespace {

TEST(NetdevNamed, FindsByTheWholeName) {
  Netdev netdev;
  netdev.name = "ens0";
  Host host;
  host.netdevs = std::vector{netdev};
  EXPECT_EQ(netdev_named(host, "ens0"), &host.netdevs.known()->front());
  EXPECT_EQ(netdev_named(host, "ens"), nullptr);
  host.netdevs = Unknown{.reason = Reason::permission, .detail = "no", .sys_errno = 13};
  EXPECT_EQ(netdev_named(host, "ens0"), nullptr);
}

}  // namespace
}  // namespace rocelint
