// SPDX-License-Identifier: Apache-2.0
#include "engine/vantage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

namespace rocelint {
namespace {

using testing::ElementsAre;

Report described(const Snapshot& snapshot) {
  Report report;
  describe_vantage(snapshot, report);
  return report;
}

TEST(Vantage, SaysWhoLookedAndFromWhere) {
  Snapshot snapshot;
  snapshot.taken_at = "2027-03-02T03:12:44Z";
  snapshot.host.hostname = std::string("h");
  snapshot.probe.effective_uid = 1000;
  snapshot.probe.initial_user_namespace = false;
  snapshot.probe.host_network_namespace = false;
  snapshot.probe.root = "/sos";
  auto vantage = described(snapshot).vantage;
  EXPECT_EQ(vantage.user, "uid 1000");
  EXPECT_EQ(vantage.environment, "dead tree /sos, user namespace, own network namespace");
  EXPECT_EQ(vantage.taken_at, snapshot.taken_at);
  EXPECT_EQ(vantage.hostname, "h");
  snapshot.probe.effective_uid = 0;
  EXPECT_EQ(described(snapshot).vantage.user, "root");
}

TEST(Vantage, SaysNothingOfWhatIsUnknown) {
  const auto vantage = described(Snapshot{}).vantage;
  EXPECT_EQ(vantage, Vantage{});
}

TEST(Vantage, IsIncompleteWhereAModuleDidNotEnd) {
  Snapshot snapshot;
  snapshot.probe.modules = std::vector<ModuleRun>{
      {.id = "a", .outcome = ModuleOutcome::done, .detail = "", .duration_us = 0},
      {.id = "b", .outcome = ModuleOutcome::failed, .detail = "no verbs", .duration_us = 0}};
  EXPECT_TRUE(described(snapshot).complete);
  snapshot.probe.modules.known()->push_back(
      {.id = "dcb", .outcome = ModuleOutcome::timeout, .detail = "mlx5_3", .duration_us = 0});
  snapshot.probe.modules.known()->push_back(
      {.id = "gids", .outcome = ModuleOutcome::skipped, .detail = "", .duration_us = 0});
  const auto report = described(snapshot);
  EXPECT_FALSE(report.complete);
  EXPECT_THAT(report.incomplete, ElementsAre("dcb: timeout on mlx5_3", "gids: skipped"));
}

TEST(Vantage, IsIncompleteWhereModulesAreNotRecorded) {
  EXPECT_FALSE(described(Snapshot{}).complete);
}

}  // namespace
}  // namespace rocelint
