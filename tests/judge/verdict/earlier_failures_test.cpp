// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/earlier_failures.h"

#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "tests/judge/judged_findings.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::split;

class BaselineTest : public testing::Test {
 protected:
  JudgedFinding on_port(std::size_t port, Outcome outcome) {
    auto judged = maker_.on_port("pfc-off", port, outcome);
    judged.finding.id = "pfc-off@mlx5_" + std::to_string(port);
    return judged;
  }

  testing_support::FindingMaker maker_{{{.id = "pfc-off", .consequence_of = {}}}};
};

TEST_F(BaselineTest, FailuresAreNewOrKnown) {
  std::vector<JudgedFinding> findings{on_port(0, Outcome::fail), on_port(1, Outcome::fail),
                                      on_port(2, Outcome::pass), on_port(3, Outcome::unknown)};
  auto [open, settled] = split(findings);
  const auto report =
      hold_against({.file = "old.json", .failed = {"pfc-off@mlx5_0"}}, open, settled);
  EXPECT_EQ(report.file, "old.json");
  EXPECT_EQ(report.known, 1);
  EXPECT_EQ(report.fresh, 1);
  EXPECT_THAT(report.fixed, IsEmpty());
  EXPECT_EQ(open[0].finding.baseline, Standing::known);
  EXPECT_EQ(open[1].finding.baseline, Standing::fresh);
  EXPECT_EQ(open[2].finding.baseline, std::nullopt);
}

TEST_F(BaselineTest, FixedIsWhatPassesOrIsThereNoMore) {
  std::vector<JudgedFinding> findings{on_port(0, Outcome::pass),
                                      on_port(1, Outcome::not_applicable),
                                      on_port(2, Outcome::unknown), on_port(3, Outcome::waived)};
  auto [open, settled] = split(findings);
  const auto report = hold_against({.file = "",
                                    .failed = {"pfc-off@mlx5_0", "pfc-off@mlx5_1", "pfc-off@mlx5_2",
                                               "pfc-off@mlx5_3", "pfc-off@mlx5_9"}},
                                   open, settled);
  // What can't be told any more is not fixed.
  EXPECT_THAT(report.fixed, ElementsAre("pfc-off@mlx5_0", "pfc-off@mlx5_1", "pfc-off@mlx5_9"));
  EXPECT_EQ(report.known, 0);
  EXPECT_EQ(report.fresh, 0);
}

TEST_F(BaselineTest, ARuleThatWasNotAskedHasFixedNothing) {
  std::vector<JudgedFinding> findings{on_port(0, Outcome::pass)};
  auto [open, settled] = split(findings);
  const auto report = hold_against(
      {.file = "", .failed = {"pfc-off@mlx5_0", "link-flapping@mlx5_0"}}, open, settled);
  EXPECT_THAT(report.fixed, ElementsAre("pfc-off@mlx5_0"));
}

TEST_F(BaselineTest, WhatIsOnlyWorthKnowingIsNotCounted) {
  std::vector<JudgedFinding> findings{on_port(0, Outcome::fail)};
  findings[0].finding.severity = Severity::info;
  const auto report = hold_against({.file = "", .failed = {}}, findings, {});
  EXPECT_EQ(report.fresh, 0);
  EXPECT_EQ(findings[0].finding.baseline, std::nullopt);
}

TEST_F(BaselineTest, WhatFollowsFromACauseIsNotCounted) {
  std::vector<JudgedFinding> findings{on_port(0, Outcome::fail)};
  findings[0].finding.folded_under = "port-down@mlx5_0";
  const auto report = hold_against({.file = "", .failed = {}}, findings, {});
  EXPECT_EQ(report.fresh, 0);
  EXPECT_EQ(findings[0].finding.baseline, std::nullopt);
}

}  // namespace
}  // namespace rocelint
