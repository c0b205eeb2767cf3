// SPDX-License-Identifier: Apache-2.0
#include "engine/rule_treatment.h"

#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "policy/policy.h"
#include "tests/engine/engine_support.h"

namespace rocelint {
namespace {

using testing::IsEmpty;
using testing_support::healthy;
using testing_support::judge_with;
using testing_support::policy_from;

Rule rule(const std::string& id) {
  Rule rule;
  rule.id = id;
  rule.severity = Severity::blocker;
  return rule;
}

TEST(RuleTreatment, IsTheRulesOwnWithoutSettings) {
  const auto treatment = treatment_of(rule("pfc-off"), Policy{});
  EXPECT_TRUE(treatment.enabled);
  EXPECT_EQ(treatment.severity, Severity::blocker);
  EXPECT_EQ(on_unknown(rule("pfc-off"), Policy{}, {Reason::timeout}), OnUnknown::gate);
}

TEST(RuleTreatment, TakesTheLastMatchOfEachMember) {
  const auto policy = policy_from(R"(
policy: site
roles: {all: {}}
rules:
  pfc-*: {severity: error, runbook: "https://example/a"}
  "*-off": {severity: warning}
  pfc-on-*: disabled
)");
  const auto off = treatment_of(rule("pfc-off"), policy);
  EXPECT_EQ(off.severity, Severity::warning);
  EXPECT_EQ(off.runbook, "https://example/a");
  EXPECT_TRUE(off.enabled);
  EXPECT_FALSE(treatment_of(rule("pfc-on-other-priority"), policy).enabled);
  EXPECT_EQ(treatment_of(rule("port-down"), policy).severity, Severity::blocker);
}

TEST(RuleTreatment, KeepsRulesThatAreNewerThanThePolicyAtInfo) {
  struct Row {
    std::string since;
    std::string rules_as_of;
    Severity wanted;
  };
  for (const auto& row :
       {Row{"1.3", "1.2", Severity::info}, Row{"1.2", "1.2", Severity::blocker},
        Row{"1.2.1", "1.2", Severity::info}, Row{"1.2", "1.10", Severity::blocker},
        Row{"", "0.1", Severity::blocker}, Row{"1.3", "", Severity::blocker}}) {
    auto newer = rule("pfc-off");
    newer.since = row.since;
    Policy policy;
    policy.rules_as_of = row.rules_as_of;
    EXPECT_EQ(treatment_of(newer, policy).severity, row.wanted) << row.since << row.rules_as_of;
  }
}

TEST(RuleTreatment, TellsUnknownsApartByReason) {
  Policy policy;
  policy.rule_settings.resize(2);
  RuleSetting& all = policy.rule_settings[0];
  all.pattern = "pfc-*";
  all.on_unknown = OnUnknown::warn;
  RuleSetting& one = policy.rule_settings[1];
  one.pattern = "pfc-off";
  one.on_unknown = OnUnknown::accept;
  one.on_unknown_reasons = {Reason::unsupported};
  EXPECT_EQ(on_unknown(rule("pfc-off"), policy, {Reason::unsupported}), OnUnknown::accept);
  EXPECT_EQ(on_unknown(rule("pfc-off"), policy, {Reason::timeout}), OnUnknown::warn);
  EXPECT_EQ(on_unknown(rule("port-down"), policy, {Reason::unsupported}), OnUnknown::gate);
  EXPECT_EQ(on_unknown(rule("pfc-off"), policy, {Reason::unsupported, Reason::timeout}),
            OnUnknown::warn);
  EXPECT_EQ(on_unknown(rule("pfc-off"), policy, {}), OnUnknown::gate);
}

TEST(RuleTreatment, ReachesTheReport) {
  const auto rules = testing_support::shipped_rule_set();
  auto snapshot = healthy();
  for (auto& netdev : *snapshot.host.netdevs.known()) {  // a second class, and all of it
    netdev.dcb.pfc.known()->enabled = {3, 4};
    netdev.dcb.app.known()->push_back(
        {.selector = AppSelector::dscp, .protocol = 32, .priority = 4});
    netdev.dcb.buffer.known()->prio_buffer[4] = 1;
  }
  const auto policy = policy_from(R"(
policy: site
extends: lossless-dscp26
rules: {pfc-on-other-priority: {severity: warning, runbook: "https://example/b"}}
)");
  const auto report = judge_with(snapshot, policy, rules);
  EXPECT_EQ(report.verdict, Verdict::ready_with_warnings);
  EXPECT_EQ(report.findings.front().severity, Severity::warning);
  EXPECT_EQ(report.findings.front().runbook, "https://example/b");

  const auto disabled = judge_with(
      snapshot,
      policy_from("policy: site\nextends: lossless-dscp26\nrules: {pfc-on-*: disabled}\n"), rules);
  EXPECT_EQ(disabled.verdict, Verdict::ready);
  const auto by_policy =
      std::ranges::find(disabled.not_run, "disabled by the policy", &NotRun::reason);
  ASSERT_NE(by_policy, disabled.not_run.end());
  EXPECT_EQ(by_policy->rules, std::ranges::count_if(rules.rules, [](const Rule& rule) {
              return rule.id == "pfc-on-other-priority" || rule.id.starts_with("cm-");
            }));
}

TEST(RuleTreatment, LetsAnUnknownPass) {
  const auto rules = testing_support::shipped_rule_set();
  auto snapshot = healthy();
  for (auto& netdev : *snapshot.host.netdevs.known()) {
    netdev.dcb.pfc = Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
  }
  const auto verdict = [&](const std::string& setting) {
    return judge_with(
        snapshot,
        policy_from("policy: site\nextends: lossless-dscp26\nrules: {'*': {unknown: " + setting +
                    "}}\n"),
        rules);
  };
  EXPECT_EQ(verdict("gate").verdict, Verdict::undetermined);
  EXPECT_EQ(verdict("warn").verdict, Verdict::ready_with_warnings);
  EXPECT_EQ(verdict("accept").verdict, Verdict::ready);
  for (const auto& finding : verdict("warn").findings) {
    EXPECT_EQ(finding.gates, finding.outcome != Outcome::unknown) << finding.id;
    EXPECT_FALSE(finding.accepted) << finding.id;
  }
  const auto accepted = verdict("accept");
  for (const auto& finding : accepted.findings) {
    EXPECT_EQ(finding.accepted, finding.outcome == Outcome::unknown) << finding.id;
  }
  EXPECT_GT(accepted.counts.unknown, 0);
  EXPECT_EQ(accepted.counts.accepted, accepted.counts.unknown);
  const auto& blockers = accepted.coverage.at(Severity::blocker);
  EXPECT_GT(blockers.accepted, 0);
  EXPECT_EQ(blockers.decided + blockers.accepted, blockers.applicable);
}

// The number of ports is one fact of many devices.
TEST(RuleTreatment, AcceptsADerivedFactOnlyIfItAcceptsTheGravestReason) {
  auto snapshot = healthy();
  auto& devices = *snapshot.host.devices.known();
  devices[0].protocol = Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
  devices[1].protocol = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  const auto rules = testing_support::rules_from(R"(
rules:
- {id: enough-ports, title: t, scope: host, severity: blocker, why: w,
   assert: 'size(ports) >= policy.expect.ports'}
)");
  for (const auto& [accepted, verdict] : {std::pair("[unsupported]", Verdict::undetermined),
                                          std::pair("[unsupported, timeout]", Verdict::ready)}) {
    const auto policy =
        policy_from(std::string("policy: site\nroles: {all: {expect: {ports: 4}}}\n") +
                    "rules: {'*': {unknown: {accept: " + accepted + "}}}\n");
    EXPECT_EQ(judge_with(snapshot, policy, rules).verdict, verdict) << accepted;
  }
}

// A bond is as well known as the wire of which least is known: accepting what one driver does not
// tell must not let pass that the other hangs.
TEST(RuleTreatment, AcceptsAnUnknownOnlyIfItAcceptsEachReason) {
  const auto rules = testing_support::rules_from(R"(
rules:
- {id: all-have-pfc, title: t, scope: host, severity: blocker, why: w,
   assert: 'host.netdevs.all(n, n.dcb.pfc.enabled != [])'}
)");
  auto snapshot = healthy();
  auto& netdevs = *snapshot.host.netdevs.known();
  netdevs[0].dcb.pfc = Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
  netdevs[1].dcb.pfc = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  struct Row {
    std::string unknown;
    Verdict verdict;
    double score;
    int exit_code;
    std::string first;  // what the report advises on
  };
  for (const auto& row :
       {Row{"gate", Verdict::undetermined, 59, 3, "unsupported"},
        Row{"{accept: [unsupported]}", Verdict::undetermined, 59, 3, "timeout"},
        Row{"{accept: [timeout]}", Verdict::undetermined, 59, 3, "unsupported"},
        Row{"{accept: [unsupported], warn: [timeout]}", Verdict::ready_with_warnings, 94, 0,
            "timeout"},
        Row{"{accept: [unsupported, timeout]}", Verdict::ready, 100, 0, "unsupported"}}) {
    const auto policy = policy_from(
        "policy: site\nroles: {all: {}}\nrules: {'*': {unknown: " + row.unknown + "}}\n");
    const auto report = judge_with(snapshot, policy, rules);
    EXPECT_EQ(report.verdict, row.verdict) << row.unknown;
    EXPECT_EQ(report.score.value, row.score) << row.unknown;
    EXPECT_EQ(report.exit_code, row.exit_code) << row.unknown;
    ASSERT_EQ(report.findings.size(), 1U) << row.unknown;
    const auto& evidence = report.findings.front().evidence;
    ASSERT_EQ(evidence.size(), 2U) << row.unknown;
    EXPECT_EQ(evidence.front().unknown_reason, row.first) << row.unknown;
  }
}

TEST(RuleTreatment, OfAPolicyThatDoesNotEnforceStopsNothing) {
  const auto rules = testing_support::shipped_rule_set();
  auto snapshot = healthy();
  (*snapshot.host.netdevs.known())[0].dcb.pfc.known()->enabled.clear();
  const auto report = judge_with(
      snapshot, policy_from("policy: site\nextends: lossless-dscp26\nenforce: false\n"), rules);
  EXPECT_EQ(report.verdict, Verdict::not_ready);
  EXPECT_EQ(report.gate, Gate::pass);
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_EQ(report.exit_code_if_enforced, 1);
}

}  // namespace
}  // namespace rocelint
