// SPDX-License-Identifier: Apache-2.0
#include "derive/ports.h"

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/host_parts.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::device;
using testing_support::netdev;

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}
Unknown absent() {
  return {.reason = Reason::not_found, .detail = "", .sys_errno = 0};
}

Host host_of(std::vector<RdmaDevice> devices, std::vector<Netdev> netdevs) {
  Host host;
  host.devices = std::move(devices);
  host.netdevs = std::move(netdevs);
  return host;
}

Host one_port() {
  return host_of({device("mlx5_0", "ens0")}, {netdev("ens0")});
}

RdmaDevice& first_device(Host& host) {
  return host.devices.known()->front();
}
RdmaPort& first_port(Host& host) {
  return first_device(host).ports.known()->front();
}
Netdev& first_netdev(Host& host) {
  return host.netdevs.known()->front();
}

std::vector<std::string> names(const Fact<NetdevList>& list) {
  std::vector<std::string> out;
  for (const auto* netdev : list.known() == nullptr ? NetdevList{} : *list.known()) {
    out.push_back(netdev->name);
  }
  return out;
}

TEST(PortViews, OfAHealthyPort) {
  const auto host = one_port();
  const auto views = port_views(host);
  ASSERT_EQ(views.size(), 1U);
  EXPECT_EQ(views[0].device, &host.devices.known()->front());
  EXPECT_EQ(views[0].netdev, &host.netdevs.known()->front());
  EXPECT_THAT(names(views[0].lowers), ElementsAre("ens0"));
  EXPECT_THAT(names(views[0].uppers), ElementsAre());
  EXPECT_EQ(views[0].not_roce, "");
  EXPECT_FALSE(views[0].roce_doubt || views[0].use_doubt || views[0].unused);
}

TEST(PortViews, AreSortedByDeviceAndPort) {
  auto two = device("mlx5_0", "a");
  two.ports.known()->push_back(two.ports.known()->front());
  two.ports.known()->front().number = 2;
  const auto host = host_of({device("mlx5_1", "b"), two}, {netdev("a"), netdev("b")});
  std::vector<std::string> order;
  for (const auto& view : port_views(host)) {
    order.push_back(view.device->name + '/' + std::to_string(view.port->number));
  }
  EXPECT_THAT(order, ElementsAre("mlx5_0/1", "mlx5_0/2", "mlx5_1/1"));
}

TEST(PortViews, KeepADeviceWhosePortsAreUnknown) {
  auto host = one_port();
  first_device(host).ports = denied();
  const auto views = port_views(host);
  ASSERT_EQ(views.size(), 1U);
  EXPECT_EQ(views[0].port, nullptr);
  EXPECT_EQ(views[0].port_unknown, denied());
  EXPECT_EQ(views[0].not_roce, "");
  EXPECT_EQ(views[0].roce_doubt, denied());
  EXPECT_NE(views[0].lowers.unknown(), nullptr);
}

TEST(PortViews, TellEachReasonForTheirDoubts) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  auto host = one_port();
  first_device(host).protocol = kUnsupported;
  first_device(host).virtual_function = kDenied;
  first_netdev(host).carrier = false;
  first_netdev(host).addresses = kDenied;
  first_netdev(host).lowers = kUnsupported;
  const auto view = port_views(host).front();
  EXPECT_EQ(reasons(view.roce_doubt.value_or(Unknown{})), "unsupported permission");
  EXPECT_EQ(reasons(view.use_doubt.value_or(Unknown{})), "permission unsupported");
}

TEST(PortViews, OfAHostWhoseDevicesAreUnknownAreNone) {
  auto host = one_port();
  host.devices = denied();
  EXPECT_TRUE(port_views(host).empty());
}

struct IdentityRow {
  std::string name;
  std::function<void(Host&)> change;
  std::string not_roce;  ///< "" : it counts
  bool doubt = false;
};
void PrintTo(const IdentityRow& row, std::ostream* out) {
  *out << row.name;
}

class PortIdentity : public testing::TestWithParam<IdentityRow> {};

TEST_P(PortIdentity, Decides) {
  auto host = one_port();
  GetParam().change(host);
  const auto views = port_views(host);
  ASSERT_FALSE(views.empty());
  EXPECT_THAT(views[0].not_roce, HasSubstr(GetParam().not_roce));
  EXPECT_EQ(views[0].not_roce.empty(), GetParam().not_roce.empty());
  EXPECT_EQ(views[0].roce_doubt.has_value(), GetParam().doubt);
}

void make_vf(Host& host) {
  first_device(host).virtual_function = true;
  first_device(host).system_image_guid = std::string("card");
}
void add_pf(Host& host, const std::string& guid) {
  auto pf = device("mlx5_9", "ens9");
  pf.system_image_guid = guid;
  host.devices.known()->push_back(pf);
  host.netdevs.known()->push_back(netdev("ens9"));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, PortIdentity,
    testing::Values(
        IdentityRow{"infiniband", [](Host& h) { first_device(h).protocol = RdmaProtocol::ib; },
                    "InfiniBand"},
        IdentityRow{"iwarp", [](Host& h) { first_device(h).protocol = RdmaProtocol::iw; }, "iWARP"},
        IdentityRow{"protocol_unknown", [](Host& h) { first_device(h).protocol = denied(); }, "",
                    true},
        IdentityRow{"no_gid_table", [](Host& h) { first_port(h).gid_table_length = 0; },
                    "no GID table"},
        IdentityRow{"gid_table_unknown", [](Host& h) { first_port(h).gid_table_length = denied(); },
                    "", true},
        IdentityRow{"gid_table_unknown_but_gids_seen",
                    [](Host& h) {
                      first_port(h).gid_table_length = denied();
                      first_port(h).gids = std::vector<Gid>{Gid{}};
                    },
                    ""},
        IdentityRow{"netdev_in_another_namespace", [](Host& h) { first_port(h).netdev = absent(); },
                    "namespace"},
        IdentityRow{"netdev_unknown", [](Host& h) { first_port(h).netdev = denied(); }, "", true},
        IdentityRow{"vf_beside_its_pf",
                    [](Host& h) {
                      make_vf(h);
                      add_pf(h, "card");
                    },
                    "virtual function"},
        IdentityRow{"vf_alone", make_vf, ""},
        IdentityRow{"vf_beside_the_pf_of_another_card",
                    [](Host& h) {
                      make_vf(h);
                      add_pf(h, "other");
                    },
                    ""},
        IdentityRow{"vf_whose_pf_is_in_another_namespace",
                    [](Host& h) {
                      make_vf(h);
                      add_pf(h, "card");
                      h.devices.known()->back().ports.known()->front().netdev = absent();
                    },
                    ""},
        IdentityRow{"vf_whose_card_is_unknown",
                    [](Host& h) {
                      make_vf(h);
                      add_pf(h, "card");
                      first_device(h).system_image_guid = denied();
                    },
                    "", true},
        IdentityRow{"perhaps_a_vf", [](Host& h) { first_device(h).virtual_function = denied(); },
                    "", true}),
    [](const auto& row) { return row.param.name; });

struct UseRow {
  std::string name;
  std::function<void(Host&)> change;
  bool unused = false;
  bool doubt = false;
};
void PrintTo(const UseRow& row, std::ostream* out) {
  *out << row.name;
}

class PortUse : public testing::TestWithParam<UseRow> {};

TEST_P(PortUse, Decides) {
  auto host = one_port();
  first_netdev(host).carrier = false;
  GetParam().change(host);
  const auto views = port_views(host);
  EXPECT_EQ(views[0].unused, GetParam().unused);
  EXPECT_EQ(views[0].use_doubt.has_value(), GetParam().doubt);
}

void add_upper(Host& host, Fact<std::vector<Address>> addresses) {
  auto upper = netdev("ens0.7");
  upper.link_kind = std::string("vlan");
  upper.addresses = std::move(addresses);
  first_netdev(host).uppers = std::vector<std::string>{"ens0.7"};
  host.netdevs.known()->push_back(upper);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, PortUse,
    testing::Values(
        UseRow{"neither_carrier_nor_address", [](Host&) {}, true},
        UseRow{"carrier", [](Host& h) { first_netdev(h).carrier = true; }},
        UseRow{"address", [](Host& h) { first_netdev(h).addresses = std::vector<Address>{{}}; }},
        UseRow{"address_of_an_upper",
               [](Host& h) { add_upper(h, std::vector<Address>{Address{}}); }},
        UseRow{"upper_without_address", [](Host& h) { add_upper(h, std::vector<Address>{}); },
               true},
        UseRow{"addresses_of_an_upper_unknown", [](Host& h) { add_upper(h, denied()); }, false,
               true},
        UseRow{"carrier_unknown", [](Host& h) { first_netdev(h).carrier = denied(); }, false, true},
        UseRow{"addresses_unknown", [](Host& h) { first_netdev(h).addresses = denied(); }, false,
               true},
        UseRow{"carrier_and_addresses_unknown",
               [](Host& h) {
                 first_netdev(h).carrier = true;
                 first_netdev(h).addresses = denied();
               }},
        UseRow{"uppers_unknown", [](Host& h) { first_netdev(h).uppers = denied(); }, false, true}),
    [](const auto& row) { return row.param.name; });

/// ens0 and ens1 under bond0; RDMA on ens0 only, as in a RoCE LAG.
Host lag() {
  auto host =
      host_of({device("mlx5_bond_0", "ens0")}, {netdev("ens0"), netdev("ens1"), netdev("bond0")});
  auto& netdevs = *host.netdevs.known();
  netdevs[0].uppers = std::vector<std::string>{"bond0"};
  netdevs[1].uppers = std::vector<std::string>{"bond0"};
  netdevs[2].link_kind = std::string("bond");
  netdevs[2].lowers = std::vector<std::string>{"ens1", "ens0"};
  return host;
}

TEST(PortLowers, OfABondAreItsSlavesByName) {
  auto host = lag();
  first_port(host).netdev = std::string("bond0");
  EXPECT_THAT(names(port_views(host)[0].lowers), ElementsAre("ens0", "ens1"));
}

TEST(PortLowers, OfARoceLagHasTheSlaveWithoutRdmaToo) {
  const auto host = lag();
  EXPECT_THAT(names(port_views(host)[0].lowers), ElementsAre("ens0", "ens1"));
}

TEST(PortLowers, OfABondedPortLeavesOutSlavesWithRdmaOfTheirOwn) {
  auto host = lag();
  host.devices.known()->push_back(device("mlx5_1", "ens1"));
  EXPECT_THAT(names(port_views(host)[1].lowers), ElementsAre("ens0"));
}

TEST(PortLowers, TellsEachReasonForItsDoubt) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  auto host = lag();
  auto& netdevs = *host.netdevs.known();
  netdevs[0].uppers = std::vector<std::string>{"bond0", "ens1"};
  netdevs[1].link_kind = kDenied;
  netdevs[2].lowers = kUnsupported;
  EXPECT_EQ(reasons(port_views(host)[0].lowers), "unsupported permission");
  netdevs[0].uppers = kDenied;
  netdevs[0].lowers = kUnsupported;
  EXPECT_EQ(reasons(port_views(host)[0].lowers), "unsupported permission");
}

struct LowersRow {
  std::string name;
  std::function<void(Host&)> change;
  Reason reason;
};
void PrintTo(const LowersRow& row, std::ostream* out) {
  *out << row.name;
}

class UnknownLowers : public testing::TestWithParam<LowersRow> {};

TEST_P(UnknownLowers, SaysWhy) {
  auto host = lag();
  GetParam().change(host);
  const auto views = port_views(host);
  ASSERT_NE(views[0].lowers.unknown(), nullptr);
  EXPECT_EQ(views[0].lowers.unknown()->reason, GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, UnknownLowers,
    testing::Values(
        LowersRow{"not_read", [](Host& h) { first_netdev(h).lowers = denied(); },
                  Reason::permission},
        LowersRow{"empty",  // an empty list would pass every rule over it
                  [](Host& h) { first_netdev(h).lowers = std::vector<std::string>{}; },
                  Reason::malformed},
        LowersRow{"dangling",
                  [](Host& h) { first_netdev(h).lowers = std::vector<std::string>{"gone"}; },
                  Reason::vanished},
        LowersRow{"uppers_not_read", [](Host& h) { first_netdev(h).uppers = denied(); },
                  Reason::permission},
        LowersRow{"kind_of_upper_not_read",
                  [](Host& h) { (*h.netdevs.known())[2].link_kind = denied(); },
                  Reason::permission},
        LowersRow{"slaves_not_read", [](Host& h) { (*h.netdevs.known())[2].lowers = denied(); },
                  Reason::permission},
        LowersRow{"no_netdevs", [](Host& h) { h.netdevs = denied(); }, Reason::permission},
        LowersRow{"port_without_netdev", [](Host& h) { first_port(h).netdev = denied(); },
                  Reason::permission},
        LowersRow{"netdev_not_listed", [](Host& h) { first_port(h).netdev = std::string("gone"); },
                  Reason::vanished}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
