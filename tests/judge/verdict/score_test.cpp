// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/score.h"

#include <cstddef>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "judge/verdict/verdict.h"
#include "policy/policy.h"
#include "tests/judge/judged_findings.h"

namespace rocelint {
namespace {

using testing_support::FindingMaker;

constexpr std::size_t kPorts = 8;

FindingMaker maker() {
  return FindingMaker({{"blocker", Severity::blocker, {}},
                       {"error", Severity::error, {}},
                       {"warning", Severity::warning, {}},
                       {"info", Severity::info, {}}},
                      kPorts);
}

Score score(const std::vector<JudgedFinding>& findings) {
  HostView host;
  host.ports.resize(kPorts);
  for (auto& port : host.ports) {
    port.resolved = std::make_shared<const ResolvedRole>();
  }
  return score_of(findings, verdicts_of(findings, host), host);
}

TEST(Score, IsAHundredForAHostThatIsReady) {
  auto make = maker();
  EXPECT_EQ(score({}), (Score{.value = 100, .upper_bound = false}));
  EXPECT_EQ(
      score({make.on_port("info", 0, Outcome::fail), make.on_port("blocker", 0, Outcome::waived)})
          .value,
      100);
}

TEST(Score, IsTheVerdictThenTheShareOfReadyPorts) {
  auto make = maker();
  const auto one = [&](const char* rule) {
    return score({make.on_port(rule, 0, Outcome::fail)}).value;
  };
  EXPECT_EQ(one("blocker"), 17);  // 19 x 7/8
  EXPECT_EQ(one("error"), 37);
  EXPECT_EQ(one("warning"), 77);
  EXPECT_EQ(
      score({make.on_port("blocker", 0, Outcome::fail), make.on_port("warning", 1, Outcome::fail),
             make.on_port("blocker", 2, Outcome::unknown)})
          .value,
      12);  // 19 x 5/8
}

TEST(Score, OfAHostWithABlockerIsBelowAnyOther) {
  auto make = maker();
  std::vector<JudgedFinding> errors;
  for (std::size_t port = 0; port < kPorts; ++port) {
    errors.push_back(make.on_port("error", port, Outcome::fail));
  }
  EXPECT_LT(score({make.on_host("blocker", Outcome::fail)}).value, score(errors).value);
}

TEST(Score, IsABoundIfSomethingIsUnknown) {
  auto make = maker();
  const auto unknown = [&](const char* rule, OnUnknown on_unknown = OnUnknown::gate) {
    auto finding = make.on_port(rule, 0, Outcome::unknown);
    finding.on_unknown = on_unknown;
    return score({finding});
  };
  EXPECT_EQ(unknown("blocker"), (Score{.value = 57, .upper_bound = true}));
  EXPECT_EQ(unknown("error"), (Score{.value = 77, .upper_bound = true}));
  EXPECT_EQ(unknown("warning"), (Score{.value = 100, .upper_bound = false}));
  EXPECT_EQ(unknown("blocker", OnUnknown::warn), (Score{.value = 77, .upper_bound = false}));
  EXPECT_EQ(unknown("blocker", OnUnknown::accept), (Score{.value = 100, .upper_bound = false}));
}

}  // namespace
}  // namespace rocelint
