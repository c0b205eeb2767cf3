// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netlink.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "os/ethtool/ethtool_decode.h"
#include "os/netlink/dcbnl_decode.h"
#include "os/netlink/devlink_decode.h"
#include "os/netlink/netfilter_decode.h"
#include "os/netlink/nldev_decode.h"
#include "os/netlink/rtnl_decode.h"
#include "os/sysfs/files.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

// Against the kernel that runs the tests: every one has a loopback device.

TEST(KernelNetlink, DumpsLinksAndAddresses) {
  const auto netlink = make_kernel_netlink();
  const auto replies = netlink->transact(NetlinkFamily::route, links_request());
  ASSERT_TRUE(replies) << replies.error().detail;
  const auto links = decode_links(*replies);
  ASSERT_TRUE(links) << links.error().detail;
  const auto lo =
      std::ranges::find_if(*links, [](const Link& link) { return link.netdev.name == "lo"; });
  ASSERT_NE(lo, links->end());
  EXPECT_TRUE(lo->netdev.ifindex.is(1));
  const auto addresses = netlink->transact(NetlinkFamily::route, addresses_request());
  ASSERT_TRUE(addresses) << addresses.error().detail;
  EXPECT_TRUE(decode_addresses(*addresses));
}

TEST(KernelNetlink, GoesOnAfterARefusal) {
  const auto netlink = make_kernel_netlink();
  for (int i = 0; i < 3; ++i) {
    const auto dcb = netlink->transact(NetlinkFamily::route, dcb_request("lo"));
    ASSERT_FALSE(dcb);
    EXPECT_EQ(dcb.error().reason, Reason::unsupported) << dcb.error().detail;
    EXPECT_TRUE(netlink->transact(NetlinkFamily::route, links_request()));
  }
}

TEST(KernelNetlink, TellsThatANetdevIsGone) {
  const auto reply =
      make_kernel_netlink()->transact(NetlinkFamily::ethtool, pause_request("no-such-dev"));
  ASSERT_FALSE(reply);
  // An old kernel, or one built without it, has no ethtool family.
  EXPECT_TRUE(reply.error().reason == Reason::vanished ||
              reply.error().reason == Reason::unsupported)
      << reply.error().detail;
}

TEST(KernelNetlink, LoadsNoModuleOfAFirewall) {
  const Files files;
  for (const auto& [family, module] : {std::pair{NetlinkFamily::netfilter, "/sys/module/nf_tables"},
                                       std::pair{NetlinkFamily::xfrm, "/sys/module/xfrm_user"}}) {
    if (files.exists(module)) {
      continue;
    }
    const auto replies = make_kernel_netlink()->transact(family, nft_chains_request());
    ASSERT_FALSE(replies);
    EXPECT_EQ(replies.error().reason, Reason::unsupported);
    EXPECT_FALSE(files.exists(module));
  }
}

TEST(KernelNetlink, ListsDevlinkDevicesWhereTheKernelHasAny) {
  const auto netlink = make_kernel_netlink();
  const auto replies = netlink->transact(NetlinkFamily::devlink, devlink_devices_request());
  if (!replies) {
    EXPECT_EQ(replies.error().reason, Reason::unsupported) << replies.error().detail;
    return;
  }
  EXPECT_TRUE(decode_devlink_devices(*replies));
  EXPECT_TRUE(netlink->transact(NetlinkFamily::devlink, devlink_health_request()));
}

TEST(KernelNetlink, LoadsNoRdmaCore) {
  const Files files;
  if (files.exists("/sys/class/infiniband") || files.exists("/sys/module/ib_core")) {
    GTEST_SKIP() << "the RDMA core is loaded here";
  }
  const auto devices = make_kernel_netlink()->transact(NetlinkFamily::rdma, rdma_devices_request());
  ASSERT_FALSE(devices);
  EXPECT_EQ(devices.error().reason, Reason::not_found);
  EXPECT_FALSE(files.exists("/sys/module/ib_core"));
}

}  // namespace
}  // namespace rocelint
