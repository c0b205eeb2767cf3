// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/netdev_stack.h"

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using Names = std::vector<std::string>;

StackedLink on(std::string name, Names lowers = {}) {
  return {.name = std::move(name), .lowers = std::move(lowers), .lowers_unknown = {}};
}

std::vector<Netdev> stacked(const std::vector<StackedLink>& links) {
  std::vector<Netdev> netdevs;
  for (const auto& link : links) {
    netdevs.emplace_back().name = link.name;
  }
  stack_netdevs(links, netdevs);
  return netdevs;
}

TEST(StackNetdevs, FindsLowersAndUppersAtAnyHeight) {
  const auto netdevs = stacked({on("eth0"), on("eth1"), on("bond0", {"eth0", "eth1"}),
                                on("bond0.7", {"bond0"}), on("mv", {"bond0.7"}), on("alone")});
  EXPECT_TRUE(netdevs[0].uppers.is({"bond0", "bond0.7", "mv"}));
  EXPECT_TRUE(netdevs[0].lowers.is({"eth0"}));
  EXPECT_TRUE(netdevs[2].lowers.is({"eth0", "eth1"}));
  EXPECT_TRUE(netdevs[4].lowers.is({"eth0", "eth1"}));
  EXPECT_TRUE(netdevs[4].uppers.is({}));
  EXPECT_TRUE(netdevs[5].lowers.is({"alone"}));
}

TEST(StackNetdevs, SaysWhenALowerIsInAnotherNamespace) {
  StackedLink foreign = on("mv");
  foreign.lowers_unknown = Unknown{.reason = Reason::not_found, .detail = "elsewhere"};
  const auto netdevs = stacked({foreign, on("mv.5", {"mv"}), on("eth0")});
  EXPECT_EQ(reason_of(netdevs[0].lowers), Reason::not_found);
  EXPECT_EQ(reason_of(netdevs[1].lowers), Reason::not_found);
  EXPECT_TRUE(netdevs[2].lowers.is({"eth0"}));
}

TEST(StackNetdevs, EndsInCirclesAndIgnoresStrangers) {
  const auto netdevs = stacked({on("a", {"b"}), on("b", {"a"}), on("c", {"c", "nobody"})});
  EXPECT_TRUE(netdevs[0].uppers.is({"b"}));
  EXPECT_TRUE(netdevs[0].lowers.is({}));
  EXPECT_TRUE(netdevs[2].lowers.is({"c"}));
}

// A host whose RDMA ports are on the named netdevs.
Host host_with(const std::vector<StackedLink>& links, const Names& ports) {
  Host host;
  host.netdevs = stacked(links);
  for (auto& netdev : *host.netdevs.known()) {
    netdev.link_kind = std::string(netdev.name.starts_with("bond") ? "bond" : "");
  }
  auto& devices = host.devices.emplace();
  for (const auto& name : ports) {
    auto& port = devices.emplace_back().ports.emplace().emplace_back();
    port.netdev =
        name.empty()
            ? Fact<std::string>(Unknown{.reason = Reason::not_found, .detail = "elsewhere"})
            : Fact<std::string>(name);
  }
  return host;
}

TEST(RdmaLowers, IsWhatCarriesThePorts) {
  const auto host = host_with({on("eth0"), on("eth1"), on("veth"), on("br0", {"eth1", "veth"})},
                              {"eth0", "eth1", ""});
  EXPECT_EQ(rdma_lowers(host), (std::set<std::string>{"eth0", "eth1"})) << "not the bridge's veth";
}

TEST(RdmaLowers, FindsTheOtherSlaveOfALag) {
  for (const char* port : {"eth0", "bond0"}) {
    const auto host = host_with({on("eth0"), on("eth1"), on("bond0", {"eth0", "eth1"})}, {port});
    EXPECT_EQ(rdma_lowers(host), (std::set<std::string>{"eth0", "eth1"})) << port;
  }
}

TEST(RdmaLowers, IsEmptyWhereNothingIsKnown) {
  EXPECT_TRUE(rdma_lowers({}).empty());
  EXPECT_TRUE(rdma_lowers(host_with({}, {"eth0"})).empty());
}

TEST(PortLowers, SaysWhyItIsNotKnown) {
  const auto host = host_with({on("eth0")}, {""});
  EXPECT_EQ(port_lowers(host, host.devices.known()->front().ports.known()->front()).error().detail,
            "elsewhere");
  RdmaPort stranger;
  stranger.netdev = std::string("eth9");
  EXPECT_EQ(port_lowers(host, stranger).error().reason, Reason::not_found);
}

TEST(RdmaNetdevs, AreThoseOfPortsAndWhatIsStackedOnThem) {
  const Host host = host_with({on("eth0"), on("eth1"), on("bond0", {"eth0", "eth1"}),
                               on("bond0.7", {"bond0"}), on("mgmt0"), on("mgmt0.7", {"mgmt0"})},
                              {"eth0"});
  EXPECT_EQ(rdma_netdevs(host), (std::set<std::string>{"bond0", "bond0.7", "eth0", "eth1"}));
}

}  // namespace
}  // namespace rocelint
