// SPDX-License-Identifier: Apache-2.0
#include "facts/snapshot_paths.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

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

// ---- find_field, key_field

struct PathCase {
  std::string name;
  std::string path;
  std::string field;  ///< "" when there is none
};
void PrintTo(const PathCase& row, std::ostream* out) {
  *out << row.name;
}

class FindField : public testing::TestWithParam<PathCase> {};

TEST_P(FindField, ByPath) {
  const auto* field = find_field(kType<Snapshot>, GetParam().path);
  EXPECT_EQ(field == nullptr ? "" : std::string(field->name), GetParam().field);
}

INSTANTIATE_TEST_SUITE_P(
    Paths, FindField,
    testing::Values(PathCase{"plain", "taken_at", "taken_at"},
                    PathCase{"structure", "host", "host"},
                    PathCase{"list", "host.netdevs", "netdevs"},
                    PathCase{"through_a_list", "host.netdevs.mtu_bytes", "mtu_bytes"},
                    PathCase{"deep", "host.netdevs.dcb.pfc.enabled", "enabled"},
                    PathCase{"lists_of_lists", "host.devices.ports.gids.type", "type"},
                    PathCase{"none", "host.netdevs.mtu", ""}, PathCase{"empty", "", ""},
                    PathCase{"dot_at_the_end", "host.", ""},
                    PathCase{"dot_at_the_start", ".host", ""},
                    PathCase{"two_dots", "host..netdevs", ""},
                    PathCase{"beyond_a_scalar", "host.hostname.size", ""}),
    [](const auto& row) { return row.param.name; });

TEST(KeyField, OfElements) {
  EXPECT_EQ(key_field(kType<Netdev>)->name, "name");
  EXPECT_EQ(key_field(kType<Gid>)->name, "index");
  EXPECT_EQ(key_field(kType<AppEntry>), nullptr);
  EXPECT_EQ(key_field(kType<std::string>), nullptr);
  EXPECT_EQ(key_field(kType<Fact<Netdev>>), nullptr) << "it may be unknown";
}

// ---- mark_unknown

TEST(MarkUnknown, InEveryElement) {
  auto snapshot = two_netdevs();
  mark_unknown(snapshot, "host.netdevs.dcb.pfc", kCrashed);
  auto want = two_netdevs();
  for (auto& netdev : *want.host.netdevs.known()) {
    netdev.dcb.pfc = kCrashed;
  }
  EXPECT_EQ(snapshot, want);
}

TEST(MarkUnknown, LeavesWhatIsKnownOrHasAReason) {
  auto snapshot = two_netdevs();
  (*snapshot.host.netdevs.known())[0].dcb.pfc.emplace();
  (*snapshot.host.netdevs.known())[1].dcb.pfc = Unknown{Reason::not_collected, "skipped", 0};
  const auto want = snapshot;
  mark_unknown(snapshot, "host.netdevs.dcb.pfc", kCrashed);
  mark_unknown(snapshot, "host.netdevs", kCrashed);
  EXPECT_EQ(snapshot, want);
}

TEST(MarkUnknown, TheListItself) {
  Snapshot snapshot;
  mark_unknown(snapshot, "host.netdevs", kCrashed);
  EXPECT_EQ(snapshot.host.netdevs, Fact<std::vector<Netdev>>(kCrashed));
}

TEST(MarkUnknown, NothingWhereTheListOnTheWayIsUnknown) {
  Snapshot snapshot;
  mark_unknown(snapshot, "host.netdevs.dcb.pfc", kCrashed);
  EXPECT_EQ(snapshot, Snapshot{}) << "the reader sees that the list was not collected";
}

TEST(MarkUnknown, NothingWhereAStructureOnTheWayIsUnknown) {
  auto snapshot = two_netdevs();
  const auto want = snapshot;
  mark_unknown(snapshot, "host.netdevs.link.speed_mbps", kCrashed);
  EXPECT_EQ(snapshot, want);
}

TEST(MarkUnknown, InsideAKnownStructure) {
  auto snapshot = two_netdevs();
  auto& link = snapshot.host.netdevs.known()->front().link.emplace();
  link.lanes = 4;
  mark_unknown(snapshot, "host.netdevs.link.speed_mbps", kCrashed);
  EXPECT_EQ(link.speed_mbps, Fact<std::int64_t>(kCrashed));
  EXPECT_TRUE(link.lanes.is(4));
}

TEST(MarkUnknown, EveryFactOfAPlainStructure) {
  auto snapshot = two_netdevs();
  auto& first = snapshot.host.netdevs.known()->front();
  first.dcb.ets.emplace();
  mark_unknown(snapshot, "host.netdevs.dcb", kCrashed);
  EXPECT_EQ(first.dcb.pfc, Fact<Pfc>(kCrashed));
  EXPECT_NE(first.dcb.ets.known(), nullptr);
  EXPECT_EQ(first.mtu_bytes, Fact<std::int64_t>());
}

TEST(MarkUnknown, NothingAtWrongPaths) {
  auto snapshot = two_netdevs();
  const auto want = snapshot;
  for (const auto* path : {"", ".", "host.", "host.nets", "host.netdevs.dcb.", "taken_at", "x"}) {
    mark_unknown(snapshot, path, kCrashed);
    EXPECT_EQ(snapshot, want) << path;
  }
}

TEST(MarkUnknown, EveryFactOfTheTables) {
  test::Generator generator(3);
  generator.set_unknown_share(0);
  auto snapshot = generator.snapshot();
  const auto want = snapshot;
  mark_unknown(snapshot, "host", kCrashed);
  EXPECT_EQ(snapshot, want) << "all are known";
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
