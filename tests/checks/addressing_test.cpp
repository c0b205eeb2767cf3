// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <linux/fib_rules.h>
#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <sys/socket.h>

#include "os/netlink/rtnl_routing.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

const std::string kTen("\x0a\x01\x00\x00", 4);

std::string route_reply(std::uint8_t prefix, std::uint32_t ifindex,
                        std::uint8_t type = RTN_UNICAST) {
  rtmsg header{};
  header.rtm_family = AF_INET;
  header.rtm_dst_len = prefix;
  header.rtm_table = RT_TABLE_MAIN;
  header.rtm_type = type;
  return prefix == 0 ? message(header, {number(RTA_OIF, ifindex)})
                     : message(header, {{RTA_DST, kTen}, number(RTA_OIF, ifindex)});
}

std::string neighbour_reply(int ifindex, std::uint16_t state) {
  ndmsg header{};
  header.ndm_family = AF_INET;
  header.ndm_ifindex = ifindex;
  header.ndm_state = state;
  return bytes_of(header);
}

Address global(const std::string& text) {
  return {.address = text,
          .family = AddressFamily::ipv4,
          .prefix_length = 16,
          .scope = AddressScope::global,
          .flags = std::vector<AddressFlag>{}};
}

class AddressingModule : public testing::Test {
 protected:
  AddressingModule() {
    auto& netdevs = *so_far_.host.netdevs.known();
    netdevs[0].uppers = std::vector<std::string>{"eth0.100"};
    netdevs[0].addresses = std::vector<Address>{global("10.1.0.5")};
    netdevs[1].addresses = std::vector<Address>{global("10.2.0.5")};
    Netdev vlan;
    vlan.name = "eth0.100";
    vlan.ifindex = 8;
    vlan.uppers.emplace();
    netdevs.push_back(vlan);
    Netdev management;
    management.name = "mgmt0";
    management.ifindex = 9;
    management.uppers.emplace();
    netdevs.push_back(management);
  }
  Snapshot collect() {
    ProbeEnv env(host_.live());
    return run(checks::addressing, env, so_far_);
  }
  void answer(const NetlinkRequest& request, Read<NetlinkReplies> replies) const {
    host_.netlink->answer(NetlinkFamily::route, request, std::move(replies));
  }
  void settings(const std::string& netdev, const std::string& name,
                const std::string& value) const {
    host_.tree.file("/proc/sys/net/ipv4/conf/" + netdev + "/" + name, value);
  }
  FakeHost host_;
  Snapshot so_far_ = host_of(2);
};

TEST_F(AddressingModule, KeepsDefaultRoutesAndThoseOfRdma) {
  answer(routes_request(), NetlinkReplies{route_reply(0, 9), route_reply(16, 9), route_reply(16, 2),
                                          route_reply(16, 8)});
  const auto routes = value_of(collect().host.routing.routes);
  std::vector<std::string> seen;
  for (const auto& route : routes) {
    seen.push_back(route.destination + ' ' + route.netdev);
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"10.1.0.0/16 eth0", "10.1.0.0/16 eth0.100",
                                            "default mgmt0"}));
}

TEST_F(AddressingModule, KeepsBlackholesOnTheWayOfRdma) {
  const auto kept = [&](std::uint32_t ifindex) {
    FakeHost host;
    host.netlink->answer(
        NetlinkFamily::route, routes_request(),
        NetlinkReplies{route_reply(17, 0, RTN_BLACKHOLE), route_reply(16, ifindex)});
    ProbeEnv env(host.live());
    const auto routes = value_of(run(checks::addressing, env, so_far_).host.routing.routes);
    return std::ranges::count(routes, Fact<RouteType>(RouteType::blackhole), &Route::type);
  };
  EXPECT_EQ(kept(2), 1);
  EXPECT_EQ(kept(9), 0) << "mgmt0";
}

TEST_F(AddressingModule, CountsNeighboursOfRdmaNetdevs) {
  answer(neighbours_request(),
         NetlinkReplies{neighbour_reply(2, NUD_REACHABLE), neighbour_reply(8, NUD_FAILED),
                        neighbour_reply(9, NUD_STALE)});
  host_.tree.file("/proc/sys/net/ipv4/neigh/default/gc_thresh3", "1024\n");
  const auto snapshot = collect();
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth0").neighbours).usable, 1);
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth0.100").neighbours).failed, 1);
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth1").neighbours), NeighbourStates{});
  EXPECT_TRUE(snapshot.host.routing.ipv4_neighbours.entries.is(3));
  EXPECT_TRUE(snapshot.host.routing.ipv4_neighbours.limit.is(1024));
  EXPECT_TRUE(snapshot.host.routing.ipv6_neighbours.entries.is(0));
  EXPECT_EQ(reason_of(snapshot.host.routing.ipv6_neighbours.limit), Reason::not_found);
  EXPECT_EQ(value_of(snapshot.host.netdevs).size(), 3U) << "mgmt0 has nothing to do with RDMA";
}

TEST_F(AddressingModule, ReadsTheSettingsOfArp) {
  settings("all", "rp_filter", "1\n");
  settings("eth0", "rp_filter", "2\n");
  settings("eth0.100", "arp_ignore", "1\n");
  settings("eth0", "arp_announce", "x\n");
  const auto snapshot = collect();
  EXPECT_TRUE(snapshot.host.routing.ipv4_all.rp_filter.is(1));
  EXPECT_TRUE(netdev_of(snapshot, "eth0").ipv4.rp_filter.is(2));
  EXPECT_TRUE(netdev_of(snapshot, "eth0.100").ipv4.arp_ignore.is(1));
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").ipv4.arp_announce), Reason::malformed);
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth1").ipv4.arp_filter), Reason::not_found);
}

TEST_F(AddressingModule, SaysWhatTheKernelRefuses) {
  const auto snapshot = collect();
  EXPECT_EQ(reason_of(snapshot.host.routing.routes), Reason::unsupported);
  EXPECT_EQ(snapshot.host.routing.rules.unknown()->detail, "RTM_GETRULE: Operation not supported");
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").neighbours), Reason::unsupported);
}

TEST_F(AddressingModule, AsksRdmaCmForEachAddress) {
  so_far_.host.devices.known()->front().node_guid = std::string("0200:00ff:fe00:0001");
  host_.rdma_cm->addresses["10.1.0.5"] =
      CmBinding{.node_guid = 0x020000fffe000001, .device_index = {}, .port = 1};
  const auto bound = value_of(collect().host.bound_addresses);
  ASSERT_EQ(bound.size(), 2U);
  EXPECT_EQ(bound[0].address, "10.1.0.5");
  EXPECT_TRUE(bound[0].device.is("mlx5_0"));
  EXPECT_TRUE(bound[0].port.is(1));
  EXPECT_EQ(reason_of(bound[1].device), Reason::not_found) << "ENODEV: no RDMA port has it";
}

TEST_F(AddressingModule, KnowsTheDeviceByItsIndexWhereTheKernelTellsIt) {
  host_.rdma_cm->addresses["10.1.0.5"] = CmBinding{.node_guid = 7, .device_index = 1U, .port = 1};
  host_.rdma_cm->addresses["10.2.0.5"] = CmBinding{.node_guid = 7, .device_index = 44U, .port = 1};
  const auto bound = value_of(collect().host.bound_addresses);
  EXPECT_TRUE(bound[0].device.is("mlx5_1"));
  EXPECT_EQ(reason_of(bound[1].device), Reason::not_found);
  EXPECT_TRUE(bound[1].port.is(1));
}

TEST_F(AddressingModule, KnowsNothingOfAnIdThatIsBoundToNoPort) {
  host_.rdma_cm->addresses["10.1.0.5"] = CmBinding{};
  EXPECT_EQ(reason_of(value_of(collect().host.bound_addresses)[0].port), Reason::not_found);
}

TEST_F(AddressingModule, SaysOnceWhyRdmaCmDoesNotAnswer) {
  host_.rdma_cm->addresses["10.1.0.5"] = tl::unexpected(unknown_from_errno(EACCES, "rdma_cm"));
  EXPECT_EQ(reason_of(collect().host.bound_addresses), Reason::permission);
}

TEST_F(AddressingModule, ReadsOnlyFilesOfADeadTree) {
  settings("eth0", "rp_filter", "1\n");
  ProbeEnv env(host_.dead());
  const auto snapshot = run(checks::addressing, env, so_far_);
  EXPECT_TRUE(netdev_of(snapshot, "eth0").ipv4.rp_filter.is(1));
  EXPECT_EQ(reason_of(snapshot.host.routing.routes), Reason::unsupported);
  EXPECT_EQ(reason_of(snapshot.host.bound_addresses), Reason::unsupported);
}

}  // namespace
}  // namespace rocelint
