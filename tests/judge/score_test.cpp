// SPDX-License-Identifier: Apache-2.0
#include "judge/score.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "judge/fold.h"
#include "judge/judged_finding.h"
#include "policy/policy.h"
#include "tests/judge/judged_findings.h"

namespace rocelint {
namespace {

using testing_support::FindingMaker;
using Findings = std::vector<JudgedFinding>;

constexpr auto kFail = Outcome::fail;
constexpr std::size_t kPorts = 8;

FindingMaker maker() {
  return FindingMaker({{"blocker", Severity::blocker, {}},
                       {"error", Severity::error, {}},
                       {"warning", Severity::warning, {}},
                       {"info", Severity::info, {}},
                       {"path", Severity::blocker, {"blocker"}}},
                      kPorts);
}

Score score(const Findings& findings, const FindingMaker& make) {
  return score_of(findings, kPorts, make.rules());
}

TEST(Score, IsFullWithoutFailures) {
  auto make = maker();
  EXPECT_EQ(score({}, make), (Score{.value = 100, .upper_bound = false}));
  EXPECT_EQ(score({make.on_port("blocker", 0, Outcome::pass),
                   make.on_port("error", 0, Outcome::not_applicable)},
                  make)
                .value,
            100);
}

TEST(Score, CapsByTheWorstAndTakesByShare) {
  auto make = maker();
  const auto one = [&](const std::string& rule) {
    return score({make.on_port(rule, 0, kFail)}, make).value;
  };
  EXPECT_DOUBLE_EQ(one("blocker"), 27.2);  // 29 × (1 − 0.5 / 8)
  EXPECT_DOUBLE_EQ(one("error"), 48.1);    // 49 × (1 − 0.15 / 8)
  EXPECT_DOUBLE_EQ(one("warning"), 93.6);  // 94 × (1 − 0.03 / 8)
  EXPECT_DOUBLE_EQ(one("info"), 100);
  EXPECT_DOUBLE_EQ(score({make.on_host("blocker", kFail)}, make).value, 14.5);
}

TEST(Score, TakesByTheShareOfOneRuleOnSeveralPorts) {
  auto make = maker();
  EXPECT_DOUBLE_EQ(score({make.on_port("blocker", 0, kFail), make.on_port("blocker", 1, kFail),
                          make.on_port("blocker", 2, kFail), make.on_port("blocker", 3, kFail)},
                         make)
                       .value,
                   21.8);  // 29 × (1 − 0.5 × 4/8)
}

TEST(Score, MultipliesUnrelatedCauses) {
  auto make = maker();
  EXPECT_DOUBLE_EQ(
      score({make.on_port("blocker", 0, kFail), make.on_port("error", 0, kFail)}, make).value,
      26.7);  // 29 × 0.9375 × 0.98125
}

TEST(Score, CountsTwoFindingsOfARuleOnOnePortOnce) {
  auto make = maker();
  EXPECT_EQ(score({make.on_port("blocker", 0, kFail), make.on_netdev("blocker", 0, kFail)}, make),
            score({make.on_port("blocker", 0, kFail)}, make));
}

TEST(Score, IsABoundWhereSomethingIsUnknown) {
  auto make = maker();
  const auto unknown = [&](const std::string& rule, OnUnknown on_unknown = OnUnknown::gate) {
    auto finding = make.on_port(rule, 0, Outcome::unknown);
    finding.on_unknown = on_unknown;
    return score({finding}, make);
  };
  EXPECT_EQ(unknown("blocker"), (Score{.value = 59, .upper_bound = true}));
  EXPECT_EQ(unknown("error"), (Score{.value = 69, .upper_bound = true}));
  EXPECT_EQ(unknown("warning"), (Score{.value = 100, .upper_bound = false}));
  EXPECT_EQ(unknown("blocker", OnUnknown::warn), (Score{.value = 94, .upper_bound = false}));
  EXPECT_EQ(unknown("blocker", OnUnknown::accept), (Score{.value = 100, .upper_bound = false}));
  const auto both =
      score({make.on_port("blocker", 0, kFail), make.on_port("error", 0, Outcome::unknown)}, make);
  EXPECT_EQ(both, (Score{.value = 27.2, .upper_bound = true}));
}

TEST(Score, LeavesWaivedFindingsOut) {
  auto make = maker();
  EXPECT_EQ(score({make.on_port("blocker", 0, Outcome::waived)}, make).value, 100);
}

TEST(Score, CountsWhatFoldsOnce) {
  auto make = maker();
  Findings findings{make.on_port("blocker", 0, kFail), make.on_port("path", 0, kFail)};
  fold_consequences(findings, make.rules());
  EXPECT_DOUBLE_EQ(score(findings, make).value, 27.2);
}

TEST(Score, OfAHostWithoutPortsCountsItAsOne) {
  auto make = FindingMaker({{"missing", Severity::blocker, {}}}, 0);
  EXPECT_DOUBLE_EQ(score_of(Findings{make.on_host("missing", kFail)}, 0, make.rules()).value, 14.5);
}

TEST(Score, StaysAboveZeroAndStillFalls) {
  std::vector<testing_support::RuleStub> stubs{{"path", Severity::blocker, {}}};
  for (const char letter : std::string("abcdef")) {
    stubs.push_back({std::string("knob-") + letter, Severity::blocker, {}});
    stubs[0].consequence_of.push_back(stubs.back().id);
  }
  FindingMaker make(stubs, 1);
  Findings findings;
  double before = 30;
  for (const char letter : std::string("abcdef")) {
    findings.push_back(make.on_port(std::string("knob-") + letter, 0, kFail));
    const auto after = score_of(findings, 1, make.rules()).value;
    EXPECT_LT(after, before);
    EXPECT_GT(after, 0);
    before = after;
  }
}

// A knob may take over some of the ports on which its consequence stood alone.
TEST(Score, NeverRisesWithANewFailure) {
  std::mt19937 random(3);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same walks every time
  FindingMaker make({{"a", Severity::error, {}},
                     {"b", Severity::blocker, {}},
                     {"c", Severity::warning, {}},
                     {"x", Severity::blocker, {"a", "b"}},
                     {"y", Severity::error, {"b"}},
                     {"z", Severity::warning, {"x"}}},
                    kPorts);
  for (int walk = 0; walk < 200; ++walk) {
    Findings base;
    for (const auto* rule : {"a", "b", "c", "x", "y", "z"}) {
      for (std::size_t port = 0; port < kPorts; ++port) {
        base.push_back(make.on_port(rule, port, Outcome::pass));
      }
    }
    std::shuffle(base.begin(), base.end(), random);
    double before = 100;
    for (std::size_t failures = 1; failures <= base.size(); ++failures) {
      auto findings = base;
      for (std::size_t i = 0; i < failures; ++i) {
        findings[i].finding.outcome = kFail;
      }
      fold_consequences(findings, make.rules());
      const auto after = score(findings, make).value;
      ASSERT_LE(after, before) << "walk " << walk << ", failure " << failures;
      before = after;
    }
  }
}

}  // namespace
}  // namespace rocelint
