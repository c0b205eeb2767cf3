// SPDX-License-Identifier: Apache-2.0
#include "derive/path/path_queue.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kEts = Tsa::ets;
constexpr auto kStrict = Tsa::strict;
constexpr auto kVendor = Tsa::vendor;

Ets eight_classes(std::vector<Tsa> tsa) {
  return {.willing = false,
          .credit_based_shaper = false,
          .max_classes = 8,
          .prio_tc = {0, 1, 2, 3, 4, 5, 6, 7},
          .tc_tsa = std::move(tsa),
          .tc_bandwidth_percent = {10, 10, 10, 50, 10, 5, 0, 5}};
}

Netdev netdev_with(Fact<Ets> ets) {
  Netdev netdev;
  netdev.name = "ens5";
  netdev.dcb.ets = std::move(ets);
  return netdev;
}

PathClass roce(std::int64_t priority) {
  return {.dscp = 26, .pcp = {}, .priority = priority, .share_min_percent = 50};
}

const Fact<std::string> kMlx5 = std::string("mlx5_core");
const Fact<std::string> kBnxt = std::string("bnxt_en");

TEST(PathQueue, FollowsThePriorityToItsTrafficClass) {
  auto ets = eight_classes({kEts, kEts, kEts, kEts, kEts, kEts, kStrict, kEts});
  ets.prio_tc = {1, 0, 2, 4, 3, 5, 6, 7};
  const auto queue = derive_path_queue(netdev_with(ets), kMlx5, roce(3), 6);
  EXPECT_EQ(queue.name, "ens5 priority 3");
  EXPECT_EQ(queue.netdev, "ens5");
  EXPECT_EQ(queue.priority, 3);
  EXPECT_EQ(queue.share_min_percent, 50);
  EXPECT_TRUE(queue.tc.is(4));
  EXPECT_TRUE(queue.tsa.is(kEts));
  EXPECT_TRUE(queue.bandwidth_percent.is(10));
  EXPECT_THAT(*queue.served_before.known(), IsEmpty());
}

TEST(PathQueue, WantsNoShareUnlessThePolicyDoes) {
  const auto queue = derive_path_queue(netdev_with(eight_classes(std::vector(8, kVendor))), kMlx5,
                                       {.dscp = {}, .pcp = 3, .priority = 3}, {});
  EXPECT_EQ(queue.share_min_percent, 0);
}

struct Row {
  std::string name;
  Fact<std::string> driver;
  std::vector<Tsa> tsa;
  std::optional<std::int64_t> cnp_priority;
  std::optional<std::vector<std::int64_t>> before;  ///< nothing: unknown
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class ServedBefore : public testing::TestWithParam<Row> {};

TEST_P(ServedBefore, Priority3) {
  const auto& row = GetParam();
  const auto queue =
      derive_path_queue(netdev_with(eight_classes(row.tsa)), row.driver, roce(3), row.cnp_priority);
  ASSERT_EQ(queue.served_before.known() != nullptr, row.before.has_value());
  if (row.before) {
    EXPECT_EQ(*queue.served_before.known(), *row.before);
  }
}

const std::vector<Tsa> kStrict6 = {kEts, kEts, kEts, kEts, kEts, kEts, kStrict, kEts};
const std::vector<Tsa> kStrict56 = {kEts, kEts, kEts, kEts, kEts, kStrict, kStrict, kEts};
const std::vector<Tsa> kVendor0 = {kVendor, kEts, kEts, kEts, kEts, kEts, kEts, kEts};
const Fact<std::string> kUnread = Unknown{.reason = Reason::permission, .detail = "no"};

INSTANTIATE_TEST_SUITE_P(
    Rows, ServedBefore,
    testing::Values(Row{"all_ets", kMlx5, std::vector(8, kEts), 6, std::vector<std::int64_t>{}},
                    Row{"cnps_may_be", kMlx5, kStrict6, 6, std::vector<std::int64_t>{}},
                    Row{"others_are_told", kMlx5, kStrict56, 6, std::vector<std::int64_t>{5}},
                    Row{"without_cnps", kMlx5, kStrict6, {}, std::vector<std::int64_t>{6}},
                    Row{"vendor_on_mlx5", kMlx5, kVendor0, 6, std::vector<std::int64_t>{0}},
                    Row{"vendor_elsewhere", kBnxt, kVendor0, 6, std::vector<std::int64_t>{}},
                    Row{"vendor_of_no_known_driver", kUnread, kVendor0, 6, {}},
                    Row{"own_class", kMlx5, std::vector(8, kStrict), 6,
                        std::vector<std::int64_t>{0, 1, 2, 4, 5, 7}},
                    Row{"fewer_classes_than_mapped", kMlx5, {kEts, kEts, kEts, kEts}, 6, {}}),
    [](const auto& row) { return row.param.name; });

TEST(PathQueue, CountsOnlyClassesWithAPriority) {
  auto ets = eight_classes({kEts, kEts, kStrict});
  ets.max_classes = 3;
  ets.prio_tc = {0, 0, 0, 1, 0, 0, 0, 0};  // nothing goes to class 2
  const auto queue = derive_path_queue(netdev_with(ets), kBnxt, roce(3), {});
  EXPECT_THAT(*queue.served_before.known(), IsEmpty());
  ets.prio_tc[7] = 2;
  EXPECT_THAT(*derive_path_queue(netdev_with(ets), kBnxt, roce(3), {}).served_before.known(),
              ElementsAre(7));
}

TEST(PathQueue, PassesOnWhyEtsIsUnknown) {
  const Unknown why{.reason = Reason::not_authoritative, .detail = "zeros"};
  const auto queue = derive_path_queue(netdev_with(why), kBnxt, roce(3), 7);
  EXPECT_EQ(*queue.tc.unknown(), why);
  EXPECT_EQ(*queue.tsa.unknown(), why);
  EXPECT_EQ(*queue.bandwidth_percent.unknown(), why);
  EXPECT_EQ(*queue.served_before.unknown(), why);
}

TEST(PathQueue, TellsEachReasonForItsDoubt) {
  const auto queue = derive_path_queue(netdev_with(eight_classes({kVendor, kEts, kEts, kEts})),
                                       testing_support::kDenied, roce(3), 6);
  EXPECT_EQ(testing_support::reasons(queue.served_before), "permission malformed");
}

TEST(PathQueue, DoesNotReadBeyondTheLists) {
  Ets ets;
  ets.prio_tc = {0, 0, 0, 9};
  const auto queue = derive_path_queue(netdev_with(ets), kMlx5, roce(3), 6);
  EXPECT_TRUE(queue.tc.is(9));
  EXPECT_EQ(queue.tsa.unknown()->reason, Reason::malformed);
  EXPECT_EQ(queue.bandwidth_percent.unknown()->reason, Reason::malformed);
  EXPECT_EQ(queue.served_before.unknown()->reason, Reason::malformed);
  EXPECT_EQ(derive_path_queue(netdev_with(ets), kMlx5, roce(5), 6).tc.unknown()->reason,
            Reason::malformed);
}

}  // namespace
}  // namespace rocelint
