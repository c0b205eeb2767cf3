// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <linux/if_addr.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <rdma/rdma_netlink.h>

#include "os/netlink/nldev_decode.h"
#include "os/netlink/rtnl_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

std::string link_reply(int index, std::string_view name) {
  ifinfomsg header{};
  header.ifi_index = index;
  return message(header, {text(IFLA_IFNAME, name), number(IFLA_CARRIER, std::uint8_t{1})});
}

std::string port_reply(std::string_view netdev) {
  std::string reply = attributes({number(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{1}),
                                  number(RDMA_NLDEV_ATTR_PORT_STATE, std::uint8_t{4}),
                                  number(RDMA_NLDEV_ATTR_PORT_PHYS_STATE, std::uint8_t{5})});
  if (!netdev.empty()) {
    append_attribute(reply, RDMA_NLDEV_ATTR_NDEV_NAME, text_bytes(netdev));
  }
  return reply;
}

class LinkModule : public testing::Test {
 protected:
  void links(const NetlinkReplies& replies) const {
    host_.netlink->answer(NetlinkFamily::route, links_request(), replies);
    host_.netlink->answer(NetlinkFamily::route, addresses_request(), NetlinkReplies{});
  }
  void ports(std::int64_t index, Read<NetlinkReplies> replies) const {
    host_.netlink->answer(NetlinkFamily::rdma, rdma_ports_request(index), std::move(replies));
  }
  Snapshot collect(const Snapshot& so_far) {
    ProbeEnv env(host_.live());
    return run(checks::link, env, so_far);
  }
  FakeHost host_;
};

TEST_F(LinkModule, AsksEachTableOnce) {
  links({link_reply(3, "eth1"), link_reply(2, "eth0")});
  auto* netlink = host_.netlink;
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::link, env);
  EXPECT_EQ(value_of(snapshot.host.netdevs).front().name, "eth0") << "sorted";
  EXPECT_TRUE(netdev_of(snapshot, "eth0").addresses.is({}));
  EXPECT_EQ(netlink->asked(), 2);
}

TEST_F(LinkModule, KnowsNoAddressFromAddressesNotRead) {
  host_.netlink->answer(NetlinkFamily::route, links_request(),
                        NetlinkReplies{link_reply(2, "eth0")});
  const auto snapshot = collect({});
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").addresses), Reason::unsupported);
}

TEST_F(LinkModule, SaysWhyThereAreNoLinks) {
  const auto snapshot = collect({});
  EXPECT_EQ(reason_of(snapshot.host.netdevs), Reason::unsupported);
  EXPECT_EQ(snapshot.host.netdevs.unknown()->detail, "RTM_GETLINK: Operation not supported");
}

TEST_F(LinkModule, ReadsPortsAndThoseWhoseNetdevIsInAPod) {
  links({link_reply(2, "eth0")});
  ports(0, NetlinkReplies{port_reply("eth0")});
  ports(1, NetlinkReplies{port_reply("")});
  const auto snapshot = collect(host_of(2));
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").state.is(PortState::active));
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").netdev.is("eth0"));
  EXPECT_TRUE(port_of(snapshot, "mlx5_1").state.is(PortState::active));
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_1").netdev), Reason::not_found);
}

TEST_F(LinkModule, CostsOneDeviceWhenOneVanishes) {
  links({link_reply(2, "eth0")});
  ports(0, tl::unexpected(unknown_from_errno(EINVAL, "")));
  ports(1, NetlinkReplies{port_reply("eth0")});
  const auto snapshot = collect(host_of(2));
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").state), Reason::vanished);
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").netdev), Reason::vanished);
  EXPECT_TRUE(port_of(snapshot, "mlx5_1").state.is(PortState::active));
}

TEST_F(LinkModule, SaysWhenAPortIsNoLongerListed) {
  links({link_reply(2, "eth0")});
  ports(0, NetlinkReplies{});
  EXPECT_EQ(reason_of(port_of(collect(host_of(1)), "mlx5_0").state), Reason::vanished);
}

TEST_F(LinkModule, FallsBackToSysfsForPorts) {
  links({link_reply(2, "eth0")});
  host_.tree.file("/sys/class/infiniband/mlx5_0/ports/1/state", "1: DOWN\n");
  host_.tree.file("/sys/class/infiniband/mlx5_0/ports/1/phys_state", "3: Disabled\n");
  const auto snapshot = collect(host_of(1));
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").state.is(PortState::down));
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").physical_state.is(PortPhysicalState::disabled));
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").netdev), Reason::not_found);
}

TEST_F(LinkModule, ReadsADeadTree) {
  host_.tree.file("/sys/class/net/eth0/mtu", "9000\n");
  host_.tree.file("/sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE\n");
  ProbeEnv env(host_.dead());
  const auto snapshot = run(checks::link, env, host_of(1));
  EXPECT_TRUE(netdev_of(snapshot, "eth0").mtu_bytes.is(9000));
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").addresses), Reason::unsupported);
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").state.is(PortState::active));
}

TEST_F(LinkModule, ReadsNoLinksWhileRtnlIsHeld) {
  links({link_reply(2, "eth0")});
  ports(0, NetlinkReplies{port_reply("eth0")});
  auto* netlink = host_.netlink;
  auto parts = host_.live();
  parts.rtnl_held = Unknown{.reason = Reason::timeout, .detail = "rtnl held"};
  ProbeEnv env(std::move(parts));
  const auto snapshot = run(checks::link, env, host_of(1));
  EXPECT_EQ(reason_of(snapshot.host.netdevs), Reason::timeout);
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").state.is(PortState::active)) << "nldev needs no rtnl";
  EXPECT_EQ(netlink->asked(NetlinkFamily::route, links_request()), 0);
}

}  // namespace
}  // namespace rocelint
