// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

VerbsGid gid_entry(std::uint32_t index, std::uint32_t ifindex, std::uint8_t last) {
  return {.raw = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, last},
          .port = 1,
          .index = index,
          .type = 2,
          .netdev_ifindex = ifindex};
}

class GidModule : public testing::Test {
 protected:
  void table(std::vector<VerbsGid> gids) const {
    host_.verbs->devices["mlx5_0"] = VerbsDevice{.ports = {VerbsPort{}}, .gids = std::move(gids)};
  }
  void sysfs_gid(const std::string& index, const std::string& gid, const std::string& type,
                 const std::string& netdev) const {
    const std::string port = "/sys/class/infiniband/mlx5_0/ports/1/";
    host_.tree.file(port + "gids/" + index, gid + '\n');
    host_.tree.file(port + "gid_attrs/types/" + index, type + '\n');
    host_.tree.file(port + "gid_attrs/ndevs/" + index, netdev + '\n');
  }
  std::vector<Gid> collect(const Snapshot& so_far) {
    ProbeEnv env(host_.live());
    return value_of(port_of(run(checks::gid, env, so_far), "mlx5_0").gids);
  }
  FakeHost host_;
};

TEST_F(GidModule, SortsASparseTable) {
  auto other_port = gid_entry(9, 2, 9);
  other_port.port = 2;
  table({gid_entry(200, 2, 3), gid_entry(3, 2, 1), other_port});
  const auto gids = collect(host_of(1));
  ASSERT_EQ(gids.size(), 2U);
  EXPECT_EQ(gids[0].index, 3);
  EXPECT_EQ(gids[0].gid, "::ffff:10.0.0.1");
  EXPECT_TRUE(gids[0].type.is(GidType::roce_v2));
  EXPECT_TRUE(gids[0].netdev.is("eth0"));
  EXPECT_EQ(gids[1].index, 200);
}

TEST_F(GidModule, BelievesOnlyNetdevsOfThisPort) {
  // ifindex 3 is eth1 here; this port's GID with that number comes from another namespace.
  table({gid_entry(0, 3, 1), gid_entry(1, 99, 2), gid_entry(2, 0, 3)});
  for (const auto& gid : collect(host_of(2))) {
    EXPECT_EQ(reason_of(gid.netdev), Reason::not_found) << gid.index;
  }
}

TEST_F(GidModule, BelievesNothingWhileThePortsNetdevIsInAPod) {
  table({gid_entry(0, 2, 1)});
  auto so_far = host_of(1);
  so_far.host.devices.known()->front().ports.known()->front().netdev =
      Unknown{.reason = Reason::not_found, .detail = "in a pod"};
  EXPECT_EQ(collect(so_far).front().netdev.unknown()->detail, "in a pod");
}

/// What another process that holds rtnl may keep from being read.
struct Lost {
  const char* what;
  void (*lose)(Host& host, const Unknown& why);
};
void PrintTo(const Lost& lost, std::ostream* out) {
  *out << lost.what;
}

class GidModuleWithout : public GidModule, public testing::WithParamInterface<Lost> {};

TEST_P(GidModuleWithout, CallsNothingForeign) {
  table({gid_entry(1, 99, 2)});
  auto so_far = host_of(2);
  GetParam().lose(so_far.host, {.reason = Reason::timeout, .detail = "late", .sys_errno = 0});
  EXPECT_EQ(reason_of(collect(so_far).front().netdev), Reason::timeout);
}

INSTANTIATE_TEST_SUITE_P(
    Facts, GidModuleWithout,
    testing::Values(
        Lost{"netdevs", [](Host& host, const Unknown& why) { host.netdevs = why; }},
        Lost{"ifindex",
             [](Host& host, const Unknown& why) { host.netdevs.known()->front().ifindex = why; }},
        Lost{"uppers",
             [](Host& host, const Unknown& why) { host.netdevs.known()->front().uppers = why; }},
        Lost{"lowers",
             [](Host& host, const Unknown& why) { host.netdevs.known()->front().lowers = why; }}),
    [](const auto& row) { return row.param.what; });

TEST_F(GidModule, KnowsVlanAndBondAboveThePort) {
  auto so_far = host_of(2);
  auto& netdevs = *so_far.host.netdevs.known();
  netdevs[0].uppers = std::vector<std::string>{"bond0", "eth0.100"};
  const auto add = [&](const char* name, std::int64_t ifindex, const char* kind) -> Netdev& {
    Netdev& netdev = netdevs.emplace_back();
    netdev.name = name;
    netdev.ifindex = ifindex;
    netdev.link_kind = std::string(kind);
    return netdev;
  };
  add("eth0.100", 50, "vlan").lowers = std::vector<std::string>{"eth0"};
  add("bond0", 60, "bond").lowers = std::vector<std::string>{"eth0", "eth1"};
  table({gid_entry(0, 50, 1), gid_entry(1, 60, 2), gid_entry(2, 3, 3)});
  const auto gids = collect(so_far);
  EXPECT_TRUE(gids[0].netdev.is("eth0.100"));
  EXPECT_TRUE(gids[1].netdev.is("bond0"));
  EXPECT_TRUE(gids[2].netdev.is("eth1")) << "the other slave of the same LAG";
}

TEST_F(GidModule, FallsBackToSysfsForAnOldLibrary) {
  host_.verbs->devices["mlx5_0"] = VerbsDevice{
      .ports = {VerbsPort{}},
      .gids = tl::unexpected(Unknown{.reason = Reason::unsupported, .detail = "rdma-core 31"})};
  sysfs_gid("0", "fe80:0000:0000:0000:0000:00ff:fe00:0100", "IB/RoCE v1", "eth0");
  sysfs_gid("1", "0000:0000:0000:0000:0000:0000:0000:0000", "RoCE v2", "");
  sysfs_gid("2", "0000:0000:0000:0000:0000:ffff:0a00:0001", "RoCE v2", "eth7");
  const auto gids = collect(host_of(1));
  ASSERT_EQ(gids.size(), 2U);
  EXPECT_EQ(gids[0].gid, "fe80::ff:fe00:100");
  EXPECT_TRUE(gids[0].type.is(GidType::roce_v1));
  EXPECT_TRUE(gids[0].netdev.is("eth0"));
  EXPECT_EQ(reason_of(gids[1].netdev), Reason::not_found) << "a name of another namespace";
}

TEST_F(GidModule, ReadsADeadTree) {
  sysfs_gid("0", "0000:0000:0000:0000:0000:ffff:0a00:0001", "RoCE v2", "eth0");
  ProbeEnv env(host_.dead());
  const auto snapshot = run(checks::gid, env, host_of(1));
  EXPECT_EQ(value_of(port_of(snapshot, "mlx5_0").gids).front().gid, "::ffff:10.0.0.1");
}

TEST_F(GidModule, KnowsSiwsTypeFromRoce) {
  auto so_far = host_of(1);
  so_far.host.devices.known()->front().protocol = RdmaProtocol::iw;
  host_.verbs->devices["mlx5_0"] = tl::unexpected(unknown_from_errno(ENOSYS, "ibv_open_device"));
  sysfs_gid("0", "0200:0000:0001:0000:0000:0000:0000:0000", "IB/RoCE v1", "eth0");
  EXPECT_TRUE(collect(so_far).front().type.is(GidType::ib)) << "iWARP has no RoCE v1";
}

TEST_F(GidModule, KnowsAnEmptyTableFromNone) {
  table({});
  EXPECT_TRUE(collect(host_of(1)).empty());
  FakeHost nothing;
  ProbeEnv env(nothing.live());
  const auto snapshot = run(checks::gid, env, host_of(1));
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").gids), Reason::vanished)
      << "what verbs said, for sysfs had nothing";
}

}  // namespace
}  // namespace rocelint
