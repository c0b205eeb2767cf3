// SPDX-License-Identifier: Apache-2.0

// sysfs trees of real hosts, which their owners publish (tests/support/public_data.h).

#include <gtest/gtest.h>

#include "tests/checks/public_host.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

using PublicData = PublicHost;

TEST_F(PublicData, H100NodeWithInfinibandAndABluefield) {
  const auto snapshot = collect(
      "leptonai+gpud/components/accelerator/nvidia/infiniband/class/testdata/"
      "sys-class-infiniband-h100.0",
      "/sys/class/infiniband");
  EXPECT_EQ(value_of(snapshot.host.devices).size(), 9U);
  const RdmaDevice& infiniband = device_of(snapshot, "mlx5_0");
  EXPECT_TRUE(infiniband.protocol.is(RdmaProtocol::ib));
  EXPECT_NE(infiniband.firmware_version.known(), nullptr);
  EXPECT_NE(infiniband.board_id.known(), nullptr);
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").verbs_speed_mbps.is(400'000));
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").gids), Reason::not_found);
  EXPECT_EQ(reason_of(snapshot.host.netdevs), Reason::not_found);

  const RdmaDevice& bluefield = device_of(snapshot, "mlx5_bond_0");
  EXPECT_TRUE(bluefield.firmware_version.is("32.38.3056"));
  EXPECT_EQ(reason_of(bluefield.protocol), Reason::not_found) << "the tree has no node_type";
  EXPECT_TRUE(port_of(snapshot, "mlx5_bond_0").state.is(PortState::active));
  EXPECT_TRUE(port_of(snapshot, "mlx5_bond_0").verbs_speed_mbps.is(200'000));
}

TEST_F(PublicData, ProcfsFixtures) {
  const auto snapshot = collect("prometheus+procfs/fixtures/sys", "/sys");
  EXPECT_EQ(value_of(snapshot.host.devices).size(), 3U);
  EXPECT_EQ(value_of(device_of(snapshot, "mlx4_0").ports).size(), 2U);
  for (const auto& device : value_of(snapshot.host.devices)) {
    for (const auto& port : value_of(device.ports)) {
      EXPECT_NE(port.state.known(), nullptr) << device.name;
    }
  }
  EXPECT_TRUE(netdev_of(snapshot, "eth0").ifindex.is(2));
}

TEST_F(PublicData, NodeExporterFixtures) {
  const auto snapshot = collect("prometheus+node_exporter/sys", "/sys");
  EXPECT_EQ(value_of(snapshot.host.devices).size(), 2U);
  EXPECT_NE(port_of(snapshot, "i40iw0").state.known(), nullptr);
}

}  // namespace
}  // namespace rocelint
