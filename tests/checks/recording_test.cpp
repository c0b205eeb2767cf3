// SPDX-License-Identifier: Apache-2.0

// The modules against what Linux 6.1 answered in the lab (tests/fixtures/netlink).

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

using Integers = std::vector<std::int64_t>;
using Names = std::vector<std::string>;

// sysfs is no part of the recording; only the driver decides anything.
void bind_driver(const Tree& tree, const std::string& netdev, const std::string& driver) {
  const std::string device = "/sys/devices/pci0000:00/0000:01:00.0";
  tree.directory("/sys/bus/pci/drivers/" + driver);
  tree.directory(device);
  if (!std::filesystem::exists(std::filesystem::symlink_status(tree.at(device + "/driver")))) {
    tree.link(device + "/driver", "/sys/bus/pci/drivers/" + driver);
  }
  tree.link("/sys/class/net/" + netdev + "/device", device);
}

TEST(Recording, OfFourMlx5Nics) {
  FakeHost host;
  replay("mlx5_four_nics.txt", *host.netlink);
  bind_driver(host.tree, "eth0", "mlx5_core");
  ProbeEnv env(host.live());
  const Snapshot snapshot = run_all(env);

  EXPECT_TRUE(snapshot.host.rdma_namespace_mode.is(RdmaNamespaceMode::shared));
  EXPECT_EQ(value_of(snapshot.host.devices).size(), 5U);
  const RdmaDevice& device = device_of(snapshot, "mlx5_0");
  EXPECT_TRUE(device.index.is(0));
  EXPECT_TRUE(device.protocol.is(RdmaProtocol::roce));
  EXPECT_TRUE(device.node_guid.is("0000:00ff:fe00:0100"));
  EXPECT_TRUE(device.firmware_version.is("28.39.1002"));
  EXPECT_TRUE(device.max_speed_mbps.is(400'000));
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").state.is(PortState::active));
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").netdev.is("eth0"));
  EXPECT_TRUE(port_of(snapshot, "mlx5_1").state.is(PortState::down));
  EXPECT_TRUE(port_of(snapshot, "mlx5_1").physical_state.is(PortPhysicalState::disabled));
  EXPECT_TRUE(port_of(snapshot, "rxe0").netdev.is("eth3"));

  const Netdev& eth0 = netdev_of(snapshot, "eth0");
  EXPECT_TRUE(eth0.driver.is("mlx5_core"));
  EXPECT_TRUE(eth0.uppers.is({"bond0"}));
  EXPECT_TRUE(netdev_of(snapshot, "bond0").lowers.is({"eth0", "eth2"}));
  EXPECT_TRUE(netdev_of(snapshot, "bond0").link_kind.is("bond"));
  EXPECT_TRUE(netdev_of(snapshot, "eth1.100").lowers.is({"eth1"}));
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth1.100").addresses).front().address, "10.8.0.1");
  EXPECT_TRUE(netdev_of(snapshot, "eth1").carrier.is(false));
  EXPECT_EQ(value_of(eth0.link).speed_mbps, Fact<std::int64_t>(400'000));
  EXPECT_EQ(value_of(eth0.link).lanes, Fact<std::int64_t>(4));
  EXPECT_TRUE(value_of(eth0.fec).active.is(FecMode::rs));
  EXPECT_FALSE(value_of(eth0.pause).autoneg);
  EXPECT_FALSE(value_of(eth0.pause).rx);
  EXPECT_FALSE(value_of(eth0.pause).tx);
  EXPECT_EQ(value_of(eth0.dcb.pfc).enabled, Integers{3});
  EXPECT_EQ(value_of(eth0.dcb.ets).tc_tsa, std::vector<Tsa>(8, Tsa::vendor));
  EXPECT_EQ(value_of(eth0.dcb.app).size(), 64U);
  EXPECT_EQ(value_of(eth0.dcb.app)[26], (AppEntry{AppSelector::dscp, 26, 3}));
  EXPECT_EQ(value_of(eth0.dcb.buffer).total_size_bytes, 262'016);
}

TEST(Recording, OfQueriesThatFailed) {
  FakeHost host;
  replay("mlx5_four_nics.txt", *host.netlink);
  ProbeEnv env(host.live());
  const Snapshot snapshot = run_all(env);

  const Netdev& down = netdev_of(snapshot, "eth1");
  EXPECT_EQ(reason_of(value_of(down.link).speed_mbps), Reason::not_found);
  EXPECT_EQ(reason_of(value_of(down.fec).active), Reason::not_found);
  EXPECT_TRUE(value_of(down.link).max_speed_mbps.is(400'000));
  const Netdev& failing = netdev_of(snapshot, "eth3");
  EXPECT_EQ(reason_of(failing.dcb.pfc), Reason::io_error);
  EXPECT_NE(failing.dcb.ets.known(), nullptr);
  EXPECT_EQ(reason_of(failing.link), Reason::unsupported);
  EXPECT_EQ(reason_of(failing.pause), Reason::unsupported);
  EXPECT_EQ(reason_of(failing.fec), Reason::unsupported);
  EXPECT_EQ(reason_of(device_of(snapshot, "mlx5_3").max_speed_mbps), Reason::unsupported);
  EXPECT_EQ(reason_of(netdev_of(snapshot, "bond0").pause), Reason::not_collected);
  EXPECT_EQ(reason_of(netdev_of(snapshot, "lo").dcb.pfc), Reason::not_collected);
}

TEST(Recording, OfBnxtNicsThatNobodyHasSetUp) {
  FakeHost host;
  replay("bnxt_fresh.txt", *host.netlink);
  bind_driver(host.tree, "eth0", "bnxt_en");
  bind_driver(host.tree, "eth1", "bnxt_en");
  ProbeEnv env(host.live());
  const Snapshot snapshot = run_all(env);
  for (const char* name : {"eth0", "eth1"}) {
    const Dcb& dcb = netdev_of(snapshot, name).dcb;
    EXPECT_EQ(reason_of(dcb.pfc), Reason::not_authoritative);
    EXPECT_EQ(reason_of(dcb.ets), Reason::not_authoritative);
    EXPECT_EQ(reason_of(dcb.buffer), Reason::unsupported);
    EXPECT_TRUE(dcb.app.is({}));
    EXPECT_TRUE(value_of(dcb.dcbx).host);
  }
}

}  // namespace
}  // namespace rocelint
