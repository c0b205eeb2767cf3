// SPDX-License-Identifier: Apache-2.0
#include "derive/path/path_netdev.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using Priorities = std::vector<std::int64_t>;

AppEntry dscp(std::int64_t protocol, std::int64_t priority) {
  return {.selector = AppSelector::dscp, .protocol = protocol, .priority = priority};
}
AppEntry untagged(std::int64_t priority) {
  return {.selector = AppSelector::ethertype, .protocol = 0, .priority = priority};
}

/// All 64 DSCPs, each at DSCP / 8 as the firmware has them, but for those of one priority.
std::vector<AppEntry> whole_table(std::int64_t without_priority = -1) {
  std::vector<AppEntry> table;
  for (std::int64_t value = 0; value < 64; ++value) {
    table.push_back(dscp(value, value / 8 == without_priority ? 0 : value / 8));
  }
  return table;
}

struct Row {
  std::string name;
  std::string driver;
  std::vector<AppEntry> app;
  Priorities pfc;
  std::vector<std::int64_t> prio_tc;
  // What is told; nothing: unknown.
  std::optional<std::int64_t> default_priority;
  std::optional<Priorities> without_dscp;
  std::optional<Priorities> with_default;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

template <class T>
std::optional<T> value_of(const Fact<T>& fact) {
  return fact.known() == nullptr ? std::nullopt : std::optional(*fact.known());
}

class PathNetdevOf : public testing::TestWithParam<Row> {};

TEST_P(PathNetdevOf, OneNetdev) {
  const auto& row = GetParam();
  Netdev netdev;
  netdev.name = "ens5";
  netdev.dcb.app = row.app;
  netdev.dcb.pfc.emplace().enabled = row.pfc;
  netdev.dcb.ets.emplace().prio_tc = row.prio_tc;
  const auto path = derive_path_netdev(netdev, row.driver);
  EXPECT_EQ(path.name, "ens5");
  EXPECT_EQ(value_of(path.default_priority), row.default_priority);
  EXPECT_EQ(value_of(path.pfc_without_dscp), row.without_dscp);
  EXPECT_EQ(value_of(path.pfc_with_default), row.with_default);
}

const Priorities kNone = {};
const Priorities kOneToOne = {0, 1, 2, 3, 4, 5, 6, 7};
const Priorities kMlx5AtLoad = {1, 0, 2, 3, 4, 5, 6, 7};
const Priorities kRoceWithDefault = {0, 1, 2, 0, 4, 5, 6, 7};
const auto* const kMlx5 = "mlx5_core";

INSTANTIATE_TEST_SUITE_P(
    Rows, PathNetdevOf,
    testing::Values(
        Row{"mapped", kMlx5, {dscp(26, 3)}, {3}, kOneToOne, 0, kNone, kNone},
        Row{"whole_table", kMlx5, whole_table(), {3, 4}, kMlx5AtLoad, 0, kNone, kNone},
        Row{"nothing_leads_there",
            kMlx5,
            whole_table(4),
            {3, 4},
            kOneToOne,
            0,
            Priorities{4},
            kNone},
        Row{"may_lead_there", kMlx5, {dscp(26, 3)}, {3, 4}, kOneToOne, 0, {}, kNone},
        Row{"trusts_pcp", kMlx5, {}, {3}, kOneToOne, 0, kNone, kNone},
        Row{"trust_not_told", "bnxt_en", {}, {3}, kOneToOne, 0, {}, kNone},
        Row{"trust_not_told_without_pfc", "bnxt_en", {}, {}, kOneToOne, 0, kNone, kNone},
        Row{"default_of_untagged", kMlx5, {untagged(2)}, {}, kOneToOne, 2, kNone, kNone},
        Row{"default_by_dscp", kMlx5, {untagged(2), dscp(0, 1)}, {}, kOneToOne, 1, kNone, kNone},
        Row{"two_defaults",
            kMlx5,
            {dscp(0, 1), dscp(0, 2), dscp(26, 3)},
            {3},
            kOneToOne,
            {},
            kNone,
            {}},
        Row{"with_the_default",
            kMlx5,
            {dscp(26, 3)},
            {3},
            kRoceWithDefault,
            0,
            kNone,
            Priorities{3}},
        Row{"all_on_the_default", kMlx5, {dscp(0, 0)}, {0}, kOneToOne, 0, kNone, kNone},
        Row{"short_prio_tc", kMlx5, {dscp(26, 3)}, {3}, {0, 1}, 0, kNone, {}},
        Row{"without_pfc_needs_no_ets", kMlx5, {dscp(26, 3)}, {}, {}, 0, kNone, kNone}),
    [](const auto& row) { return row.param.name; });

TEST(PathNetdev, SumsTheSharesOfEtsClasses) {
  const std::vector<std::pair<std::vector<Tsa>, std::int64_t>> rows = {
      {{Tsa::ets, Tsa::ets, Tsa::strict}, 10},  // 60 + 30, what a strict class has is no share
      {{Tsa::ets, Tsa::ets, Tsa::ets}, -10},
      {{Tsa::ets, Tsa::vendor, Tsa::ets}, 20},
      {{Tsa::vendor, Tsa::vendor, Tsa::vendor}, 0},
      {{}, 0}};
  for (const auto& [tsa, left] : rows) {
    Netdev netdev;
    netdev.dcb.ets.emplace().tc_tsa = tsa;
    netdev.dcb.ets.known()->tc_bandwidth_percent = {60, 30, 20};
    EXPECT_TRUE(derive_path_netdev(netdev, std::string(kMlx5)).ets_unassigned_percent.is(left))
        << left;
  }
}

TEST(PathNetdev, TellsEachReasonForItsDoubt) {
  using testing_support::reasons;
  Netdev netdev;
  netdev.dcb.pfc = testing_support::kUnsupported;
  netdev.dcb.app = testing_support::kDenied;
  netdev.dcb.ets = Unknown{.reason = Reason::timeout, .detail = ""};
  auto path = derive_path_netdev(netdev, std::string(kMlx5));
  EXPECT_EQ(reasons(path.pfc_without_dscp), "unsupported permission");
  EXPECT_EQ(reasons(path.pfc_with_default), "unsupported permission timeout");
  netdev.dcb.pfc.emplace();
  path = derive_path_netdev(netdev, std::string(kMlx5));
  EXPECT_EQ(reasons(path.pfc_without_dscp), "") << "no priority has PFC";
  EXPECT_EQ(reasons(path.pfc_with_default), "") << "no priority has PFC";
}

TEST(PathNetdev, PassesOnWhyItsFactsAreUnknown) {
  const Unknown why{.reason = Reason::timeout, .detail = "rtnl held"};
  Netdev netdev;
  netdev.dcb.pfc = why;
  netdev.dcb.app = why;
  netdev.dcb.ets = why;
  const auto path = derive_path_netdev(netdev, std::string(kMlx5));
  EXPECT_EQ(*path.trust.unknown(), why);
  EXPECT_EQ(*path.default_priority.unknown(), why);
  EXPECT_EQ(*path.pfc_without_dscp.unknown(), why);
  EXPECT_EQ(*path.pfc_with_default.unknown(), why);
  EXPECT_EQ(*path.ets_unassigned_percent.unknown(), why);
  netdev.dcb.pfc = Pfc{.enabled = {3}, .requests = {}, .indications = {}};
  netdev.dcb.app = std::vector{dscp(26, 3)};
  EXPECT_EQ(*derive_path_netdev(netdev, std::string(kMlx5)).pfc_with_default.unknown(), why);
}

}  // namespace
}  // namespace rocelint
