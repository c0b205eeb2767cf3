// SPDX-License-Identifier: Apache-2.0
#include "os/sysfs/sysfs_netdev.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

TEST(SysfsLinks, ReadsWhatADeadTreeHas) {
  const Tree tree;
  const auto put = [&](const std::string& path, const std::string& text) {
    tree.file("/sys/class/net/" + path, text + '\n');
  };
  put("eth0/ifindex", "4");
  put("eth0/address", "02:00:00:00:01:00");
  put("eth0/flags", "0x1003");
  put("eth0/carrier", "1");
  put("eth0/operstate", "up");
  put("eth0/carrier_down_count", "3");
  put("eth0/mtu", "9000");
  put("eth0/uevent", "INTERFACE=eth0\nIFINDEX=4");
  put("bond0/uevent", "DEVTYPE=bond\nINTERFACE=bond0");
  put("bond0/flags", "0x1002");
  put("bond0/operstate", "sideways");
  tree.link("/sys/class/net/bond0/lower_eth0", "../eth0");
  put("bonding_masters", "bond0");
  const auto links = read_sysfs_links(Files(tree.root().string()));
  ASSERT_TRUE(links);
  ASSERT_EQ(links->size(), 2U);
  const Link& bond = links->front();
  EXPECT_TRUE(bond.netdev.link_kind.is("bond"));
  EXPECT_TRUE(bond.netdev.admin_up.is(false));
  EXPECT_EQ(reason_of(bond.netdev.oper_state), Reason::malformed);
  EXPECT_EQ(reason_of(bond.netdev.carrier), Reason::not_found);
  EXPECT_EQ(bond.stacked.lowers, std::vector<std::string>{"eth0"});
  const Netdev& eth0 = links->back().netdev;
  EXPECT_TRUE(eth0.ifindex.is(4));
  EXPECT_TRUE(eth0.link_kind.is(""));
  EXPECT_TRUE(eth0.mac_address.is("02:00:00:00:01:00"));
  EXPECT_TRUE(eth0.admin_up.is(true));
  EXPECT_TRUE(eth0.carrier.is(true));
  EXPECT_TRUE(eth0.oper_state.is(OperState::up));
  EXPECT_TRUE(eth0.carrier_down_count.is(3));
  EXPECT_TRUE(eth0.mtu_bytes.is(9000));
  EXPECT_EQ(reason_of(eth0.max_mtu_bytes), Reason::unsupported);
  EXPECT_EQ(reason_of(eth0.addresses), Reason::unsupported);
}

TEST(SysfsLinks, IsUnknownWithoutSysfs) {
  const Tree tree;
  EXPECT_EQ(read_sysfs_links(Files(tree.root().string())).error().reason, Reason::not_found);
}

TEST(SysfsLinks, KeepsANetdevWhoseDirectoryIsHidden) {
  const Tree tree;
  tree.link("/sys/class/net/eth0", "/sys/devices/not/mounted");
  const auto links = read_sysfs_links(Files(tree.root().string()));
  ASSERT_EQ(links->size(), 1U);
  EXPECT_EQ(links->front().netdev.name, "eth0");
  EXPECT_EQ(reason_of(links->front().netdev.ifindex), Reason::not_found);
  EXPECT_TRUE(links->front().stacked.lowers_unknown);
}

}  // namespace
}  // namespace rocelint
