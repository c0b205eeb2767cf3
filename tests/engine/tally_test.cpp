// SPDX-License-Identifier: Apache-2.0
#include "engine/tally.h"

#include <vector>

#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "engine/fold.h"
#include "tests/engine/judged_findings.h"

namespace rocelint {
namespace {

using testing_support::FindingMaker;

TEST(Tally, CountsEachRuleByItsWorst) {
  FindingMaker make({{"fails", Severity::blocker, {}},
                     {"follows", Severity::blocker, {"fails"}},
                     {"unknown", Severity::error, {}},
                     {"waived", Severity::error, {}},
                     {"passes", Severity::warning, {}},
                     {"does-not-apply", Severity::warning, {}}});
  std::vector findings{make.on_port("fails", 0, Outcome::fail),
                       make.on_port("fails", 1, Outcome::unknown),
                       make.on_port("fails", 2, Outcome::pass),
                       make.on_port("follows", 0, Outcome::fail),
                       make.on_port("follows", 1, Outcome::pass),
                       make.on_port("unknown", 0, Outcome::unknown),
                       make.on_port("unknown", 1, Outcome::pass),
                       make.on_port("waived", 0, Outcome::waived),
                       make.on_port("waived", 1, Outcome::pass),
                       make.on_port("passes", 0, Outcome::pass),
                       make.on_port("passes", 1, Outcome::not_applicable),
                       make.on_port("does-not-apply", 0, Outcome::not_applicable)};
  fold_consequences(findings, make.rules());
  const auto tally = tally_of(findings, 3);
  EXPECT_EQ(
      tally.counts,
      (Counts{.pass = 1, .fail = 1, .follows = 1, .unknown = 2, .waived = 1, .not_applicable = 4}));
  EXPECT_EQ(tally.coverage.at(Severity::blocker), (Coverage{.decided = 1, .applicable = 2}));
  EXPECT_EQ(tally.coverage.at(Severity::error), (Coverage{.decided = 1, .applicable = 2}));
  EXPECT_EQ(tally.coverage.at(Severity::warning), (Coverage{.decided = 1, .applicable = 1}));
  EXPECT_EQ(tally.coverage.at(Severity::info), (Coverage{.decided = 0, .applicable = 0}));
}

}  // namespace
}  // namespace rocelint
