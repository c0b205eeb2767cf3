// SPDX-License-Identifier: Apache-2.0
#include "facts/snapshot_paths.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/check.h"
#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "tests/facts/generate.h"

namespace rocelint {
namespace {

const Unknown kCrashed{.reason = Reason::crashed, .detail = "signal 11", .sys_errno = 0};

Snapshot two_netdevs() {
  Snapshot out;
  auto& netdevs = out.host.netdevs.emplace();
  netdevs.resize(2);
  netdevs[0].name = "ens5";
  netdevs[1].name = "ens6";
  return out;
}

// ---- key_field

TEST(KeyField, OfElements) {
  EXPECT_EQ(key_field(kType<Netdev>)->name, "name");
  EXPECT_EQ(key_field(kType<Gid>)->name, "index");
  EXPECT_EQ(key_field(kType<AppEntry>), nullptr);
  EXPECT_EQ(key_field(kType<std::string>), nullptr);
  EXPECT_EQ(key_field(kType<Fact<Netdev>>), nullptr) << "it may be unknown";
}

// ---- mark_missing

TEST(MarkMissing, InEveryElement) {
  auto snapshot = two_netdevs();
  mark_missing(snapshot, "fec", kCrashed);
  auto want = two_netdevs();
  for (auto& netdev : *want.host.netdevs.known()) {
    netdev.fec = kCrashed;
  }
  EXPECT_EQ(snapshot, want);
}

TEST(MarkMissing, LeavesWhatIsKnownOrHasAReason) {
  auto snapshot = two_netdevs();
  (*snapshot.host.netdevs.known())[0].lldp.emplace();
  (*snapshot.host.netdevs.known())[1].lldp = Unknown{Reason::not_collected, "skipped", 0};
  const auto want = snapshot;
  mark_missing(snapshot, "lldp", kCrashed);
  EXPECT_EQ(snapshot, want);
}

TEST(MarkMissing, AListAndWhatTheCheckReadsOfItsElements) {
  Snapshot snapshot;
  mark_missing(snapshot, "link", kCrashed);
  EXPECT_EQ(snapshot.host.netdevs, Fact<std::vector<Netdev>>(kCrashed));
  snapshot = two_netdevs();
  mark_missing(snapshot, "link", kCrashed);
  const auto& first = snapshot.host.netdevs.known()->front();
  EXPECT_EQ(first.ifindex, Fact<std::int64_t>(kCrashed));
  EXPECT_EQ(first.fec, Fact<Fec>());
}

TEST(MarkMissing, NothingWhereTheListOnTheWayIsUnknown) {
  Snapshot snapshot;
  mark_missing(snapshot, "fec", kCrashed);
  EXPECT_EQ(snapshot, Snapshot{}) << "the reader sees that the list was not collected";
}

TEST(MarkMissing, EveryFactOfAPlainStructure) {
  auto snapshot = two_netdevs();
  auto& first = snapshot.host.netdevs.known()->front();
  first.dcb.ets.emplace();
  mark_missing(snapshot, "pfc", kCrashed);
  EXPECT_EQ(first.dcb.pfc, Fact<Pfc>(kCrashed));
  EXPECT_NE(first.dcb.ets.known(), nullptr);
  EXPECT_EQ(first.mtu_bytes, Fact<std::int64_t>());
}

TEST(MarkMissing, ButThoseThatAnotherCheckReads) {
  Snapshot snapshot;
  mark_missing(snapshot, "system", kCrashed);
  EXPECT_EQ(snapshot.host.system.firewall.nf_tables, Fact<bool>(kCrashed));
  EXPECT_EQ(snapshot.host.system.firewall.ipsec_policies, Fact<std::int64_t>());
  mark_missing(snapshot, "firewall", kCrashed);
  EXPECT_EQ(snapshot.host.system.firewall.ipsec_policies, Fact<std::int64_t>(kCrashed));
}

TEST(MarkMissing, NothingOfACheckThatIsNone) {
  auto snapshot = two_netdevs();
  const auto want = snapshot;
  for (const auto* check : {"", "nets", "host"}) {
    mark_missing(snapshot, check, kCrashed);
    EXPECT_EQ(snapshot, want) << check;
  }
}

TEST(MarkMissing, NothingThatIsKnown) {
  test::Generator generator(3);
  generator.set_unknown_share(0);
  auto snapshot = generator.snapshot();
  const auto want = snapshot;
  for (const auto* check : all_checks()) {
    mark_missing(snapshot, check->id, kCrashed);
  }
  EXPECT_EQ(snapshot, want);
}

// ---- order

TEST(SortLists, AtEveryDepth) {
  Snapshot snapshot;
  auto& given = snapshot.host.devices.emplace();
  given.resize(2);
  given[0].name = "b";
  given[1].name = "a";
  auto& numbers = given[0].ports.emplace();
  numbers.resize(2);
  numbers[0].number = 2;
  numbers[1].number = 1;
  auto& indices = numbers[0].gids.emplace();
  indices.resize(2);
  indices[0].index = 10;
  indices[1].index = 9;
  sort_lists(snapshot);
  const auto& devices = *snapshot.host.devices.known();
  EXPECT_EQ(devices[0].name, "a");
  const auto& ports = *devices[1].ports.known();
  EXPECT_EQ(ports[0].number, 1);
  EXPECT_EQ(ports[1].gids.known()->front().index, 9);
}

TEST(SortLists, LeavesListsWithoutAKey) {
  auto snapshot = two_netdevs();
  auto& app = snapshot.host.netdevs.known()->front().dcb.app.emplace();
  app = {{AppSelector::dscp, 26, 3}, {AppSelector::ethertype, 0, 1}};
  const auto want = snapshot;
  sort_lists(snapshot);
  EXPECT_EQ(snapshot, want);
}

}  // namespace
}  // namespace rocelint
