// SPDX-License-Identifier: Apache-2.0
#include "judge/run_context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"
#include "rocelint/snapshot.h"

namespace rocelint {
namespace {

using testing::ElementsAre;

Report described(const Snapshot& snapshot) {
  Report report;
  describe_run_context(snapshot, report);
  return report;
}

TEST(RunContext, SaysWhoLookedAndFromWhere) {
  Snapshot snapshot;
  snapshot.taken_at = "2027-03-02T03:12:44Z";
  snapshot.host.hostname = std::string("h");
  snapshot.probe.effective_uid = 1000;
  snapshot.probe.initial_user_namespace = false;
  snapshot.probe.host_network_namespace = false;
  snapshot.probe.root = "/sos";
  auto run_context = described(snapshot).run_context;
  EXPECT_EQ(run_context.user, "uid 1000");
  EXPECT_EQ(run_context.environment,
            "offline sysfs tree /sos, user namespace, own network namespace");
  EXPECT_THAT(run_context.conditions,
              ElementsAre(RunCondition::unprivileged, RunCondition::user_namespace,
                          RunCondition::network_namespace, RunCondition::offline_tree));
  EXPECT_EQ(run_context.taken_at, snapshot.taken_at);
  EXPECT_EQ(run_context.hostname, "h");
  snapshot.probe.effective_uid = 0;
  EXPECT_EQ(described(snapshot).run_context.user, "root");
}

TEST(RunContext, SaysNothingOfWhatIsUnknown) {
  const auto run_context = described(Snapshot{}).run_context;
  EXPECT_EQ(run_context, RunContext{});
}

TEST(RunContext, IsIncompleteWhereAModuleDidNotEnd) {
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

TEST(RunContext, IsIncompleteWhereModulesAreNotRecorded) {
  EXPECT_FALSE(described(Snapshot{}).complete);
}

}  // namespace
}  // namespace rocelint
