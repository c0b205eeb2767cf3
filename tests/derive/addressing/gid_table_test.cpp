// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/gid_table.h"

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "derive/ports.h"
#include "tests/support/host_parts.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing_support::netdev;

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}
Unknown foreign() {
  return {.reason = Reason::not_found, .detail = "", .sys_errno = 0};
}

Gid gid(const std::string& address, Fact<std::string> netdev,
        Fact<GidType> type = GidType::roce_v2) {
  return {.index = 0, .gid = address, .type = std::move(type), .netdev = std::move(netdev)};
}
Gid gid(const std::string& address, const char* netdev, Fact<GidType> type = GidType::roce_v2) {
  return gid(address, Fact<std::string>(std::string(netdev)), std::move(type));
}
Gid gid(const std::string& address, const Unknown& netdev) {
  return gid(address, Fact<std::string>(netdev));
}

RdmaDevice device(const std::string& name, const std::string& on, Fact<std::vector<Gid>> gids) {
  auto made = testing_support::device(name, on);
  made.ports.known()->front().gids = std::move(gids);
  return made;
}

/// Two ports; `vlan` stands on the first one's netdev.
struct Two {
  Host host;

  Two(Fact<std::vector<Gid>> first, Fact<std::vector<Gid>> second) {
    auto ens0 = netdev("ens0");
    ens0.uppers = std::vector<std::string>{"ens0.100"};
    auto vlan = netdev("ens0.100");
    vlan.link_kind = std::string("vlan");
    host.netdevs = std::vector{ens0, vlan, netdev("ens1")};
    host.devices = std::vector{device("mlx5_0", "ens0", std::move(first)),
                               device("mlx5_1", "ens1", std::move(second))};
  }
  [[nodiscard]] GidTable table() const {
    return derive_gid_table(port_views(host).front(), GidOwners(host));
  }
};

using Strings = std::optional<std::vector<std::string>>;
Strings value_of(const Fact<std::vector<std::string>>& fact) {
  return fact.known() == nullptr ? std::nullopt : Strings(*fact.known());
}

struct Row {
  std::string name;
  std::vector<Gid> first;
  Fact<std::vector<Gid>> second;
  Strings duplicates;  ///< nothing: unknown
  Strings off_port = std::vector<std::string>{};
  std::function<void(Host&)> change = {};
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class GidTableOf : public testing::TestWithParam<Row> {};

TEST_P(GidTableOf, FirstPort) {
  const auto& row = GetParam();
  Two two(row.first, row.second);
  if (row.change) {
    row.change(two.host);
  }
  const auto table = two.table();
  EXPECT_EQ(value_of(table.duplicates), row.duplicates);
  EXPECT_EQ(value_of(table.off_port), row.off_port);
}

const std::string kA = "::ffff:192.0.2.6";
const std::string kB = "::ffff:192.0.2.7";
const std::string kLinkLocal = "fe80::1";
const std::vector<std::string> kNone;

INSTANTIATE_TEST_SUITE_P(
    Rows, GidTableOf,
    testing::Values(
        Row{"unlike", {gid(kA, "ens0")}, std::vector{gid(kB, "ens1")}, kNone},
        Row{"same", {gid(kA, "ens0")}, std::vector{gid(kA, "ens1")}, Strings({kA})},
        Row{"link_local_may_be_the_same",
            {gid(kLinkLocal, "ens0")},
            std::vector{gid(kLinkLocal, "ens1")},
            kNone},
        Row{"of_one_netdev", {gid(kA, "ens0")}, std::vector{gid(kA, "ens0")}, kNone},
        Row{"of_another_namespace", {gid(kA, "ens0")}, std::vector{gid(kA, foreign())}, kNone},
        Row{"own_of_another_namespace", {gid(kA, foreign())}, std::vector{gid(kA, "ens1")}, kNone},
        Row{"other_netdev_unknown",
            {gid(kA, "ens0")},
            std::vector{gid(kA, denied())},
            std::nullopt},
        Row{"other_netdev_unknown_of_another_gid",
            {gid(kA, "ens0")},
            std::vector{gid(kB, denied())},
            kNone},
        Row{"other_table_unknown", {gid(kA, "ens0")}, denied(), std::nullopt},
        Row{"other_table_unknown_but_nothing_to_compare",
            {gid(kLinkLocal, "ens0")},
            denied(),
            kNone},
        Row{"other_ports_unknown",
            {gid(kA, "ens0")},
            std::vector{gid(kB, "ens1")},
            std::nullopt,
            kNone,
            [](Host& host) { host.devices.known()->back().ports = denied(); }},
        Row{"other_is_infiniband",
            {gid(kA, "ens0")},
            denied(),
            kNone,
            kNone,
            [](Host& host) { host.devices.known()->back().protocol = RdmaProtocol::ib; }},
        Row{"on_an_upper", {gid(kA, "ens0.100")}, std::vector<Gid>{}, kNone},
        Row{"off_port", {gid(kA, "ens7")}, std::vector<Gid>{}, kNone, Strings({kA})},
        Row{"v1_off_port", {gid(kA, "ens7", GidType::roce_v1)}, std::vector<Gid>{}, kNone},
        Row{"off_port_of_unknown_type",
            {gid(kA, "ens7", denied())},
            std::vector<Gid>{},
            kNone,
            std::nullopt},
        Row{"off_port_perhaps",
            {gid(kA, "ens0.100")},
            std::vector<Gid>{},
            kNone,
            std::nullopt,
            [](Host& host) { host.netdevs.known()->front().uppers = denied(); }},
        Row{"own_netdev_unknown", {gid(kA, denied())}, std::vector<Gid>{}, kNone, std::nullopt},
        Row{"no_address", {gid("fe80:", "ens0")}, std::vector<Gid>{}, std::nullopt, std::nullopt}),
    [](const auto& row) { return row.param.name; });

TEST(GidTable, TellsEachReasonForItsDoubt) {
  using testing_support::kUnsupported;
  using testing_support::reasons;
  const Two types(std::vector{gid(kA, Fact<std::string>(denied()), kUnsupported)},
                  std::vector<Gid>{});
  EXPECT_EQ(reasons(types.table().off_port), "unsupported permission");
  Two tables(std::vector{gid(kA, "ens0")}, kUnsupported);
  tables.host.devices.known()->push_back(device("mlx5_2", "ens1", denied()));
  EXPECT_EQ(reasons(tables.table().duplicates), "unsupported permission");
  const Two netdevs(std::vector{gid(kA, denied())}, std::vector{gid(kA, kUnsupported)});
  EXPECT_EQ(reasons(netdevs.table().duplicates), "permission unsupported");
}

TEST(GidTable, IsUnknownWithTheTableOfThePort) {
  const Two two(denied(), std::vector<Gid>{});
  EXPECT_EQ(*two.table().duplicates.unknown(), denied());
  EXPECT_EQ(*two.table().off_port.unknown(), denied());
}

}  // namespace
}  // namespace rocelint
