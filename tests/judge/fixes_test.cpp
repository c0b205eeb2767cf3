// SPDX-License-Identifier: Apache-2.0
#include "judge/fixes.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "judge/host_view.h"
#include "judge/subjects.h"
#include "rules/rule.h"
#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using testing_support::healthy;
using testing_support::profile;
using testing_support::rules_from;

Unknown denied() {
  return {.reason = Reason::permission, .detail = "no", .sys_errno = 13};
}

/// The steps for the first port of the host.
std::vector<FixStep> steps(const std::string& fixes, const Snapshot& snapshot = healthy()) {
  const auto rules = rules_from(
      "rules:\n- id: a\n  title: t\n  expects: e\n  scope: port\n  severity: error\n  assert: "
      "port.number == 2\n"
      "  impact: w\n  verify: check {lower.name}\n  fix:\n" +
      fixes);
  const auto policy = profile("lossless-dscp26");
  const auto host = build_host_view(snapshot, policy);
  const Subjects subjects(host);
  const auto& rule = rules.rules.front();
  return render_fixes(rule, subjects.of(rule).front());
}

std::vector<std::string> commands(const std::string& fixes, const Snapshot& snapshot = healthy()) {
  std::vector<std::string> out;
  for (const auto& step : steps(fixes, snapshot)) {
    out.push_back(step.run);
  }
  return out;
}

TEST(Fixes, TakeTheFirstWhoseConditionHolds) {
  EXPECT_THAT(commands("    - {when: dev.driver == \"ice\", run: one, disrupts: none}\n"
                       "    - {when: dev.driver == \"mlx5_core\", run: two, disrupts: none}\n"
                       "    - {run: three, disrupts: none}\n"),
              ElementsAre("two"));
  EXPECT_THAT(commands("    - {when: dev.driver == \"ice\", run: one, disrupts: none}\n"),
              IsEmpty());
}

TEST(Fixes, CarryWhatTheyDoToTheHost) {
  const auto step =
      steps("    - {run: x, disrupts: reset, lasts: next_boot, tool: mlnx_qos}\n").front();
  EXPECT_EQ(step.disrupts, Disrupts::reset);
  EXPECT_EQ(step.lasts, Lasts::next_boot);
  EXPECT_EQ(step.needs, "mlnx_qos");
  EXPECT_EQ(step.verify, "check ens1np0");
}

TEST(Fixes, PreferOneThatNeedsNoTool) {
  EXPECT_THAT(commands("    - {tool: mlnx_qos, run: one, disrupts: none}\n"
                       "    - {run: two, disrupts: none}\n"),
              ElementsAre("two"));
}

TEST(Fixes, ThatCantBeDecidedAreComments) {
  auto snapshot = healthy();
  (*snapshot.host.devices.known())[0].driver = denied();
  EXPECT_THAT(
      commands("    - {when: dev.driver == \"ice\", run: 'one {dev.name}', disrupts: none}\n"
               "    - {run: two, disrupts: none}\n",
               snapshot),
      ElementsAre("# if dev.driver == \"ice\": one mlx5_0", "two"));
}

TEST(Fixes, WithAnUnknownValueAreComments) {
  auto snapshot = healthy();
  (*snapshot.host.netdevs.known())[0].mtu_bytes = denied();
  EXPECT_THAT(commands("    - {run: 'x {netdev.mtu_bytes}', disrupts: none}\n", snapshot),
              ElementsAre(StartsWith("# ")));
}

TEST(Fixes, StayOneCommentWhateverTheHostsStringsHold) {
  auto snapshot = healthy();
  auto& device = (*snapshot.host.devices.known())[0];
  device.driver = denied();
  device.board_id = std::string("x\nreboot");
  const auto lines = commands(
      "    - {when: dev.driver == \"ice\", run: 'x {dev.board_id}', disrupts: none}\n", snapshot);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], testing::Not(HasSubstr("\n")));
}

}  // namespace
}  // namespace rocelint
