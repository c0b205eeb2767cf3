// SPDX-License-Identifier: Apache-2.0
#include "rules/rule_treatment.h"

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "policy/policy.h"
#include "tests/judge/engine_support.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::IsEmpty;
using testing_support::healthy;
using testing_support::judge_with;
using testing_support::kDenied;
using testing_support::kUnsupported;
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
    Severity expected;
  };
  for (const auto& row :
       {Row{"1.3", "1.2", Severity::info}, Row{"1.2", "1.2", Severity::blocker},
        Row{"1.2.1", "1.2", Severity::info}, Row{"1.2", "1.10", Severity::blocker},
        Row{"", "0.1", Severity::blocker}, Row{"1.3", "", Severity::blocker}}) {
    auto newer = rule("pfc-off");
    newer.since = row.since;
    Policy policy;
    policy.rules_as_of = row.rules_as_of;
    EXPECT_EQ(treatment_of(newer, policy).severity, row.expected) << row.since << row.rules_as_of;
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
      std::ranges::find(disabled.not_run, NotRunReason::disabled, &NotRun::reason);
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

/// A rule on a derived fact that two devices or netdevs leave open, one for each reason.
struct Derived {
  std::string name;
  std::string scope;
  std::string assertion;
  std::string fact;    ///< as evidence spells it
  std::string device;  ///< that the finding is about; none for the host
  std::function<void(Host&)> change;
};
void PrintTo(const Derived& row, std::ostream* out) {
  *out << row.name;
}

class TreatmentOfDerivedFacts : public testing::TestWithParam<Derived> {
 protected:
  [[nodiscard]] static Finding judged(const std::string& unknown) {
    const auto& row = GetParam();
    auto snapshot = healthy();
    row.change(snapshot.host);
    const auto rules = testing_support::rules_from(
        "rules:\n- {id: derived, title: t, expects: e, scope: " + row.scope +
        ", severity: blocker, impact: w, assert: '" + row.assertion + "'}\n");
    const auto report =
        judge_with(snapshot,
                   policy_from("policy: site\nroles: {all: {expect: {ports: 4}}}\nrules: {'*': "
                               "{unknown: " +
                               unknown + "}}\n"),
                   rules);
    for (const auto& finding : report.findings) {
      if (finding.subject.device == row.device) {
        return finding;
      }
    }
    ADD_FAILURE() << "no finding";
    return {};
  }
};

TEST_P(TreatmentOfDerivedFacts, IsTheStrictestOfTheirReasons) {
  struct Row {
    std::string unknown;
    bool gates;
    bool accepted;
    std::string first;  ///< what the report advises on; empty: either
  };
  for (const auto& row :
       {Row{"gate", true, false, ""}, Row{"{accept: [unsupported]}", true, false, "permission"},
        Row{"{accept: [permission]}", true, false, "unsupported"},
        Row{"{accept: [unsupported, permission]}", false, true, ""},
        Row{"{warn: [permission]}", true, false, "unsupported"},
        Row{"{warn: [unsupported]}", true, false, "permission"},
        Row{"{warn: [permission], accept: [unsupported]}", false, false, "permission"},
        Row{"{accept: [timeout]}", true, false, ""}}) {
    const auto finding = judged(row.unknown);
    EXPECT_EQ(finding.outcome, Outcome::unknown);
    EXPECT_EQ(finding.gates, row.gates) << row.unknown;
    EXPECT_EQ(finding.accepted, row.accepted) << row.unknown;
    std::vector<std::string> told;
    for (const auto& evidence : finding.evidence) {
      if (evidence.fact == GetParam().fact) {
        told.emplace_back(enum_name(evidence.unknown_reason.value()));
      }
    }
    ASSERT_THAT(told, testing::UnorderedElementsAre("permission", "unsupported")) << row.unknown;
    EXPECT_TRUE(row.first.empty() || told.front() == row.first) << row.unknown;
  }
}

Netdev& netdev(Host& host, std::size_t i) {
  return (*host.netdevs.known())[i];
}
RdmaDevice& device(Host& host, std::size_t i) {
  return (*host.devices.known())[i];
}
RdmaPort& port(Host& host, std::size_t i) {
  return device(host, i).ports.known()->front();
}

INSTANTIATE_TEST_SUITE_P(
    Facts, TreatmentOfDerivedFacts,
    testing::Values(
        Derived{"number_of_ports", "host", "size(ports) >= policy.expect.ports", "ports", "",
                [](Host& h) {
                  device(h, 0).protocol = kUnsupported;
                  device(h, 1).protocol = kDenied;
                }},
        Derived{"number_of_ports_the_other_way_round", "host", "size(ports) >= policy.expect.ports",
                "ports", "",
                [](Host& h) {
                  device(h, 0).protocol = kDenied;
                  device(h, 1).protocol = kUnsupported;
                }},
        Derived{"siblings", "port", "siblings.mtu_bytes == 9000", "siblings.mtu_bytes", "mlx5_3",
                [](Host& h) {
                  netdev(h, 0).mtu_bytes = kUnsupported;
                  netdev(h, 1).mtu_bytes = kDenied;
                }},
        Derived{"card", "port", "pcie.card_throughput_mbps > 0", "pcie.card_throughput_mbps",
                "mlx5_3",
                [](Host& h) {
                  device(h, 0).system_image_guid = kUnsupported;
                  device(h, 1).system_image_guid = kDenied;
                }},
        Derived{"gid_table", "port", "gid_table.duplicates == []", "gid_table.duplicates", "mlx5_3",
                [](Host& h) {
                  port(h, 0).gids = kUnsupported;
                  port(h, 1).gids = kDenied;
                }},
        Derived{"gid_pick", "port", "gid_pick.index >= 0", "gid_pick.index", "mlx5_3",
                [](Host& h) {
                  port(h, 3).gids = kUnsupported;
                  port(h, 3).gid_table_length = kDenied;
                }},
        Derived{"addressing", "port", "addressing.unreached_rails == []",
                "addressing.unreached_rails", "mlx5_3",
                [](Host& h) {
                  netdev(h, 0).addresses = kUnsupported;
                  netdev(h, 1).addresses = kDenied;
                }},
        Derived{"pci_tree", "port", "gpus.served == []", "gpus.served", "mlx5_3",
                [](Host& h) {
                  auto gpu = h.pci_devices.known()->front();
                  gpu.address = "0000:99:00.0";
                  gpu.class_code = std::string("0x030200");
                  gpu.vendor_id = std::string("0x10de");
                  gpu.parent = kUnsupported;
                  h.pci_devices.known()->push_back(gpu);
                  device(h, 3).pci_address = kDenied;
                }}),
    [](const auto& row) { return row.param.name; });

// A bond is as well known as the lowers of which least is known: accepting what one driver does not
// tell must not let pass that the other hangs.
TEST(RuleTreatment, AcceptsAnUnknownOnlyIfItAcceptsEachReason) {
  const auto rules = testing_support::rules_from(R"(
rules:
- {id: all-have-pfc, title: t, expects: e, scope: host, severity: blocker, impact: w,
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
        Row{"{accept: [unsupported], warn: [timeout]}", Verdict::ready_with_warnings, 79, 0,
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
    EXPECT_EQ(evidence.front().unknown_reason, enum_value<Reason>(row.first)) << row.unknown;
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
