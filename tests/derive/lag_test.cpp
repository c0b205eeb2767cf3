// SPDX-License-Identifier: Apache-2.0
#include "derive/lag.h"

#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/ports.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using Names = std::vector<std::string>;

/// eth0 and eth1 in bond0, and a VLAN on that; RoCE LAG: one RDMA device.
struct LagTest : testing::Test {
  LagTest() {
    auto& netdevs = host.netdevs.emplace();
    for (const char* name : {"bond0", "bond0.7", "eth0", "eth1"}) {
      Netdev& netdev = netdevs.emplace_back();
      netdev.name = name;
      netdev.link_kind = std::string();
      netdev.addresses.emplace();
      netdev.uppers.emplace();
      netdev.lowers = Names{"eth0", "eth1"};
    }
    netdevs[0].link_kind = std::string("bond");
    netdevs[0].bond.emplace().mode = BondMode::lacp;
    netdevs[0].uppers = Names{"bond0.7"};
    netdevs[1].link_kind = std::string("vlan");
    for (const std::size_t i : {std::size_t{2}, std::size_t{3}}) {
      netdevs[i].uppers = Names{"bond0", "bond0.7"};
      netdevs[i].lowers = Names{netdevs[i].name};
      netdevs[i].bond_slave.emplace().mii_up = true;
      netdevs[i].pci_address = "0000:17:00." + std::to_string(i - 2);
    }
    add_device("mlx5_bond_0", "eth0");
  }

  void add_device(const std::string& name, const std::string& netdev) {
    auto& devices =
        host.devices.known() != nullptr ? *host.devices.known() : host.devices.emplace();
    RdmaDevice& device = devices.emplace_back();
    device.name = name;
    device.protocol = RdmaProtocol::roce;
    auto& port = device.ports.emplace().emplace_back();
    port.number = 1;
    port.netdev = netdev;
  }
  [[nodiscard]] Netdev& netdev(std::size_t i) { return (*host.netdevs.known())[i]; }
  [[nodiscard]] PortLag lag() const {
    const auto views = port_views(host);
    return derive_lag(views.front(), host);
  }

  Host host;
};

TEST_F(LagTest, FindsTheBondAboveThePort) {
  const auto found = lag();
  EXPECT_TRUE(found.bond.is("bond0"));
  EXPECT_TRUE(found.mode.is(BondMode::lacp));
  ASSERT_THAT(*found.slaves.known(), SizeIs(2));
  EXPECT_EQ((*found.slaves.known())[1].netdev, "eth1");
  EXPECT_TRUE((*found.slaves.known())[1].mii_up.is(true));
  EXPECT_THAT(*found.devices.known(), ElementsAre("mlx5_bond_0"));
  EXPECT_THAT(*found.cards.known(), ElementsAre("0000:17:00"));
}

TEST_F(LagTest, ThePortMayBeOnTheBondItself) {
  host.devices.known()->front().ports.known()->front().netdev = std::string("bond0");
  EXPECT_TRUE(lag().bond.is("bond0"));
  EXPECT_THAT(*lag().slaves.known(), SizeIs(2));
  EXPECT_THAT(*lag().devices.known(), ElementsAre("mlx5_bond_0"));
}

TEST_F(LagTest, TwoCardsStayTwoDevices) {
  add_device("mlx5_1", "eth1");
  netdev(3).pci_address = std::string("0000:27:00.0");
  EXPECT_THAT(*lag().devices.known(), ElementsAre("mlx5_bond_0", "mlx5_1"));
  EXPECT_THAT(*lag().cards.known(), ElementsAre("0000:17:00", "0000:27:00"));
}

TEST_F(LagTest, TellsTheAddressesOfASlave) {
  netdev(2).addresses = std::vector{Address{.address = "10.1.0.5",
                                            .family = AddressFamily::ipv4,
                                            .prefix_length = 16,
                                            .scope = AddressScope::global,
                                            .flags = {}},
                                    Address{.address = "fe80::1",
                                            .family = AddressFamily::ipv6,
                                            .prefix_length = 64,
                                            .scope = AddressScope::link,
                                            .flags = {}}};
  EXPECT_THAT(*lag().slaves.known()->front().addresses.known(), ElementsAre("10.1.0.5"));
}

TEST_F(LagTest, APortMayBeInNone) {
  netdev(0).link_kind = std::string("bridge");
  const auto found = lag();
  EXPECT_TRUE(found.bond.is(""));
  EXPECT_EQ(found.mode.unknown()->reason, Reason::not_found);
  EXPECT_EQ(found.slaves.unknown()->reason, Reason::not_found);
}

// Where a device stands that does not tell its netdev, it may be the second one on the bond.
TEST_F(LagTest, ADeviceThatDoesNotTellItsNetdevMayBeOnTheBond) {
  add_device("mlx5_bond_1", "eth1");
  auto& port = host.devices.known()->back().ports.known()->front();
  port.netdev = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  EXPECT_EQ(lag().devices.unknown()->reason, Reason::timeout);
  port.netdev = Unknown{.reason = Reason::not_found, .detail = "", .sys_errno = 0};
  EXPECT_THAT(*lag().devices.known(), ElementsAre("mlx5_bond_0"));
  host.devices.known()->back().ports =
      Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 0};
  EXPECT_EQ(lag().devices.unknown()->reason, Reason::permission);
}

TEST_F(LagTest, TellsEachReasonForItsDoubt) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  netdev(2).pci_address = kDenied;
  netdev(3).pci_address = kUnsupported;
  EXPECT_EQ(reasons(lag().cards), "permission unsupported");
  for (const auto& why : {kUnsupported, kDenied}) {
    add_device("mlx5_" + std::string(to_string(why.reason)), "eth1");
    host.devices.known()->back().ports = why;
  }
  EXPECT_EQ(reasons(lag().devices), "unsupported permission");
  netdev(2).link_kind = kUnsupported;
  EXPECT_EQ(reasons(lag().bond), "unsupported") << "the bond above it is known";
  netdev(0).link_kind = kDenied;
  EXPECT_EQ(reasons(lag().bond), "unsupported permission");
}

TEST_F(LagTest, SaysWhatItDoesNotKnow) {
  netdev(0).bond = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  netdev(2).bond_slave = Unknown{.reason = Reason::malformed, .detail = "", .sys_errno = 0};
  netdev(3).pci_address = Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 0};
  auto found = lag();
  EXPECT_EQ(found.mode.unknown()->reason, Reason::timeout);
  EXPECT_EQ(found.slaves.known()->front().mii_up.unknown()->reason, Reason::malformed);
  EXPECT_EQ(found.cards.unknown()->reason, Reason::permission);
  netdev(0).lowers = Names{"eth0", "eth9"};
  EXPECT_EQ(lag().slaves.unknown()->reason, Reason::vanished);
  netdev(0).link_kind = Unknown{.reason = Reason::io_error, .detail = "", .sys_errno = 0};
  found = lag();
  EXPECT_EQ(found.bond.unknown()->reason, Reason::io_error);
  EXPECT_EQ(found.slaves.unknown()->reason, Reason::io_error);
}

}  // namespace
}  // namespace rocelint
