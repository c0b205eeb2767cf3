// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/snapshot_paths.h"
#include "tests/facts/generate.h"

namespace rocelint {
namespace {

const Unknown kTimeout{.reason = Reason::timeout, .detail = "slow", .sys_errno = 0};
const Unknown kRefused{.reason = Reason::permission, .detail = "", .sys_errno = 1};
const Unknown kSkipped{.reason = Reason::not_collected, .detail = "--no-verbs", .sys_errno = 0};

// ---- one fact

struct FactCase {
  std::string name;
  Fact<std::string> into;
  Fact<std::string> from;
  Fact<std::string> result;
};
void PrintTo(const FactCase& row, std::ostream* out) {
  *out << row.name;
}

class MergeFact : public testing::TestWithParam<FactCase> {};

TEST_P(MergeFact, KeepsWhatIsKnown) {
  Snapshot into;
  Snapshot from;
  into.host.hostname = GetParam().into;
  from.host.hostname = GetParam().from;
  merge_snapshot(into, from);
  EXPECT_EQ(into.host.hostname, GetParam().result);
}

Fact<std::string> known(const char* text) {
  return std::string(text);
}

INSTANTIATE_TEST_SUITE_P(
    States, MergeFact,
    testing::Values(FactCase{"nothing_and_nothing", {}, {}, {}},
                    FactCase{"nothing_and_value", {}, known("a"), known("a")},
                    FactCase{"value_and_nothing", known("a"), {}, known("a")},
                    FactCase{"value_and_value", known("a"), known("b"), known("b")},
                    FactCase{"value_and_empty_value", known("a"), known(""), known("")},
                    FactCase{"nothing_and_reason", {}, kTimeout, kTimeout},
                    FactCase{"reason_and_nothing", kTimeout, {}, kTimeout},
                    FactCase{"reason_and_reason", kTimeout, kRefused, kRefused},
                    FactCase{"reason_and_value", kTimeout, known("a"), known("a")},
                    FactCase{"value_and_reason", known("a"), kTimeout, known("a")},
                    FactCase{"nothing_and_skipped", {}, kSkipped, kSkipped},
                    FactCase{"skipped_and_nothing", kSkipped, {}, kSkipped},
                    FactCase{"reason_and_skipped", kTimeout, kSkipped, kTimeout},
                    FactCase{"skipped_and_reason", kSkipped, kTimeout, kTimeout}),
    [](const auto& row) { return row.param.name; });

// ---- lists

Netdev netdev(std::string name, Fact<std::int64_t> mtu = {}) {
  Netdev out;
  out.name = std::move(name);
  out.mtu_bytes = std::move(mtu);
  return out;
}

TEST(MergeList, ByKeyAndSorted) {
  Snapshot into;
  Snapshot from;
  into.host.netdevs = std::vector{netdev("ens9", 1500), netdev("ens5")};
  from.host.netdevs = std::vector{netdev("ens7", 4200), netdev("ens5", 9000)};
  from.host.netdevs.known()->back().carrier = true;
  merge_snapshot(into, from);
  auto want = std::vector{netdev("ens5", 9000), netdev("ens7", 4200), netdev("ens9", 1500)};
  want[0].carrier = true;
  EXPECT_TRUE(into.host.netdevs.is(want));
}

TEST(MergeList, AnEmptyPartTakesNothingAway) {
  Snapshot into;
  Snapshot from;
  into.host.netdevs = std::vector{netdev("ens5")};
  from.host.netdevs.emplace();
  merge_snapshot(into, from);
  EXPECT_EQ(into.host.netdevs.known()->size(), 1U);
}

TEST(MergeList, AnEmptyPartIsKnown) {
  Snapshot into;
  Snapshot from;
  from.host.netdevs.emplace();
  merge_snapshot(into, from);
  ASSERT_NE(into.host.netdevs.known(), nullptr);
}

/// An interrupted netlink dump may name a device twice; a snapshot must not.
TEST(MergeList, ElementsNamedTwiceBecomeOne) {
  Snapshot into;
  Snapshot from;
  from.host.netdevs = std::vector{netdev("b"), netdev("a", 1), netdev("b", 2), netdev("b")};
  merge_snapshot(into, from);
  EXPECT_TRUE(into.host.netdevs.is({netdev("a", 1), netdev("b", 2)}));
  EXPECT_TRUE(read_snapshot(write_snapshot(into), "").snapshot);
}

TEST(MergeList, NestedByTheirOwnKeys) {
  const auto with_gid = [](std::int64_t port, std::int64_t index) {
    Snapshot out;
    auto& device = out.host.devices.emplace().emplace_back();
    device.name = "mlx5_0";
    auto& one = device.ports.emplace().emplace_back();
    one.number = port;
    one.gids.emplace().emplace_back().index = index;
    return out;
  };
  auto into = with_gid(2, 5);
  merge_snapshot(into, with_gid(1, 9));
  merge_snapshot(into, with_gid(2, 3));
  const auto& ports = *into.host.devices.known()->front().ports.known();
  ASSERT_EQ(ports.size(), 2U);
  EXPECT_EQ(ports[0].number, 1);
  EXPECT_EQ(ports[1].gids.known()->size(), 2U);
  EXPECT_EQ(ports[1].gids.known()->front().index, 3);
}

TEST(MergeList, WithoutAKeyIsReplaced) {
  Snapshot into;
  Snapshot from;
  into.probe.capabilities = std::vector<std::string>{"CAP_NET_ADMIN", "CAP_SYS_ADMIN"};
  from.probe.capabilities = std::vector<std::string>{"CAP_NET_RAW"};
  merge_snapshot(into, from);
  EXPECT_TRUE(into.probe.capabilities.is({"CAP_NET_RAW"}));
}

// ---- structures

TEST(MergeStructure, OfFactsIsMergedFactByFact) {
  Snapshot into;
  Snapshot from;
  auto& old = into.host.netdevs.emplace().emplace_back(netdev("ens5")).link.emplace();
  old.speed_mbps = 400000;
  old.lanes = kTimeout;
  auto& fresh = from.host.netdevs.emplace().emplace_back(netdev("ens5")).link.emplace();
  fresh.lanes = 4;
  merge_snapshot(into, from);
  const auto& link = *into.host.netdevs.known()->front().link.known();
  EXPECT_TRUE(link.speed_mbps.is(400000));
  EXPECT_TRUE(link.lanes.is(4));
}

TEST(MergeStructure, OfOneReadIsReplacedAsAWhole) {
  Snapshot into;
  Snapshot from;
  into.host.netdevs.emplace().emplace_back(netdev("ens5")).fec =
      Fec{.configured = {FecMode::rs}, .automatic = true, .active = FecMode::rs};
  const Fec fresh{.configured = {}, .automatic = false, .active = kTimeout};
  from.host.netdevs.emplace().emplace_back(netdev("ens5")).fec = fresh;
  merge_snapshot(into, from);
  EXPECT_TRUE(into.host.netdevs.known()->front().fec.is(fresh));
}

TEST(MergeStructure, APartThatNamesNoTimeKeepsIt) {
  Snapshot into;
  into.taken_at = "2027-03-02T03:12:44Z";
  into.tool_version = "1";
  into.probe.root = "/tree";
  auto want = into;
  merge_snapshot(into, Snapshot{});
  EXPECT_EQ(into, want);
  Snapshot from;
  from.taken_at = "later";
  merge_snapshot(into, from);
  want.taken_at = "later";
  EXPECT_EQ(into, want);
}

// ---- properties

TEST(MergeProperty, IntoNothingIsACopy) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const auto whole = test::Generator(seed).snapshot();
    Snapshot into;
    merge_snapshot(into, whole);
    ASSERT_EQ(into, whole) << seed;
    merge_snapshot(into, whole);
    ASSERT_EQ(into, whole) << "again, " << seed;
    merge_snapshot(into, Snapshot{});
    ASSERT_EQ(into, whole) << "and nothing, " << seed;
  }
}

/// Splits a snapshot as check modules would: each part has every object, and a share of its facts.
class Splitter {
 public:
  Splitter(std::size_t parts, std::uint32_t seed) : parts_(parts), random_(seed) {}

  std::vector<Snapshot> split(const Snapshot& whole) {
    std::vector<Snapshot> out(parts_, whole);
    std::vector<void*> roots;
    for (auto& part : out) {
      roots.push_back(&part);
    }
    deal(kType<Snapshot>, roots);
    return out;
  }

 private:
  void deal(const Type& type, const std::vector<void*>& copies) {
    if (type.fact && (type.kind != Kind::list || key_field(*type.element) == nullptr)) {
      const auto keeper = random_() % copies.size();
      for (std::size_t i = 0; i < copies.size(); ++i) {
        if (i != keeper) {
          type.set_unknown(copies[i], {});
        }
      }
      return;
    }
    if (type.fact && type.known(copies[0]) == nullptr) {
      return;
    }
    for (const auto& field : type.fields) {
      std::vector<void*> members;
      for (auto* copy : copies) {
        members.push_back(field.at(copy));
      }
      deal(*field.type, members);
    }
    for (std::size_t i = 0; type.kind == Kind::list && i < type.size(type.known(copies[0])); ++i) {
      std::vector<void*> items;
      for (auto* copy : copies) {
        items.push_back(mutable_item(type, mutable_known(type, copy), i));
      }
      deal(*type.element, items);
    }
  }

  std::size_t parts_;
  std::mt19937 random_;
};

TEST(MergeProperty, TheOrderOfDisjointPartsChangesNothing) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const auto whole = test::Generator(seed).snapshot();
    const auto parts = Splitter(3, seed).split(whole);
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      Snapshot merged;
      for (const auto i : order) {
        merge_snapshot(merged, parts[i]);
      }
      ASSERT_EQ(merged, whole) << seed;
    } while (std::ranges::next_permutation(order).found);
  }
}

}  // namespace
}  // namespace rocelint
