// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/verdict.h"

#include <ostream>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/judge.h"
#include "rocelint/report.h"

#include "judge/host_view.h"
#include "judge/judged_finding.h"
#include "policy/policy.h"
#include "tests/judge/engine_support.h"
#include "tests/judge/judged_findings.h"

namespace rocelint {
namespace {

using testing_support::FindingMaker;
using testing_support::healthy;
using testing_support::profile;

struct EffectRow {
  std::string name;
  Outcome outcome;
  Severity severity;
  OnUnknown on_unknown;
  Verdict verdict;
};
void PrintTo(const EffectRow& row, std::ostream* out) {
  *out << row.name;
}

class EffectOf : public testing::TestWithParam<EffectRow> {};

TEST_P(EffectOf, OneFinding) {
  const auto& row = GetParam();
  FindingMaker make({{"rule", row.severity, {}}});
  auto judged = make.on_port("rule", 0, row.outcome);
  judged.on_unknown = row.on_unknown;
  EXPECT_EQ(verdict_of(effect_of(judged)), row.verdict);
}

constexpr auto kGate = OnUnknown::gate;
constexpr auto kWarn = OnUnknown::warn;
constexpr auto kAccept = OnUnknown::accept;

INSTANTIATE_TEST_SUITE_P(
    Rows, EffectOf,
    testing::Values(
        EffectRow{"blocker_fails", Outcome::fail, Severity::blocker, kGate, Verdict::not_ready},
        EffectRow{"error_fails", Outcome::fail, Severity::error, kGate, Verdict::degraded},
        EffectRow{"warning_fails", Outcome::fail, Severity::warning, kGate,
                  Verdict::ready_with_warnings},
        EffectRow{"info_fails", Outcome::fail, Severity::info, kGate, Verdict::ready},
        EffectRow{"blocker_unknown", Outcome::unknown, Severity::blocker, kGate,
                  Verdict::undetermined},
        EffectRow{"error_unknown", Outcome::unknown, Severity::error, kGate,
                  Verdict::ready_with_warnings},
        EffectRow{"warning_unknown", Outcome::unknown, Severity::warning, kGate, Verdict::ready},
        EffectRow{"blocker_unknown_warns", Outcome::unknown, Severity::blocker, kWarn,
                  Verdict::ready_with_warnings},
        EffectRow{"blocker_unknown_accepted", Outcome::unknown, Severity::blocker, kAccept,
                  Verdict::ready},
        EffectRow{"blocker_waived", Outcome::waived, Severity::blocker, kGate, Verdict::ready},
        EffectRow{"blocker_passes", Outcome::pass, Severity::blocker, kGate, Verdict::ready},
        EffectRow{"blocker_not_applicable", Outcome::not_applicable, Severity::blocker, kGate,
                  Verdict::ready},
        EffectRow{"settings_do_not_soften_a_failure", Outcome::fail, Severity::blocker, kAccept,
                  Verdict::not_ready}),
    [](const auto& row) { return row.param.name; });

TEST(Verdicts, GoToThePortsThatAFindingIsAbout) {
  const auto policy = profile("lossless-dscp26");
  const auto host = build_host_view(healthy(), policy);
  FindingMaker make({{"b", Severity::blocker, {}}, {"e", Severity::error, {}}}, 4);
  const std::vector findings{make.on_port("b", 1, Outcome::unknown),
                             make.on_netdev("e", 2, Outcome::fail),
                             make.on_port("b", 3, Outcome::pass)};
  const auto verdicts = verdicts_of(findings, host);
  EXPECT_THAT(verdicts.ports, testing::ElementsAre(Verdict::ready, Verdict::undetermined,
                                                   Verdict::degraded, Verdict::ready));
  EXPECT_THAT(verdicts.roles, testing::ElementsAre(Verdict::degraded));
  EXPECT_EQ(verdicts.host, Verdict::degraded);
}

TEST(Verdicts, OfAHostFindingLeavePortsAlone) {
  const auto policy = profile("lossless-dscp26");
  const auto host = build_host_view(healthy(), policy);
  FindingMaker make({{"b", Severity::blocker, {}}}, 4);
  const std::vector findings{make.on_host("b", Outcome::fail)};
  const auto verdicts = verdicts_of(findings, host);
  EXPECT_THAT(verdicts.ports, testing::Each(Verdict::ready));
  EXPECT_THAT(verdicts.roles, testing::ElementsAre(Verdict::not_ready));
  EXPECT_EQ(verdicts.host, Verdict::not_ready);
}

struct GateRow {
  std::string name;
  Verdict verdict;
  std::set<FailOn> fail_on;
  int exit_code;
};
void PrintTo(const GateRow& row, std::ostream* out) {
  *out << row.name;
}

class GateOf : public testing::TestWithParam<GateRow> {};

TEST_P(GateOf, OneVerdict) {
  const auto decision = decide(GetParam().verdict, GetParam().fail_on);
  EXPECT_EQ(decision.exit_code, GetParam().exit_code);
  EXPECT_EQ(decision.gate, GetParam().exit_code == 0 ? Gate::pass : Gate::stop);
}

const std::set<FailOn> kDefault{FailOn::not_ready, FailOn::degraded, FailOn::undetermined};

INSTANTIATE_TEST_SUITE_P(
    Rows, GateOf,
    testing::Values(
        GateRow{"not_ready", Verdict::not_ready, kDefault, 1},
        GateRow{"degraded", Verdict::degraded, kDefault, 1},
        GateRow{"undetermined", Verdict::undetermined, kDefault, 3},
        GateRow{"warnings", Verdict::ready_with_warnings, kDefault, 0},
        GateRow{"ready", Verdict::ready, kDefault, 0},
        GateRow{"degraded_let_pass", Verdict::degraded, {FailOn::not_ready}, 0},
        GateRow{"not_ready_is_below_degraded", Verdict::not_ready, {FailOn::degraded}, 1},
        GateRow{"undetermined_let_pass", Verdict::undetermined, {FailOn::degraded}, 0},
        GateRow{"degraded_is_below_undetermined", Verdict::degraded, {FailOn::undetermined}, 1},
        GateRow{"warnings_stop", Verdict::ready_with_warnings, {FailOn::warning}, 1},
        GateRow{"undetermined_is_below_warning", Verdict::undetermined, {FailOn::warning}, 3},
        GateRow{"ready_never_stops", Verdict::ready, {FailOn::warning}, 0},
        GateRow{"nothing_named", Verdict::not_ready, {}, 0}),
    [](const auto& row) { return row.param.name; });

TEST(WhatStops, IsWhatAloneWouldMakeTheGateStop) {
  struct Row {
    Outcome outcome;
    Severity severity;
    OnUnknown on_unknown;
    std::optional<Standing> baseline;
    std::set<FailOn> fail_on;
    bool stops;
  };
  const std::set<FailOn> only_new{FailOn::new_failure};
  const std::set<FailOn> warnings{FailOn::warning};
  for (const auto& row :
       {Row{Outcome::fail, Severity::blocker, kGate, std::nullopt, kDefault, true},
        Row{Outcome::fail, Severity::warning, kGate, std::nullopt, kDefault, false},
        Row{Outcome::fail, Severity::warning, kGate, std::nullopt, warnings, true},
        Row{Outcome::fail, Severity::info, kGate, std::nullopt, warnings, false},
        Row{Outcome::fail, Severity::blocker, kGate, Standing::known, kDefault, true},
        Row{Outcome::fail, Severity::warning, kGate, Standing::fresh, kDefault, false},
        Row{Outcome::fail, Severity::blocker, kGate, Standing::known, only_new, false},
        Row{Outcome::fail, Severity::warning, kGate, Standing::fresh, only_new, true},
        Row{Outcome::unknown, Severity::blocker, kGate, std::nullopt, kDefault, true},
        Row{Outcome::unknown, Severity::error, kGate, std::nullopt, kDefault, false},
        Row{Outcome::unknown, Severity::error, kGate, std::nullopt, warnings, true},
        Row{Outcome::unknown, Severity::blocker, kWarn, std::nullopt, kDefault, false},
        Row{Outcome::unknown, Severity::blocker, kWarn, std::nullopt, warnings, true},
        Row{Outcome::unknown, Severity::blocker, kAccept, std::nullopt, warnings, false},
        Row{Outcome::waived, Severity::blocker, kGate, std::nullopt, warnings, false},
        Row{Outcome::pass, Severity::blocker, kGate, std::nullopt, warnings, false}}) {
    FindingMaker make({{"rule", row.severity, {}}});
    std::vector findings{make.on_port("rule", 0, row.outcome)};
    findings[0].on_unknown = row.on_unknown;
    findings[0].finding.baseline = row.baseline;
    mark_what_stops(findings, row.fail_on);
    EXPECT_EQ(findings[0].finding.stops, row.stops)
        << enum_name(row.outcome) << ' ' << enum_name(row.severity);
  }
}

}  // namespace
}  // namespace rocelint
