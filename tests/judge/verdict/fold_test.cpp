// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/fold.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/judged_findings.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::FindingMaker;

constexpr auto kFail = Outcome::fail;
constexpr auto kPass = Outcome::pass;

FindingMaker maker() {
  return FindingMaker({{"knob", Severity::error, {}},
                       {"other-knob", Severity::error, {}},
                       {"path", Severity::blocker, {"knob", "other-knob"}},
                       {"job", Severity::warning, {"path"}}});
}

TEST(Fold, PutsAConsequenceUnderItsCause) {
  auto make = maker();
  std::vector findings{make.on_port("knob", 0, kFail), make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[1].finding.folded_under, "knob@mlx5_0/1");
  EXPECT_EQ(findings[0].finding.folded_under, "");
  EXPECT_THAT(findings[0].finding.follows, ElementsAre("path"));
  EXPECT_EQ(findings[0].finding.severity, Severity::blocker) << "lent by the consequence";
  EXPECT_EQ(findings[0].severity, Severity::error) << "its own stays known";
}

TEST(Fold, LeavesAConsequenceAloneWithoutAFailedCause) {
  auto make = maker();
  for (const auto outcome : {kPass, Outcome::unknown, Outcome::not_applicable}) {
    std::vector findings{make.on_port("knob", 0, outcome), make.on_port("path", 0, kFail)};
    fold_consequences(findings, make.rules());
    EXPECT_EQ(findings[1].finding.folded_under, "");
    EXPECT_TRUE(findings[1].is_root_cause());
  }
}

TEST(Fold, LooksAtTheSameOrAnEnclosingSubject) {
  auto make = maker();
  std::vector findings{make.on_port("knob", 1, kFail), make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[1].finding.folded_under, "") << "another port";

  findings = {make.on_host("knob", kFail), make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[1].finding.folded_under, "knob@host");

  findings = {make.on_device("knob", 0, kFail), make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[1].finding.folded_under, "knob@mlx5_0");

  findings = {make.on_netdev("knob", 0, kFail), make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[1].finding.folded_under, "") << "a part of the subject";

  findings = {make.on_port("knob", 0, kFail), make.on_netdev("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[1].finding.folded_under, "knob@mlx5_0/1");
}

TEST(Fold, KeepsTwoFailedKnobsAsTwoRootCauses) {
  auto make = maker();
  std::vector findings{make.on_port("path", 0, kFail), make.on_port("knob", 0, kFail),
                       make.on_port("other-knob", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[0].finding.folded_under, "knob@mlx5_0/1");
  EXPECT_TRUE(findings[1].is_root_cause());
  EXPECT_TRUE(findings[2].is_root_cause());
  EXPECT_EQ(findings[2].finding.severity, Severity::error) << "lent once";
}

TEST(Fold, FollowsAChainToItsRoot) {
  auto make = maker();
  std::vector findings{make.on_port("job", 0, kFail), make.on_port("knob", 0, kFail),
                       make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[0].finding.folded_under, "knob@mlx5_0/1");
  EXPECT_THAT(findings[1].finding.follows, ElementsAre("path", "job"));
  EXPECT_THAT(findings[2].finding.follows, IsEmpty());
}

JudgedFinding waived(JudgedFinding judged) {
  judged.finding.outcome = Outcome::waived;
  judged.waived_failure = true;
  judged.finding.waiver = WaiverNote{.reason = "ticket 7", .until = "", .from = ""};
  return judged;
}

TEST(Fold, WaivesAConsequenceWhoseCausesAreAllWaived) {
  auto make = maker();
  std::vector findings{waived(make.on_port("knob", 0, kFail)), make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[1].finding.outcome, Outcome::waived);
  ASSERT_TRUE(findings[1].finding.waiver.has_value());
  EXPECT_EQ(findings[1].finding.waiver->reason, "ticket 7");

  findings = {waived(make.on_port("knob", 0, kFail)), make.on_port("other-knob", 0, kFail),
              make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_EQ(findings[2].finding.folded_under, "other-knob@mlx5_0/1");
}

TEST(Fold, DoesNotWaiveForAWaivedUnknown) {
  auto make = maker();
  auto unknown = waived(make.on_port("knob", 0, Outcome::unknown));
  unknown.waived_failure = false;
  std::vector findings{unknown, make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_TRUE(findings[1].is_root_cause());
}

TEST(Siblings, CountsDecidedSubjectsOfTheRule) {
  auto make = maker();
  std::vector findings{make.on_port("knob", 0, kFail),
                       make.on_port("knob", 1, kPass),
                       waived(make.on_port("knob", 2, kFail)),
                       make.on_port("knob", 3, Outcome::unknown),
                       make.on_port("knob", 4, Outcome::not_applicable),
                       make.on_port("path", 0, kPass)};
  const auto [open, settled] = testing_support::split(findings);
  const auto siblings = count_siblings(open, settled);
  EXPECT_EQ(siblings.at(findings[0].rule), (Siblings{.judged = 3, .failed = 2}));
  EXPECT_EQ(siblings.at(findings[5].rule), (Siblings{.judged = 1, .failed = 0}));
}

}  // namespace
}  // namespace rocelint
