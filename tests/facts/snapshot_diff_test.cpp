// SPDX-License-Identifier: Apache-2.0
#include "facts/snapshot_diff.h"

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/json/facts_json.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Netdev netdev(const std::string& name, const std::string& pci_address) {
  Netdev netdev;
  netdev.name = name;
  if (!pci_address.empty()) {
    netdev.pci_address = pci_address;
  }
  netdev.mtu_bytes = 9000;
  netdev.dcb.pfc.emplace().enabled = {3};
  netdev.addresses = std::vector{Address{.address = "192.0.2.1",
                                         .family = AddressFamily::ipv4,
                                         .prefix_length = 31,
                                         .scope = {},
                                         .flags = {}}};
  return netdev;
}

RdmaDevice device(const std::string& name, const std::string& pci_address,
                  const std::string& guid) {
  RdmaDevice device;
  device.name = name;
  if (!pci_address.empty()) {
    device.pci_address = pci_address;
  }
  if (!guid.empty()) {
    device.node_guid = guid;
  }
  auto& port = device.ports.emplace().emplace_back();
  port.number = 1;
  port.active_mtu_bytes = 4096;
  return device;
}

Snapshot host() {
  Snapshot snapshot;
  snapshot.host.hostname = std::string("gpu1");
  snapshot.host.netdevs = std::vector{netdev("ens1", "0000:18:00.0"),
                                      netdev("ens2", "0000:28:00.0"), netdev("bond0", "")};
  snapshot.host.devices = std::vector{device("mlx5_0", "0000:18:00.0", "a088:0001"),
                                      device("mlx5_1", "0000:28:00.0", "a088:0002")};
  return snapshot;
}

std::string written(const Fact<std::vector<Netdev>>& netdevs) {
  std::string json;
  write_json_value(json, kType<Fact<std::vector<Netdev>>>, &netdevs);
  return json;
}

std::string in_words(const FactChange& change) {
  return change.path + ": " + (change.before.empty() ? "" : change.before) + " -> " +
         (change.after.empty() ? "" : change.after);
}

std::vector<std::string> differences(const Snapshot& before, const Snapshot& after) {
  std::vector<std::string> out;
  for (const auto& change : diff_snapshots(before, after)) {
    out.push_back(change.is_named ? change.path + (change.before.empty() ? " +" : " -")
                                  : in_words(change));
  }
  return out;
}

struct Row {
  std::string name;
  std::function<void(Snapshot&)> change;
  std::vector<std::string> expected;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class SnapshotDiff : public testing::TestWithParam<Row> {};

TEST_P(SnapshotDiff, NamesEachDifferenceOnce) {
  auto after = host();
  GetParam().change(after);
  EXPECT_EQ(differences(host(), after), GetParam().expected);
}

// The mirror image: what appeared one way vanished the other way.
TEST_P(SnapshotDiff, IsTheSameBackwards) {
  auto after = host();
  GetParam().change(after);
  EXPECT_EQ(diff_snapshots(after, host()).size(), GetParam().expected.size());
}

auto& first_netdev(Snapshot& snapshot) {
  return snapshot.host.netdevs.known()->front();
}
auto& devices(Snapshot& snapshot) {
  return *snapshot.host.devices.known();
}

const std::vector<Row> kRows = {
    {"Nothing", [](Snapshot&) {}, {}},
    {"Value",
     [](Snapshot& s) { first_netdev(s).mtu_bytes = 1500; },
     {R"(host.netdevs["ens1"].mtu_bytes: 9000 -> 1500)"}},
    {"ListOfNumbers",
     [](Snapshot& s) { first_netdev(s).dcb.pfc.known()->enabled = {3, 4}; },
     {R"(host.netdevs["ens1"].dcb.pfc.enabled: [3] -> [3,4])"}},
    {"KnownToUnknown",
     [](Snapshot& s) {
       first_netdev(s).mtu_bytes =
           Unknown{.reason = Reason::permission, .detail = "no", .sys_errno = 13};
     },
     {R"(host.netdevs["ens1"].mtu_bytes: 9000 -> {"unknown":"permission","detail":"no","errno":13})"}},
    {"OtherReason",
     [](Snapshot& s) {
       first_netdev(s).driver = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
     },
     {R"(host.netdevs["ens1"].driver: {"unknown":"not_collected"} -> {"unknown":"timeout"})"}},
    {"SameReasonOtherDetail",
     [](Snapshot& s) {
       first_netdev(s).driver =
           Unknown{.reason = Reason::not_collected, .detail = "pid 7", .sys_errno = 0};
     },
     {}},
    {"ElementWithoutKey",
     [](Snapshot& s) { first_netdev(s).addresses.known()->front().prefix_length = 24; },
     {R"(host.netdevs["ens1"].addresses:  -> {"address":"192.0.2.1","family":"ipv4","prefix_length":24,"scope":"global"})",
      R"(host.netdevs["ens1"].addresses: {"address":"192.0.2.1","family":"ipv4","prefix_length":31,"scope":"global"} -> )"}},
    {"TwiceTheSameElement",
     [](Snapshot& s) {
       auto& addresses = *first_netdev(s).addresses.known();
       addresses.push_back(addresses.front());
     },
     {R"(host.netdevs["ens1"].addresses:  -> {"address":"192.0.2.1","family":"ipv4","prefix_length":31,"scope":"global"})"}},
    {"Appeared",
     [](Snapshot& s) { s.host.netdevs.known()->push_back(netdev("ens3", "0000:38:00.0")); },
     {R"(host.netdevs["ens3"] +)"}},
    {"Vanished", [](Snapshot& s) { devices(s).pop_back(); }, {R"(host.devices["mlx5_1"] -)"}},
    {"Renamed",
     [](Snapshot& s) {
       std::swap(devices(s).at(0).name, devices(s).at(1).name);
       devices(s).at(0).ports.known()->front().active_mtu_bytes = 1024;
     },
     {R"(host.devices["mlx5_0"].name: "mlx5_0" -> "mlx5_1")",
      R"(host.devices["mlx5_0"].ports[1].active_mtu_bytes: 4096 -> 1024)",
      R"(host.devices["mlx5_1"].name: "mlx5_1" -> "mlx5_0")"}},
    {"MovedToAnotherSlot",
     [](Snapshot& s) { devices(s).at(1).pci_address = std::string("0000:38:00.0"); },
     {R"(host.devices["mlx5_1"].pci_address: "0000:28:00.0" -> "0000:38:00.0")"}},
    {"AnotherNicOfTheSameName",
     [](Snapshot& s) { devices(s).at(1) = device("mlx5_1", "0000:38:00.0", "a088:0003"); },
     {R"(host.devices["mlx5_1"] -)", R"(host.devices["mlx5_1"] +)"}},
    {"ByNameWhereNothingElseTells",
     [](Snapshot& s) { s.host.netdevs.known()->back().mtu_bytes = 1500; },
     {R"(host.netdevs["bond0"].mtu_bytes: 9000 -> 1500)"}},
    {"WholeList",
     [](Snapshot& s) {
       s.host.devices = std::vector<RdmaDevice>{};
       s.host.netdevs = Unknown{.reason = Reason::crashed, .detail = "", .sys_errno = 0};
     },
     {R"(host.devices["mlx5_0"] -)", R"(host.devices["mlx5_1"] -)",
      "host.netdevs: " + written(host().host.netdevs) + R"( -> {"unknown":"crashed"})"}},
};

INSTANTIATE_TEST_SUITE_P(Rows, SnapshotDiff, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(SnapshotDiffOrder, OfListsDoesNotCount) {
  auto after = host();
  std::ranges::reverse(*after.host.netdevs.known());
  std::ranges::reverse(devices(after));
  EXPECT_THAT(diff_snapshots(host(), after), IsEmpty());
}

TEST(SnapshotDiffIdentity, AGuidOfZerosTellsNothing) {
  Snapshot before;
  before.host.devices = std::vector{device("mlx5_4", "", "0000:0000:0000:0000")};
  Snapshot after;
  after.host.devices = std::vector{device("mlx5_5", "", "0000:0000:0000:0000")};
  EXPECT_THAT(differences(before, after),
              ElementsAre(R"(host.devices["mlx5_4"] -)", R"(host.devices["mlx5_5"] +)"));
}

TEST(SnapshotDiffIdentity, FunctionsThatShareAnAddressGoByName) {
  Snapshot before;
  before.host.netdevs =
      std::vector{netdev("ens1", "0000:18:00.0"), netdev("ens1d1", "0000:18:00.0")};
  auto after = before;
  after.host.netdevs.known()->back().mtu_bytes = 1500;
  EXPECT_THAT(differences(before, after),
              ElementsAre(R"(host.netdevs["ens1d1"].mtu_bytes: 9000 -> 1500)"));
}

TEST(SnapshotDiffPath, SpellsTheFactWithoutElements) {
  auto after = host();
  devices(after).at(0).ports.known()->front().active_mtu_bytes = 1024;
  const auto changes = diff_snapshots(host(), after);
  ASSERT_EQ(changes.size(), 1);
  EXPECT_EQ(changes.front().fact, "host.devices.ports.active_mtu_bytes");
}

}  // namespace
}  // namespace rocelint
