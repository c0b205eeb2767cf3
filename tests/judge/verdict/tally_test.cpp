// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/tally.h"

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "judge/verdict/fold.h"
#include "tests/judge/judged_findings.h"

namespace rocelint {
namespace {

using testing_support::FindingMaker;
using testing_support::split;

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
  const auto [open, settled] = split(findings);
  const auto tally = tally_of(open, settled, 3);
  EXPECT_EQ(
      tally.counts,
      (Counts{.pass = 1, .fail = 1, .follows = 1, .unknown = 2, .waived = 1, .not_applicable = 4}));
  EXPECT_EQ(tally.coverage.at(Severity::blocker), (Coverage{.decided = 1, .applicable = 2}));
  EXPECT_EQ(tally.coverage.at(Severity::error), (Coverage{.decided = 1, .applicable = 2}));
  EXPECT_EQ(tally.coverage.at(Severity::warning), (Coverage{.decided = 1, .applicable = 1}));
  EXPECT_EQ(tally.coverage.at(Severity::info), (Coverage{.decided = 0, .applicable = 0}));
}

// A rule is accepted where nothing of it is open but what the policy accepts.
TEST(Tally, CountsWhatIsAcceptedAsUnknown) {
  FindingMaker make({{"accepted", Severity::blocker, {}},
                     {"open", Severity::blocker, {}},
                     {"fails", Severity::error, {}}});
  const auto accepted = [&](const std::string& rule, std::size_t port) {
    auto judged = make.on_port(rule, port, Outcome::unknown);
    judged.finding.accepted = true;
    return judged;
  };
  const std::vector findings{accepted("accepted", 0), make.on_port("accepted", 1, Outcome::pass),
                             accepted("open", 0),     make.on_port("open", 1, Outcome::unknown),
                             accepted("fails", 0),    make.on_port("fails", 1, Outcome::fail)};
  const auto [open, settled] = split(findings);
  const auto tally = tally_of(open, settled, 0);
  EXPECT_EQ(tally.counts, (Counts{.fail = 1, .unknown = 3, .accepted = 2}));
  EXPECT_EQ(tally.coverage.at(Severity::blocker),
            (Coverage{.decided = 0, .applicable = 2, .accepted = 1}));
  EXPECT_EQ(tally.coverage.at(Severity::error),
            (Coverage{.decided = 0, .applicable = 1, .accepted = 1}));
}

}  // namespace
}  // namespace rocelint
