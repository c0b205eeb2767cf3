// SPDX-License-Identifier: Apache-2.0

// Each shipped profile finds a healthy host of its own kind ready, and one of another kind not.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "judge/engine.h"
#include "rules/shipped_documents.h"
#include "tests/judge/engine_support.h"
#include "tests/support/host_parts.h"

namespace rocelint {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Lt;
using testing::StartsWith;
using namespace std::string_literals;
using testing_support::healthy;
using testing_support::ids;
using testing_support::judge_with;
using testing_support::profile;
using testing_support::root_causes;
using testing_support::take_dcb_away;

const RuleSet& rules() {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  return kRules;
}

AppEntry dscp(std::int64_t protocol, std::int64_t priority) {
  return {.selector = AppSelector::dscp, .protocol = protocol, .priority = priority};
}

/// The healthy host, each netdev changed.
template <class Change>
Snapshot with_each_netdev(const Change& change) {
  auto host = healthy();
  for (auto& netdev : *host.host.netdevs.known()) {
    change(netdev);
  }
  return host;
}

/// A lossless host with other numbers: PFC, a buffer and half of the link for its priorities.
Snapshot lossless_on(const std::vector<std::int64_t>& priorities, std::vector<AppEntry> app) {
  return with_each_netdev([&](Netdev& netdev) {
    auto& dcb = netdev.dcb;
    dcb.app = app;
    dcb.pfc.known()->enabled = priorities;
    dcb.ets.known()->tc_bandwidth_percent = {10, 10, 5, 5, 5, 5, 0, 10};
    dcb.buffer.known()->prio_buffer = std::vector<std::int64_t>(8, 0);
    for (const auto priority : priorities) {
      const auto at = static_cast<std::size_t>(priority);
      dcb.ets.known()->tc_bandwidth_percent[at] +=
          50 / static_cast<std::int64_t>(priorities.size());
      dcb.buffer.known()->prio_buffer[at] = 1;
    }
  });
}

Snapshot as_it_is() {
  return healthy();
}

Snapshot sonic() {
  return lossless_on({3, 4}, {dscp(3, 3), dscp(4, 4), dscp(48, 6)});
}

Snapshot priority_5() {
  return lossless_on({5}, {dscp(40, 5), dscp(48, 6)});
}

Snapshot without_pfc() {
  return with_each_netdev([](Netdev& netdev) { netdev.dcb.pfc.known()->enabled.clear(); });
}

Snapshot without_strict_class() {
  return with_each_netdev([](Netdev& netdev) {
    auto& ets = *netdev.dcb.ets.known();
    ets.tc_tsa = std::vector(8, Tsa::ets);
    ets.tc_bandwidth_percent = {10, 10, 10, 50, 5, 5, 5, 5};
  });
}

/// Thor2 as Broadcom's scripts set it up: three classes, and no buffers or rate limits to tell of.
Snapshot broadcom() {
  const Unknown none{.reason = Reason::unsupported, .detail = "the driver has none"};
  auto host = with_each_netdev([&](Netdev& netdev) {
    netdev.driver = "bnxt_en"s;
    auto& dcb = netdev.dcb;
    dcb.app = std::vector{dscp(26, 3), dscp(48, 7)};
    dcb.pfc.known()->max_classes = 1;
    auto& ets = *dcb.ets.known();
    ets.max_classes = 3;
    ets.prio_tc = {0, 0, 0, 1, 0, 0, 0, 2};
    ets.tc_tsa = {Tsa::ets, Tsa::ets, Tsa::strict};
    ets.tc_bandwidth_percent = {50, 50, 0};
    dcb.buffer = none;
    dcb.tc_max_rate_kbps = none;
  });
  for (auto& device : *host.host.devices.known()) {
    device.driver = "bnxt_en"s;
  }
  return host;
}

/// A storage host: every NIC carries a VLAN and sorts by its tags, every class has a share.
Snapshot storage() {
  const Unknown none{.reason = Reason::not_found, .detail = "a virtual netdev has none"};
  auto host = without_strict_class();
  for (auto& device : *host.host.devices.known()) {
    device.ports.known()->front().cm.default_roce_mode = GidType::roce_v2;
  }
  auto& netdevs = *host.host.netdevs.known();
  std::vector<Netdev> vlans;
  for (auto& netdev : netdevs) {
    netdev.dcb.app = std::vector<AppEntry>{};
    auto& vlan = vlans.emplace_back();
    vlan.name = netdev.name + ".711";
    vlan.link_kind = "vlan"s;
    vlan.driver = none;
    vlan.pci_address = none;
    vlan.mtu_bytes = netdev.mtu_bytes;
    vlan.carrier = true;
    vlan.admin_up = true;
    vlan.addresses = netdev.addresses;
    vlan.ipv4 = netdev.ipv4;
    vlan.neighbours = netdev.neighbours;
    vlan.vlan = Vlan{.id = 711, .egress_map = {{.from = 3, .to = 3}, {.from = 4, .to = 4}}};
    vlan.uppers = std::vector<std::string>{};
    vlan.lowers = std::vector{netdev.name};
    netdev.uppers = std::vector{vlan.name};
  }
  netdevs.insert(netdevs.end(), vlans.begin(), vlans.end());
  return host;
}

/// A guest with virtual functions: nothing of DCB, which belongs to the physical ones.
Snapshot guest() {
  auto host = with_each_netdev(take_dcb_away);
  for (auto& device : *host.host.devices.known()) {
    device.virtual_function = true;
  }
  return host;
}

Snapshot soft_roce() {
  auto host = with_each_netdev([](Netdev& netdev) {
    netdev.driver = "virtio_net"s;
    take_dcb_away(netdev);
  });
  for (auto& device : *host.host.devices.known()) {
    device.driver = "rdma_rxe"s;
  }
  return host;
}

Snapshot without(Snapshot host, PortState state) {
  auto& port = host.host.devices.known()->front().ports.known()->front();
  port.state = state;
  host.host.netdevs.known()->front().carrier = false;
  return host;
}
Snapshot guest_with_a_port_down() {
  return without(guest(), PortState::down);
}
Snapshot soft_roce_with_a_port_down() {
  return without(soft_roce(), PortState::down);
}
Snapshot pause_beside_pfc() {
  return with_each_netdev([](Netdev& netdev) { netdev.pause.known()->rx = true; });
}

struct Row {
  std::string profile;
  Snapshot (*own)();
  Snapshot (*other)();
  std::string fails;  ///< a rule that the other kind fails
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.profile;
}

const std::vector<Row> kRows = {
    Row{"baseline", as_it_is, pause_beside_pfc, "pause-with-pfc"},
    Row{"baseline", sonic, guest_with_a_port_down, "port-down"},
    Row{"lossless-dscp26", as_it_is, sonic, "qos-dscp-not-mapped"},
    Row{"lossless-dscp26", as_it_is, without_pfc, "pfc-off"},
    Row{"lossless-dscp26-cnp7", broadcom, sonic, "qos-dscp-not-mapped"},
    Row{"lossless-sonic", sonic, as_it_is, "pfc-off"},
    Row{"lossless-prio5", priority_5, as_it_is, "pfc-off"},
    Row{"lossy-ecn", without_pfc, as_it_is, "pfc-forbidden-on"},
    Row{"pfc-only", without_strict_class, without_pfc, "pfc-off"},
    Row{"storage-pcp", storage, as_it_is, "qos-trust-not-policy"},
    Row{"cloud-unmanaged", guest, guest_with_a_port_down, "port-down"},
    Row{"soft-roce", soft_roce, soft_roce_with_a_port_down, "port-down"}};

class Profiles : public testing::TestWithParam<Row> {};

TEST_P(Profiles, FindAHostOfTheirKindReady) {
  const auto report = judge_with(GetParam().own(), profile(GetParam().profile), rules());
  EXPECT_EQ(report.verdict, Verdict::ready);
  EXPECT_THAT(root_causes(report), IsEmpty());
  EXPECT_THAT(ids(report, Outcome::unknown), IsEmpty());
}

TEST_P(Profiles, DoNotFindAHostOfAnotherKindReady) {
  const auto report = judge_with(GetParam().other(), profile(GetParam().profile), rules());
  EXPECT_THAT(static_cast<int>(report.verdict), Lt(static_cast<int>(Verdict::ready_with_warnings)));
  EXPECT_THAT(root_causes(report), Contains(StartsWith(GetParam().fails + '@')));
}

INSTANTIATE_TEST_SUITE_P(Rows, Profiles, testing::ValuesIn(kRows), [](const auto& row) {
  auto name = row.param.profile + '_' + row.param.fails;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ShippedProfiles, AreAllTried) {
  for (const auto& shipped : shipped_profiles()) {
    EXPECT_TRUE(std::ranges::any_of(kRows, [&](const Row& row) {
      return row.profile == shipped.name;
    })) << shipped.name;
  }
}

}  // namespace
}  // namespace rocelint
