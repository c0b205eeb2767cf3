// SPDX-License-Identifier: Apache-2.0
#include "inputs/node_facts.h"

#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

namespace rocelint {
namespace {

const Unknown kRefused{Reason::permission, "refused", 13};

Netdev netdev(const char* name, const char* mac) {
  Netdev made;
  made.name = name;
  made.mac_address = std::string(mac);
  return made;
}

/// What root sees on the node: eth0 is the network card's.
Snapshot node() {
  Snapshot snapshot;
  snapshot.taken_at = "2027-03-02T00:12:44Z";
  snapshot.probe.host_network_namespace = true;
  snapshot.host.boot_id = std::string("boot-2");
  snapshot.host.hostname = std::string("gpu0417");
  auto& netdevs = snapshot.host.netdevs.emplace();
  netdevs = {netdev("eth0", "0c:42:a1:00:00:01"), netdev("eth7", "0c:42:a1:00:00:07")};
  for (auto& each : netdevs) {
    each.dcb.pfc = Pfc{};
    each.max_mtu_bytes = 9978;
    each.statistics = CounterMap{{"rx_packets", 5}};
  }
  PciDevice bridge;
  bridge.address = "0000:00:01.0";
  bridge.ats = true;
  snapshot.host.pci_devices = std::vector{bridge};
  snapshot.host.routing.rules = std::vector<RoutingRule>{};
  return snapshot;
}

/// A pod on it: another name, another eth0, the same eth7 with less to be read.
Snapshot pod() {
  Snapshot snapshot;
  snapshot.taken_at = "2027-03-02T03:12:44Z";
  snapshot.probe.host_network_namespace = false;
  snapshot.host.boot_id = std::string("boot-2");
  snapshot.host.hostname = std::string("train-7f9c");
  auto& netdevs = snapshot.host.netdevs.emplace();
  netdevs = {netdev("eth0", "aa:00:00:00:00:01"), netdev("eth7", "0c:42:a1:00:00:07")};
  for (auto& each : netdevs) {
    each.dcb.pfc = kRefused;
    each.max_mtu_bytes = Unknown{Reason::timeout, "rtnl", 0};
    each.statistics = kRefused;
  }
  snapshot.host.pci_devices = Unknown{Reason::not_found, "/sys/bus/pci/devices", 2};
  return snapshot;
}

std::vector<std::string> filled(const Snapshot& snapshot) {
  std::vector<std::string> paths;
  if (const auto* facts = snapshot.probe.site_facts.known()) {
    for (const auto& fact : *facts) {
      paths.push_back(fact.fact);
    }
  }
  return paths;
}

TEST(NodeFacts, FillWhatAPodCantTell) {
  auto snapshot = pod();
  const auto note = add_node_facts(node(), "node.json", snapshot);
  ASSERT_TRUE(note) << to_string(note.error());
  EXPECT_EQ(to_string(*note), "node.json: supplies 2 facts that can't be told here, 3 h old");
  EXPECT_EQ(filled(snapshot),
            (std::vector<std::string>{"host.netdevs[\"eth7\"].dcb.pfc", "host.pci_devices"}));
  const auto& netdevs = *snapshot.host.netdevs.known();
  EXPECT_NE(netdevs[0].dcb.pfc.unknown(), nullptr) << "another eth0 than the node's";
  EXPECT_NE(netdevs[1].dcb.pfc.known(), nullptr);
  EXPECT_EQ(netdevs[1].max_mtu_bytes.unknown()->reason, Reason::timeout)
      << "a read that hung is news";
  EXPECT_NE(netdevs[1].statistics.unknown(), nullptr) << "counters are of another moment";
  EXPECT_TRUE(snapshot.host.hostname.is("train-7f9c"));
  EXPECT_EQ(snapshot.probe.site_facts.known()->front().source, "rocelint probe on the node");
  EXPECT_EQ(snapshot.probe.site_facts.known()->front().taken_at, "2027-03-02T00:12:44Z");
}

TEST(NodeFacts, OfThePhysicalFunctionServeItsVirtualFunctions) {
  auto from = node();
  from.host.netdevs.known()->front().pci_address = std::string("0000:03:00.0");
  auto net1 = netdev("net1", "02:00:00:00:00:01");
  net1.dcb.pfc = Unknown{Reason::unsupported, "DCB_CMD_IEEE_GET", 95};
  net1.max_mtu_bytes = Unknown{Reason::unsupported, "", 0};
  auto snapshot = pod();
  snapshot.host.netdevs.known()->push_back(net1);
  auto& device = snapshot.host.devices.emplace().emplace_back();
  device.name = "mlx5_10";
  device.physical_function = std::string("0000:03:00.0");
  device.ports.emplace().emplace_back().netdev = std::string("net1");
  ASSERT_TRUE(add_node_facts(from, "node.json", snapshot));
  const auto& filled_netdev = snapshot.host.netdevs.known()->back();
  EXPECT_NE(filled_netdev.dcb.pfc.known(), nullptr);
  EXPECT_EQ(filled_netdev.max_mtu_bytes.known(), nullptr) << "its own, not the port's";
  ASSERT_EQ(snapshot.probe.site_facts.known()->size(), 3U);
  const auto& fact = (*snapshot.probe.site_facts.known())[1];
  EXPECT_EQ(fact.fact, "host.netdevs[\"net1\"].dcb.pfc");
  EXPECT_EQ(fact.source, "rocelint probe on the node, of its physical function eth0");

  auto two = from;
  two.host.netdevs.known()->back().pci_address = std::string("0000:03:00.0");
  auto again = pod();
  again.host.devices = snapshot.host.devices;
  again.host.netdevs.known()->push_back(net1);
  ASSERT_TRUE(add_node_facts(two, "node.json", again));
  EXPECT_EQ(again.host.netdevs.known()->back().dcb.pfc.known(), nullptr)
      << "a function with two ports does not say which";
}

TEST(NodeFacts, OfAnotherNamespaceHaveNoRoutesForUs) {
  auto here = pod();
  here.probe.host_network_namespace = true;
  ASSERT_TRUE(add_node_facts(node(), "node.json", here));
  EXPECT_NE(here.host.routing.rules.known(), nullptr);
  auto elsewhere = pod();
  ASSERT_TRUE(add_node_facts(node(), "node.json", elsewhere));
  EXPECT_EQ(elsewhere.host.routing.rules.known(), nullptr);
}

TEST(NodeFacts, WhatTheNodeHasFromItsSiteKeepsThatSource) {
  auto from = node();
  from.probe.site_facts = std::vector<SiteFact>{{.fact = "host.netdevs[\"eth7\"].dcb.pfc",
                                                 .source = "niccli",
                                                 .taken_at = "2027-03-01T00:00:00Z",
                                                 .file = "/etc/rocelint/facts.d/x.json"}};
  auto snapshot = pod();
  ASSERT_TRUE(add_node_facts(from, "node.json", snapshot));
  EXPECT_EQ(snapshot.probe.site_facts.known()->front().source, "niccli");
  EXPECT_EQ(snapshot.probe.site_facts.known()->front().taken_at, "2027-03-01T00:00:00Z");
  EXPECT_EQ(snapshot.probe.site_facts.known()->front().file, "node.json");
}

struct Refused {
  const char* name;
  std::function<void(Snapshot& node, Snapshot& pod)> change;
  const char* why;
};
void PrintTo(const Refused& c, std::ostream* out) {
  *out << c.name;
}

class RefusedNodeFacts : public testing::TestWithParam<Refused> {};

TEST_P(RefusedNodeFacts, ChangeNothing) {
  auto from = node();
  auto snapshot = pod();
  GetParam().change(from, snapshot);
  const auto before = snapshot;
  const auto note = add_node_facts(from, "node.json", snapshot);
  ASSERT_FALSE(note);
  EXPECT_EQ(to_string(note.error()), std::string("node.json: --node-facts: ") + GetParam().why);
  EXPECT_EQ(snapshot, before);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, RefusedNodeFacts,
    testing::Values(
        Refused{"OfAnotherBoot",
                [](Snapshot& node, Snapshot&) { node.host.boot_id = std::string("boot-1"); },
                "is of another machine or of another boot: its boot id is boot-1, here it is "
                "boot-2"},
        Refused{"OfNoKnownBoot", [](Snapshot& node, Snapshot&) { node.host.boot_id = kRefused; },
                "the boot id is not known in it: whether it is of this machine can't be told"},
        Refused{"OurBootIsNotKnown", [](Snapshot&, Snapshot& pod) { pod.host.boot_id = kRefused; },
                "the boot id is not known here: whether it is of this machine can't be told"},
        Refused{"FromTheFuture",
                [](Snapshot& node, Snapshot&) { node.taken_at = "2027-03-02T03:12:45Z"; },
                "was taken at \"2027-03-02T03:12:45Z\", which is not before now, "
                "2027-03-02T03:12:44Z"}),
    [](const auto& info) { return info.param.name; });

TEST(NodeFacts, SayHowOldTheyAre) {
  for (const auto& [taken_at, age] :
       {std::pair{"2027-03-02T03:12:04Z", "40 s"}, std::pair{"2027-03-02T03:00:44Z", "12 min"},
        std::pair{"2027-02-25T03:12:44Z", "5 days"}}) {
    auto from = node();
    from.taken_at = taken_at;
    auto snapshot = pod();
    const auto note = add_node_facts(from, "n", snapshot);
    ASSERT_TRUE(note);
    EXPECT_TRUE(note->text.ends_with(std::string(age) + " old")) << note->text;
  }
}

}  // namespace
}  // namespace rocelint
