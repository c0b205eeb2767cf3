// SPDX-License-Identifier: Apache-2.0

// A shadow run, before anything may be drained: healthy ConnectX-7 and Thor2 nodes are judged from
// where rocelint is run, with what can be seen from there, and nothing stops. The same nodes with a
// fault stop from there, or the first would prove nothing.

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "inputs/node_facts.h"
#include "tests/judge/engine_support.h"
#include "tests/support/healthy_hosts.h"

namespace rocelint {
namespace {

using testing::IsEmpty;
using testing::Not;
using namespace testing_support;

constexpr std::size_t kNics = 4;

// ---- What is hidden from whom

void hide_from_users(const Type& type, void* at);

/// A fact that was read becomes refused; one that nobody asked for stays so.
void hide_field(const Field& field, void* at) {
  const bool read = field.type->fact && field.type->known(at) != nullptr;
  if (field.privilege != Privilege::none && read) {
    field.type->set_unknown(
        at, {.reason = Reason::permission, .detail = "Operation not permitted", .sys_errno = 1});
  } else {
    hide_from_users(*field.type, at);
  }
}

void hide_from_users(const Type& type, void* at) {
  if (type.fact) {
    at = const_cast<void*>(type.known(at));  // NOLINT(*-const-cast): of a snapshot that is ours
  }
  if (at == nullptr) {
    return;
  }
  if (type.kind == Kind::structure) {
    for (const auto& field : type.fields) {
      hide_field(field, field.at(at));
    }
  } else if (type.kind == Kind::list) {
    for (std::size_t i = 0; i < type.size(at); ++i) {
      hide_from_users(*type.element, const_cast<void*>(type.item(at, i)));  // NOLINT(*-const-cast)
    }
  }
}

Snapshot as_root(const Snapshot& node) {
  return node;
}

Snapshot as_user(const Snapshot& node) {
  auto seen = node;
  hide_from_users(kType<Snapshot>, &seen);
  seen.probe.effective_uid = 1000;
  seen.probe.capabilities = std::vector<std::string>{};
  return seen;
}

/// A DaemonSet with hostNetwork and the host's / mounted: all files and all of netlink.
Snapshot with_host_root(const Snapshot& node) {
  auto seen = node;
  seen.probe.host_root = std::string("/host");
  return seen;
}

/// hostNetwork, but neither hostPID nor a mount of the host's /.
Snapshot in_a_container(const Snapshot& node) {
  auto seen = node;
  const auto devlink = seen.host.devlink;  // of the network namespace, which is the host's
  enter_a_pod(seen.host);
  seen.host.devlink = devlink;
  return seen;
}

/// A pod with hostNetwork and the device files, which is how most GPU jobs get their NICs.
Snapshot in_a_pod_of_the_host(const Snapshot& node) {
  return as_user(in_a_container(node));
}

/// A pod with a virtual function of each NIC; the physical ones stay in the node's namespace.
Snapshot in_a_pod_with_vfs(const Snapshot& node) {
  auto seen = as_user(node);
  enter_a_pod(seen.host);
  seen.host.hostname = std::string("train-7f9c");
  seen.host.pci_devices = std::vector<PciDevice>{};
  seen.probe.host_network_namespace = false;
  for (std::size_t i = 0; i < kNics; ++i) {
    auto& device = device_of(seen, i);
    const auto physical = *device.pci_address.known();
    const auto function = physical.substr(0, physical.size() - 1) + "2";
    device.name += "v";
    device.physical_function = physical;
    device.pci_address = function;
    device.virtual_function = true;
    auto& netdev = netdev_of(seen, i);
    netdev.name = "net" + std::to_string(i + 1);
    netdev.pci_address = function;
    netdev.mac_address = "02:00:00:00:00:0" + std::to_string(i);
    netdev.lowers = std::vector{netdev.name};
    netdev.fec = unsupported("ETHTOOL_MSG_FEC_GET");
    netdev.pause = unsupported("ETHTOOL_MSG_PAUSE_GET");
    take_dcb_away(netdev);
    take_cc_away(netdev);
    auto& port = port_of(seen, i);
    port.netdev = netdev.name;
    for (auto& gid : *port.gids.known()) {
      gid.netdev = netdev.name;
    }
  }
  return seen;
}

/// The same with --node-facts of the node, taken by root an hour before.
Snapshot in_a_pod_with_vfs_and_node_facts(const Snapshot& node) {
  auto earlier = node;
  earlier.taken_at = "2027-03-02T02:00:00Z";
  auto seen = in_a_pod_with_vfs(node);
  seen.taken_at = "2027-03-02T03:00:00Z";
  const auto added = add_node_facts(earlier, "node.json", seen);
  EXPECT_TRUE(added) << to_string(added.error());
  return seen;
}

/// What a job of this fabric is told.
Snapshot with_a_job(Snapshot seen) {
  auto& settings = seen.job.settings.emplace();
  std::string devices = "=";
  for (std::size_t i = 0; i < kNics; ++i) {
    devices += (i == 0 ? "" : ",") + device_of(seen, i).name;
  }
  settings["NCCL_IB_HCA"] = {.value = devices, .origin = "environment"};
  settings["NCCL_IB_TC"] = {.value = "104", .origin = "environment"};
  return seen;
}
Snapshot in_a_job_of_the_host(const Snapshot& node) {
  return with_a_job(in_a_pod_of_the_host(node));
}
Snapshot in_a_job_with_vfs_and_node_facts(const Snapshot& node) {
  return with_a_job(in_a_pod_with_vfs_and_node_facts(node));
}

// ---- Faults

void take_the_link_down(Snapshot& node) {
  auto& port = port_of(node, 1);
  port.state = PortState::down;
  port.physical_state = PortPhysicalState::disabled;
  netdev_of(node, 1).carrier = false;
}

void switch_pfc_off(Snapshot& node) {
  netdev_of(node, 1).dcb.pfc.known()->enabled = {};
}

// ---- Who looks from where, by which policy

struct Card {
  std::string name;
  Snapshot (*node)();
  std::string lossless;  ///< the profile that fits it
};
const Card kConnectX7{"ConnectX7", mlx5_in_tree, "lossless-dscp26"};
const Card kThor2{"Thor2", bnxt, "lossless-dscp26-cnp7"};

enum class By : std::uint8_t {
  nothing,    ///< baseline
  lossless,   ///< the card's profile
  accepting,  ///< the same, with what a virtual function does not tell accepted
  unmanaged,  ///< cloud-unmanaged
};

struct Place {
  std::string name;
  Snapshot (*seen)(const Snapshot& node);
  By by;
  bool sees_pfc;  ///< so that PFC off must stop
};
const std::vector<Place> kPlaces = {
    {"prolog_as_root", as_root, By::nothing, false},
    {"prolog_as_root_lossless", as_root, By::lossless, true},
    {"prolog_as_user", as_user, By::nothing, false},
    {"prolog_as_user_lossless", as_user, By::lossless, true},
    {"daemonset_host_root", with_host_root, By::nothing, false},
    {"daemonset_host_root_lossless", with_host_root, By::lossless, true},
    {"daemonset_container", in_a_container, By::nothing, false},
    {"daemonset_container_lossless", in_a_container, By::lossless, true},
    {"pod_host_network", in_a_pod_of_the_host, By::nothing, false},
    {"pod_host_network_lossless", in_a_pod_of_the_host, By::lossless, true},
    {"job_host_network_lossless", in_a_job_of_the_host, By::lossless, true},
    {"pod_vf", in_a_pod_with_vfs, By::nothing, false},
    {"pod_vf_unmanaged", in_a_pod_with_vfs, By::unmanaged, false},
    {"pod_vf_accepting", in_a_pod_with_vfs, By::accepting, false},
    {"pod_vf_node_facts_lossless", in_a_pod_with_vfs_and_node_facts, By::lossless, true},
    {"job_vf_node_facts_lossless", in_a_job_with_vfs_and_node_facts, By::lossless, true},
};

struct Row {
  Card card;
  Place place;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.card.name << ' ' << row.place.name;
}

std::vector<Row> rows() {
  std::vector<Row> rows;
  for (const auto& card : {kConnectX7, kThor2}) {
    for (const auto& place : kPlaces) {
      rows.push_back({card, place});
    }
  }
  return rows;
}

Policy policy_of(const Row& row) {
  const std::vector<std::string> ports{"expect.ports=4"};
  switch (row.place.by) {
    case By::nothing:
      break;
    case By::lossless:
      return profile(row.card.lossless, ports);
    case By::accepting:
      return policy_from("policy: pods\nextends: " + row.card.lossless +
                         "\nroles: {compute: {expect: {ports: 4}}}\n"
                         "rules: {\"*\": {unknown: {accept: [unsupported]}}}\n");
    case By::unmanaged:
      return profile("cloud-unmanaged", ports);
  }
  return profile("baseline");
}

Report judged(const Row& row, void (*fault)(Snapshot&)) {
  static const RuleSet kRules = shipped_rule_set();
  auto node = row.card.node();
  if (fault != nullptr) {
    fault(node);
  }
  return judge_with(row.place.seen(node), policy_of(row), kRules);
}

std::vector<std::string> open_blockers(const Report& report) {
  return ids_if(report, [](const Finding& finding) {
    return finding.outcome == Outcome::unknown && finding.severity == Severity::blocker &&
           finding.gates;
  });
}

class Shadow : public testing::TestWithParam<Row> {};

TEST_P(Shadow, OfAHealthyNodeStopsNothing) {
  const auto report = judged(GetParam(), nullptr);
  EXPECT_EQ(report.gate, Gate::pass);
  EXPECT_THAT(root_causes(report), IsEmpty());
  EXPECT_THAT(open_blockers(report), IsEmpty());
  ASSERT_EQ(report.roles.size(), 1U);
  EXPECT_EQ(report.roles[0].ports_judged, std::int64_t{kNics});
}

TEST_P(Shadow, OfALinkThatIsDownStops) {
  const auto report = judged(GetParam(), take_the_link_down);
  EXPECT_EQ(report.gate, Gate::stop);
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_THAT(root_causes(report), Not(IsEmpty()));
}

TEST_P(Shadow, OfPfcThatIsOffStopsWhereItIsSeen) {
  const auto report = judged(GetParam(), switch_pfc_off);
  EXPECT_EQ(report.exit_code, GetParam().place.sees_pfc ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(Rows, Shadow, testing::ValuesIn(rows()), [](const auto& row) {
  return row.param.card.name + "_" + row.param.place.name;
});

// A policy that wants PFC can't be judged by virtual functions alone, and that is no clean bill.
TEST(ShadowOfVirtualFunctions, IsUndeterminedUnderALosslessPolicy) {
  for (const auto& card : {kConnectX7, kThor2}) {
    const auto report =
        judged({card, {"pod_vf_lossless", in_a_pod_with_vfs, By::lossless, false}}, nullptr);
    EXPECT_EQ(report.exit_code, 3) << card.name;
    EXPECT_THAT(root_causes(report), IsEmpty()) << card.name;
  }
}

// What the rows of ordinary users stand on: something was hidden from them.
TEST(ShadowOfAUser, IsRefusedWhatNeedsRights) {
  auto node = mlx5_in_tree();
  EXPECT_FALSE(node.host.pci_devices.known()->front().max_payload_bytes.unknown());
  node = as_user(node);
  const auto* why = node.host.pci_devices.known()->front().max_payload_bytes.unknown();
  ASSERT_NE(why, nullptr);
  EXPECT_EQ(why->reason, Reason::permission);
}

}  // namespace
}  // namespace rocelint
