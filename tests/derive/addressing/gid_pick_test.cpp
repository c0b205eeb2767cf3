// SPDX-License-Identifier: Apache-2.0
#include "derive/addressing/gid_pick.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/reasons.h"

namespace rocelint {
namespace {

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}
Unknown foreign() {
  return {.reason = Reason::not_found, .detail = "", .sys_errno = 0};
}

constexpr auto kV1 = GidType::roce_v1;
constexpr auto kV2 = GidType::roce_v2;
constexpr auto kIpv4 = AddressFamily::ipv4;
constexpr auto kIpv6 = AddressFamily::ipv6;
constexpr std::int64_t kTableLength = 16;

Gid gid(std::int64_t index, const std::string& address, Fact<GidType> type,
        Fact<std::string> netdev = std::string("ens0")) {
  return {.index = index, .gid = address, .type = std::move(type), .netdev = std::move(netdev)};
}

GidPick pick(Fact<std::vector<Gid>> gids, std::optional<AddressFamily> family = {},
             Fact<std::int64_t> length = kTableLength) {
  RdmaPort port;
  port.gids = std::move(gids);
  port.gid_table_length = std::move(length);
  PortView view;
  view.port = &port;
  return derive_gid_pick(view, family);
}

struct Row {
  std::string name;
  std::vector<Gid> gids;
  std::optional<AddressFamily> family;
  std::optional<std::int64_t> index;  ///< nothing: unknown
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class GidPickOf : public testing::TestWithParam<Row> {};

TEST_P(GidPickOf, Table) {
  const auto& row = GetParam();
  const auto picked = pick(row.gids, row.family);
  EXPECT_EQ(picked.index.known() == nullptr ? std::nullopt : std::optional(*picked.index.known()),
            row.index);
}

/// As mlx5 and bnxt_re have it: the default GID and one IPv4 address, each as v1 and v2.
std::vector<Gid> pairs() {
  return {gid(0, "fe80::1", kV1), gid(1, "fe80::1", kV2), gid(2, "::ffff:192.0.2.6", kV1),
          gid(3, "::ffff:192.0.2.6", kV2)};
}

INSTANTIATE_TEST_SUITE_P(
    Rows, GidPickOf,
    testing::Values(
        Row{"pairs_of_mlx5", pairs(), {}, 3},
        Row{"one_each_of_irdma", {gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", kV2)}, {}, 1},
        Row{"two_link_local_addresses",
            {gid(0, "fe80::1", kV1), gid(1, "fe80::1", kV2), gid(2, "fe80::2", kV1),
             gid(3, "fe80::2", kV2), gid(4, "::ffff:192.0.2.6", kV1),
             gid(5, "::ffff:192.0.2.6", kV2)},
            {},
            5},
        Row{"the_first_ipv4_wins",
            {gid(0, "fe80::1", kV1), gid(1, "fe80::1", kV2), gid(2, "::ffff:192.0.2.6", kV1),
             gid(3, "::ffff:192.0.2.6", kV2), gid(4, "::ffff:198.51.100.6", kV1),
             gid(5, "::ffff:198.51.100.6", kV2)},
            {},
            3},
        Row{"only_v1_is_taken_in_silence",
            {gid(0, "fe80::1", kV1), gid(1, "::ffff:192.0.2.6", kV1)},
            {},
            1},
        Row{"v2_before_v1",
            {gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", kV2),
             gid(2, "::ffff:192.0.2.6", kV1)},
            {},
            1},
        Row{"sparse",
            {gid(4, "fe80::1", kV1), gid(5, "fe80::1", kV2), gid(6, "::ffff:192.0.2.6", kV1),
             gid(7, "::ffff:192.0.2.6", kV2)},
            {},
            7},
        Row{"of_another_namespace_first",
            {gid(0, "fe80::1", kV1, foreign()), gid(1, "::ffff:192.0.2.6", kV2, foreign()),
             gid(4, "::ffff:198.51.100.6", kV2)},
            {},
            1},
        Row{"ipv6_only_asked_for_ipv4_stays_at_the_link_local_one",
            {gid(0, "fe80::1", kV1), gid(1, "fe80::1", kV2), gid(2, "fd93::1", kV1),
             gid(3, "fd93::1", kV2)},
            kIpv4,
            0},
        Row{"ipv6_only",
            {gid(0, "fe80::1", kV1), gid(1, "fe80::1", kV2), gid(2, "fd93::1", kV1),
             gid(3, "fd93::1", kV2)},
            {},
            3},
        Row{"asked_for_ipv6_beside_ipv4",
            {gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", kV2), gid(2, "fd93::1", kV2)},
            kIpv6,
            2},
        Row{"ipv4_at_0_gives_way_to_an_empty_slot", {gid(0, "::ffff:192.0.2.6", kV2)}, kIpv6, 1},
        Row{"ipv4_at_0_gives_way_to_a_hole",
            {gid(0, "::ffff:192.0.2.6", kV2), gid(3, "fe80::1", kV2)},
            kIpv6,
            1},
        Row{"and_the_hole_to_a_usable_one",
            {gid(0, "::ffff:192.0.2.6", kV2), gid(3, "fd93::1", kV2)},
            kIpv6,
            3},
        Row{"only_link_local", {gid(0, "fe80::1", kV1), gid(1, "fe80::1", kV2)}, {}, 0},
        Row{"none", {}, {}, 0},
        Row{"beyond_the_table", {gid(0, "fe80::1", kV2), gid(16, "::ffff:192.0.2.6", kV2)}, {}, 0},
        Row{"the_type_of_v1_does_not_matter_before_v2",
            {gid(0, "fe80::1", denied()), gid(1, "::ffff:192.0.2.6", kV2)},
            {},
            1},
        Row{"a_later_type_does_not_matter_after_v2",
            {gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", kV2),
             gid(2, "::ffff:198.51.100.6", denied())},
            {},
            1},
        Row{"the_type_of_the_first_matters",
            {gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", denied()),
             gid(2, "::ffff:198.51.100.6", kV2)},
            kIpv4,
            {}},
        Row{"the_type_of_the_next_matters",
            {gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", kV1),
             gid(2, "::ffff:198.51.100.6", denied())},
            kIpv4,
            {}},
        Row{"the_family_can_t_be_told",
            {gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", kV2, denied()),
             gid(2, "fd93::1", kV2)},
            {},
            {}},
        Row{"no_address", {gid(0, "fe80:", kV2)}, {}, {}}),
    [](const auto& row) { return row.param.name; });

TEST(GidPick, TellsEachReasonForItsDoubt) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  EXPECT_EQ(reasons(pick(kUnsupported, {}, kDenied).index), "unsupported permission");
  const std::vector<Gid> of_both_families{gid(0, "::ffff:192.0.2.6", kUnsupported),
                                          gid(1, "fd93::1", kDenied)};
  EXPECT_EQ(reasons(pick(of_both_families).family), "unsupported permission");
  const std::vector<Gid> of_one_family{gid(0, "::ffff:192.0.2.6", kUnsupported),
                                       gid(1, "::ffff:198.51.100.6", kDenied)};
  EXPECT_EQ(reasons(pick(of_one_family, kIpv4).index), "permission unsupported");
  const std::vector<Gid> later_ones{
      gid(0, "::ffff:192.0.2.6", kV1), gid(1, "::ffff:192.0.2.7", kDenied),
      gid(2, "::ffff:192.0.2.8", kV1), gid(3, "::ffff:192.0.2.9", kUnsupported)};
  EXPECT_EQ(reasons(pick(later_ones, kIpv4).index), "permission unsupported");
  EXPECT_EQ(reasons(pick({{gid(0, "fd93::1", kDenied, kUnsupported)}}).family),
            "permission unsupported");
}

TEST(GidPick, IsTheEntryThatItIs) {
  const auto picked = pick(pairs());
  EXPECT_TRUE(picked.family.is(kIpv4));
  EXPECT_TRUE(picked.gid.is("::ffff:192.0.2.6"));
  EXPECT_TRUE(picked.type.is(kV2));
  EXPECT_TRUE(picked.netdev.is("ens0"));
  EXPECT_EQ(pick({{gid(0, "fe80::1", kV2), gid(1, "::ffff:192.0.2.6", kV2, foreign())}})
                .netdev.unknown()
                ->reason,
            Reason::not_found);
}

TEST(GidPick, OfAnEmptySlotHasNoGid) {
  const auto picked = pick(std::vector<Gid>{});
  EXPECT_TRUE(picked.index.is(0));
  EXPECT_EQ(picked.gid.unknown()->reason, Reason::not_found);
}

TEST(GidPick, IsUnknownWithItsTable) {
  EXPECT_EQ(*pick(denied()).index.unknown(), denied());
  EXPECT_EQ(*pick(pairs(), {}, denied()).index.unknown(), denied());
  PortView view;
  view.port_unknown = denied();
  EXPECT_EQ(*derive_gid_pick(view, {}).netdev.unknown(), denied());
}

}  // namespace
}  // namespace rocelint
