// SPDX-License-Identifier: Apache-2.0
#include "derive/path/traffic_path.h"

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

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}

AppEntry dscp(std::int64_t protocol, std::int64_t priority) {
  return {.selector = AppSelector::dscp, .protocol = protocol, .priority = priority};
}
AppEntry default_priority(std::int64_t priority) {
  return {.selector = AppSelector::ethertype, .protocol = 0, .priority = priority};
}

/// A port on one netdev, of which a test changes what matters.
struct Port {
  RdmaDevice device;
  RdmaPort port;
  Netdev netdev;
  Netdev vlan;
  PortView view;

  Port() {
    device.driver = std::string("mlx5_core");
    netdev.name = "ens0";
    netdev.dcb.pfc.emplace().enabled = {3};
    netdev.dcb.app = std::vector<AppEntry>{};
    vlan.link_kind = std::string("vlan");
    view.device = &device;
    view.port = &port;
    view.netdev = &netdev;
    view.lowers = NetdevList{&netdev};
    view.uppers = NetdevList{};
  }
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;
  Port(Port&&) = delete;
  Port& operator=(Port&&) = delete;
  ~Port() = default;
};

struct Row {
  std::string name;
  std::string driver;
  std::vector<AppEntry> app;
  bool tagged = false;
  PathClass traffic;
  std::optional<PathTrust> trust;  ///< nothing: unknown
  std::optional<std::int64_t> tx;
  std::optional<std::int64_t> rx;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

template <class T>
std::optional<T> value_of(const Fact<T>& fact) {
  return fact.known() == nullptr ? std::nullopt : std::optional(*fact.known());
}

class PathOf : public testing::TestWithParam<Row> {};

TEST_P(PathOf, OnePort) {
  const auto& row = GetParam();
  Port port;
  port.device.driver = row.driver;
  port.netdev.dcb.app = row.app;
  if (row.tagged) {
    port.view.uppers = NetdevList{&port.vlan};
  }
  const auto path = derive_traffic_path(port.view, {row.traffic});
  ASSERT_NE(path.classes.known(), nullptr);
  ASSERT_EQ(path.classes.known()->size(), 1U);
  const auto& taken = path.classes.known()->front();
  EXPECT_EQ(value_of(taken.trust), row.trust);
  EXPECT_EQ(value_of(taken.tx_priority), row.tx);
  EXPECT_EQ(value_of(taken.rx_priority), row.rx);
  EXPECT_EQ(value_of(taken.pfc_enabled), std::vector<std::int64_t>{3});
}

constexpr auto kDscp = PathTrust::dscp;
constexpr auto kPcp = PathTrust::pcp;
const PathClass kDscp26{.dscp = 26, .pcp = {}};
const PathClass kPcp3{.dscp = {}, .pcp = 3};

INSTANTIATE_TEST_SUITE_P(
    Rows, PathOf,
    testing::Values(
        Row{"mapped", "mlx5_core", {dscp(26, 3), dscp(48, 6)}, false, kDscp26, kDscp, 3, 3},
        Row{"mapped_on_any_driver", "other", {dscp(26, 4)}, false, kDscp26, kDscp, 4, 4},
        Row{"not_mapped", "mlx5_core", {dscp(48, 6)}, false, kDscp26, kDscp, {}, {}},
        Row{"mapped_twice", "mlx5_core", {dscp(26, 3), dscp(26, 0)}, false, kDscp26, kDscp, {}, {}},
        Row{"listed_twice", "mlx5_core", {dscp(26, 3), dscp(26, 3)}, false, kDscp26, kDscp, 3, 3},
        Row{"dscp_of_the_job_unknown", "mlx5_core", {dscp(26, 3)}, false, kPcp3, kDscp, {}, {}},
        Row{"mlx5_without_entries", "mlx5_core", {}, false, kDscp26, kPcp, {}, 0},
        Row{"mlx5_tagged", "mlx5_core", {}, true, kPcp3, kPcp, 3, 3},
        Row{"mlx5_untagged", "mlx5_core", {}, false, kPcp3, kPcp, 3, 0},
        Row{"mlx5_untagged_default", "mlx5_core", {default_priority(5)}, false, kPcp3, kPcp, 3, 5},
        Row{"two_defaults",
            "mlx5_core",
            {default_priority(5), default_priority(1)},
            false,
            kPcp3,
            kPcp,
            3,
            {}},
        Row{"mlx5_tagged_pcp_unknown", "mlx5_core", {}, true, kDscp26, kPcp, {}, {}},
        Row{"irdma_104", "ice", {}, false, kDscp26, kPcp, 2, 0},
        Row{"irdma_96", "ice", {}, false, PathClass{.dscp = 24, .pcp = {}}, kPcp, 0, 0},
        Row{"irdma_tos_unknown", "ice", {}, false, kPcp3, kPcp, {}, 0},
        Row{"irdma_l3", "ice", {dscp(26, 1)}, false, kDscp26, kDscp, 1, 1},
        Row{"bnxt_without_entries", "bnxt_en", {default_priority(0)}, false, kDscp26, {}, {}, {}}),
    [](const auto& row) { return row.param.name; });

TEST(TrafficPath, HasAPathForEachClassOnEachNetdev) {
  Port port;
  Netdev second = port.netdev;
  second.name = "ens1";
  port.view.lowers = NetdevList{&port.netdev, &second};
  const auto path = derive_traffic_path(port.view, {kDscp26, kPcp3});
  std::vector<std::string> names;
  for (const auto& taken : *path.classes.known()) {
    names.push_back(taken.name);
  }
  EXPECT_THAT(names, ElementsAre("ens0 dscp 26", "ens0 pcp 3", "ens1 dscp 26", "ens1 pcp 3"));
}

TEST(TrafficPath, LeavesOutAClassOfWhichNothingIsKnown) {
  const Port port;
  EXPECT_TRUE(derive_traffic_path(port.view, {PathClass{}}).classes.known()->empty());
}

TEST(TrafficPath, HasAQueueForEachClassOnEachNetdev) {
  Port port;
  Netdev second = port.netdev;
  second.name = "ens1";
  port.view.lowers = NetdevList{&port.netdev, &second};
  const auto path =
      derive_traffic_path(port.view, {PathClass{.dscp = 3, .pcp = {}, .priority = 3},
                                      PathClass{.dscp = {}, .pcp = {}, .priority = 4}});
  std::vector<std::string> names;
  for (const auto& queue : *path.queues.known()) {
    names.push_back(queue.name);
  }
  EXPECT_THAT(names, ElementsAre("ens0 priority 3", "ens0 priority 4", "ens1 priority 3",
                                 "ens1 priority 4"));
  EXPECT_EQ(path.netdevs.known()->size(), 2U);
}

TEST(TrafficPath, IsUnknownWithItsLowers) {
  Port port;
  port.view.lowers = denied();
  const auto path = derive_traffic_path(port.view, {kDscp26});
  EXPECT_EQ(*path.classes.unknown(), denied());
  EXPECT_EQ(*path.queues.unknown(), denied());
  EXPECT_EQ(*path.netdevs.unknown(), denied());
}

TEST(TrafficPath, PassesOnWhyItsFactsAreUnknown) {
  Port port;
  port.netdev.dcb.app = denied();
  port.netdev.dcb.pfc = denied();
  const auto path = derive_traffic_path(port.view, {kDscp26});
  const auto& taken = path.classes.known()->front();
  EXPECT_EQ(*taken.trust.unknown(), denied());
  EXPECT_EQ(*taken.tx_priority.unknown(), denied());
  EXPECT_EQ(*taken.rx_priority.unknown(), denied());
  EXPECT_EQ(*taken.pfc_enabled.unknown(), denied());
}

TEST(TrafficPath, CantTellTaggingWithoutTheUppers) {
  Port port;
  port.view.uppers = denied();
  EXPECT_EQ(*derive_traffic_path(port.view, {kPcp3}).classes.known()->front().rx_priority.unknown(),
            denied());
  Netdev upper;
  upper.link_kind = denied();
  port.view.uppers = NetdevList{&upper};
  EXPECT_EQ(*derive_traffic_path(port.view, {kPcp3}).classes.known()->front().rx_priority.unknown(),
            denied());
}

TEST(TrafficPath, TellsEachReasonForItsDoubt) {
  using testing_support::kUnsupported;
  using testing_support::reasons;
  Port port;
  Netdev other;
  other.link_kind = denied();
  port.vlan.link_kind = kUnsupported;
  port.view.uppers = NetdevList{&port.vlan, &other};
  EXPECT_EQ(reasons(derive_traffic_path(port.view, {kPcp3}).classes.known()->front().rx_priority),
            "unsupported permission");
  port.netdev.dcb.app = kUnsupported;
  port.device.driver = denied();
  EXPECT_EQ(reasons(derive_traffic_path(port.view, {kPcp3}).classes.known()->front().trust),
            "unsupported permission");
  port.view.lowers = kUnsupported;
  port.port.traffic_classes = denied();
  EXPECT_EQ(reasons(derive_traffic_path(port.view, {kPcp3}).classes), "unsupported permission");
}

TEST(TrafficPath, ADscpThatTheDriverForcesTakesThePlaceOfTheJobs) {
  Port port;
  port.netdev.dcb.app = std::vector<AppEntry>{dscp(26, 3), dscp(59, 5)};
  port.port.traffic_classes =
      std::vector<TrafficClassRule>{{"dst_ip=192.0.2.0/24", 104}, {"", 236}};
  const auto path = derive_traffic_path(
      port.view, {{.dscp = 26, .pcp = {}, .priority = 3}, {.dscp = 4, .pcp = {}, .priority = 4}});
  EXPECT_THAT(*path.forced_dscps.known(), ElementsAre(59));
  ASSERT_EQ(path.classes.known()->size(), 1U);
  EXPECT_TRUE(path.classes.known()->front().tx_priority.is(5));
  EXPECT_EQ(path.queues.known()->size(), 2U);
}

TEST(TrafficPath, ADriverThatForcesNothingLeavesTheJobsDscp) {
  Port port;
  port.netdev.dcb.app = std::vector<AppEntry>{dscp(26, 3)};
  for (const Fact<std::vector<TrafficClassRule>>& rules :
       {Fact<std::vector<TrafficClassRule>>(std::vector<TrafficClassRule>{}),
        Fact<std::vector<TrafficClassRule>>(
            Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0})}) {
    port.port.traffic_classes = rules;
    const auto path = derive_traffic_path(port.view, {{.dscp = 26, .pcp = {}, .priority = 3}});
    EXPECT_TRUE(path.forced_dscps.known()->empty());
    EXPECT_TRUE(path.classes.known()->front().tx_priority.is(3));
  }
}

TEST(TrafficPath, ADriverThatCouldNotBeAskedLeavesOpenWhichDscpGoesOut) {
  Port port;
  port.netdev.dcb.app = std::vector<AppEntry>{dscp(26, 3)};
  const std::vector<PathClass> classes{{.dscp = 26, .pcp = {}, .priority = 3}};
  port.port.traffic_classes = denied();
  const auto path = derive_traffic_path(port.view, classes);
  EXPECT_EQ(*path.forced_dscps.unknown(), denied());
  EXPECT_EQ(*path.classes.unknown(), denied());
  EXPECT_EQ(path.queues.known()->size(), 1U);
  port.port.traffic_classes = Unknown{};  // nobody has looked
  EXPECT_TRUE(derive_traffic_path(port.view, classes).classes.known()->front().tx_priority.is(3));
}

}  // namespace
}  // namespace rocelint
