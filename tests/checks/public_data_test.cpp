// SPDX-License-Identifier: Apache-2.0

// sysfs trees of real hosts, which their owners publish (tests/support/public_data.h).

#include "tests/support/public_data.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

class PublicData : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = test::public_data();
    if (!folder) {
      GTEST_SKIP() << test::kNoPublicData;
    }
    data_ = *folder;
  }
  /// The published folder `from` at `to` in a tree of its own.
  void copy(const std::string& from, const std::string& to) const {
    ASSERT_TRUE(std::filesystem::exists(data_ / from)) << from;
    std::filesystem::create_directories(host_.tree.at(to).parent_path());
    std::filesystem::copy(
        data_ / from, host_.tree.at(to),
        std::filesystem::copy_options::recursive | std::filesystem::copy_options::copy_symlinks);
  }
  [[nodiscard]] Snapshot collect() const {
    ProbeEnv env(host_.dead());
    return run_all(env);
  }
  std::filesystem::path data_;
  FakeHost host_;
};

TEST_F(PublicData, H100NodeWithInfinibandAndABluefield) {
  copy(
      "leptonai+gpud/components/accelerator/nvidia/infiniband/class/testdata/"
      "sys-class-infiniband-h100.0",
      "/sys/class/infiniband");
  const auto snapshot = collect();
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
  copy("prometheus+procfs/fixtures/sys", "/sys");
  const auto snapshot = collect();
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
  copy("prometheus+node_exporter/sys", "/sys");
  const auto snapshot = collect();
  EXPECT_EQ(value_of(snapshot.host.devices).size(), 2U);
  EXPECT_NE(port_of(snapshot, "i40iw0").state.known(), nullptr);
}

}  // namespace
}  // namespace rocelint
