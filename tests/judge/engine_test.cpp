// SPDX-License-Identifier: Apache-2.0
#include "judge/engine.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/engine_support.h"
#include "tests/judge/third_port.h"

namespace rocelint {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using namespace std::string_literals;
using testing_support::finding;
using testing_support::healthy;
using testing_support::ids;
using testing_support::judge_with;
using testing_support::on_netdev;
using testing_support::on_port;
using testing_support::patch;
using testing_support::patched;
using testing_support::policy_from;
using testing_support::profile;
using testing_support::root_causes;

const RuleSet& rules() {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  return kRules;
}

const Policy& strict() {
  static const Policy kPolicy = profile("lossless-dscp26", {"expect.ports=4"});
  return kPolicy;
}

Report judge_strictly(const Snapshot& snapshot) {
  return judge_with(snapshot, strict(), rules());
}

TEST(Engine, FindsAHealthyHostReady) {
  const auto report = judge_strictly(healthy());
  EXPECT_EQ(report.verdict, Verdict::ready);
  EXPECT_EQ(report.gate, Gate::pass);
  EXPECT_EQ(report.exit_code, 0);
  EXPECT_EQ(report.score, (Score{.value = 100, .upper_bound = false}));
  EXPECT_THAT(root_causes(report), IsEmpty());
  EXPECT_THAT(ids(report, Outcome::unknown), IsEmpty());
  EXPECT_EQ(report.counts.pass + report.counts.not_applicable,
            static_cast<std::int64_t>(rules().rules.size()));
  EXPECT_EQ(report.coverage.at(Severity::blocker).decided,
            report.coverage.at(Severity::blocker).applicable);
  EXPECT_TRUE(report.complete);
  ASSERT_EQ(report.roles.size(), 1U);
  EXPECT_EQ(report.roles[0].ports_judged, 4);
  EXPECT_EQ(report.roles[0].ports_ready, 4);
  EXPECT_EQ(report.roles[0].ports_expected, 4);
}

TEST(Engine, SaysWhereTheSnapshotIsFrom) {
  const auto report = judge_strictly(healthy());
  EXPECT_EQ(report.run_context.hostname, "gpu0417");
  EXPECT_EQ(report.run_context.user, "root");
  EXPECT_EQ(report.run_context.probe_us, 190000);
  EXPECT_EQ(report.policy.name, "lossless-dscp26");
  EXPECT_FALSE(report.policy.is_default);
  EXPECT_EQ(report.rules_digest, rules().digest);
}

TEST(Engine, MissesAPort) {
  const auto report = judge_strictly(patched(
      R"([{"op":"remove","path":"/host/devices/2"},{"op":"remove","path":"/host/netdevs/2"}])"));
  EXPECT_THAT(root_causes(report), ElementsAre("ports-expected@compute"));
  EXPECT_EQ(report.verdict, Verdict::not_ready);
  EXPECT_EQ(report.roles[0].verdict, Verdict::not_ready);
  EXPECT_EQ(report.roles[0].ports_ready, 3);
  EXPECT_EQ(report.score.value, 19);
  ASSERT_THAT(report.findings.front().evidence, testing::SizeIs(1));
  EXPECT_EQ(report.findings.front().evidence[0].value, R"(["mlx5_0/1","mlx5_1/1","mlx5_3/1"])");
  EXPECT_EQ(report.findings.front().message, "3 of 4 expected RoCE ports found");
}

TEST(Engine, KnowsWhichNicLostItsRdmaDevice) {
  const auto report = judge_strictly(patched(R"([{"op":"remove","path":"/host/devices/2"}])"));
  EXPECT_THAT(root_causes(report), ElementsAre("rdma-device-missing@host"));
  const auto& cause = report.findings.front();
  EXPECT_THAT(cause.follows, ElementsAre("ports-expected"));
  EXPECT_EQ(cause.severity, Severity::blocker) << "that of ports-expected";
  EXPECT_EQ(cause.evidence[0].value, R"(["ens3np0"])");
  EXPECT_THAT(cause.fix[0].run, HasSubstr("devlink dev reload pci/"));
}

TEST(Engine, ShowsWhatWasFoundAndExpected) {
  const auto report = judge_strictly(patched(patch({on_netdev("dcb/pfc/enabled", "[]")})));
  const auto& cause = report.findings.front();
  ASSERT_THAT(cause.evidence, testing::SizeIs(1));
  EXPECT_EQ(cause.evidence[0].fact, R"(host.netdevs["ens3np0"].dcb.pfc.enabled)");
  EXPECT_EQ(cause.evidence[0].value, "[]");
  EXPECT_EQ(cause.evidence[0].source, "DCB_ATTR_IEEE_PFC pfc_en");
  std::vector<std::string> expected;
  for (const auto& parameter : cause.expected) {
    expected.push_back(parameter.parameter + "=" + parameter.value);
    EXPECT_THAT(parameter.from, HasSubstr("lossless-dscp26:"));
  }
  EXPECT_THAT(expected, Contains("pfc.mode=\"required\""));
  EXPECT_THAT(expected, Contains("roce_priorities[0]=3"));
  EXPECT_EQ(cause.siblings, (Siblings{.judged = 4, .failed = 1}));
  EXPECT_EQ(cause.verify, "dcb pfc show dev ens3np0");
  EXPECT_EQ(cause.fix[0].disrupts, Disrupts::link);
  EXPECT_EQ(cause.subject.netdev, "ens3np0");
  EXPECT_EQ(cause.subject.pci_address, "0000:38:00.0");
}

TEST(Engine, ShowsTheFactsBehindTheLane) {
  // Storage whose packets have no tag: no knob of the NIC is wrong.
  const auto report =
      judge_with(patched(patch({on_netdev("dcb/app", "[]")})), profile("storage-pcp"), rules());
  const auto& cause = finding(report, "path-not-lossless@0000:38:00.0/1");
  std::vector<std::string> facts;
  for (const auto& evidence : cause.evidence) {
    facts.push_back(evidence.fact + " = " + evidence.value);
  }
  EXPECT_THAT(facts, Contains(R"(host.netdevs["ens3np0"].dcb.pfc.enabled = [3])"));
  EXPECT_THAT(facts, Contains(R"(host.netdevs["ens3np0"].dcb.app = [])"));
  std::vector<std::string> expected;
  for (const auto& parameter : cause.expected) {
    expected.push_back(parameter.parameter + "=" + parameter.value);
  }
  EXPECT_THAT(expected, Contains("roce[0].pcp=3"));
}

TEST(Engine, JudgesEverySlaveOfABond) {
  auto host = healthy();
  auto& netdevs = *host.host.netdevs.known();
  auto bond = netdevs[0];
  bond.name = "bond0";
  bond.link_kind = "bond"s;
  bond.lowers = std::vector{"ens1np0"s, "ens2np0"s};
  bond.dcb = {};
  bond.carrier = true;
  for (std::size_t slave = 0; slave < 2; ++slave) {
    netdevs[slave].uppers = std::vector{"bond0"s};
    netdevs[slave].addresses = std::vector<Address>{};
  }
  netdevs[1].dcb.pfc.known()->enabled.clear();
  netdevs.push_back(bond);
  auto& devices = *host.host.devices.known();
  devices.erase(devices.begin() + 1);
  auto& port = devices[0].ports.known()->front();
  port.netdev = "bond0"s;
  for (auto& gid : *port.gids.known()) {
    gid.netdev = "bond0"s;
  }
  const auto report = judge_with(host, profile("lossless-dscp26"), rules());
  EXPECT_THAT(root_causes(report), ElementsAre("pfc-off@0000:18:00.0/1"));
  ASSERT_THAT(report.findings.front().fix, testing::SizeIs(1));
  EXPECT_EQ(report.findings.front().fix[0].run, "dcb pfc set dev ens2np0 prio-pfc all:off 3:on");
  EXPECT_EQ(report.findings.front().fix[0].verify, "dcb pfc show dev ens2np0");
}

TEST(Engine, DoesNotRunAHostsStringsAsCommands) {
  const std::string evil = "x; reboot #\n\x1b[31m";
  auto host = healthy();
  auto& netdev = (*host.host.netdevs.known())[2];
  netdev.name = evil;
  netdev.lowers = std::vector{evil};
  netdev.dcb.pfc.known()->enabled.clear();
  (*host.host.devices.known())[2].ports.known()->front().netdev = evil;
  const auto report = judge_strictly(host);
  for (const auto& step : report.findings.front().fix) {
    EXPECT_EQ(step.run, "dcb pfc set dev $'x; reboot #\\n\\033[31m' prio-pfc all:off 3:on");
  }
  EXPECT_THAT(report.findings.front().fix, testing::SizeIs(1));
}

TEST(Engine, StopsForWhatIsNewButNotForInformation) {
  const auto gate = [](const std::string& severity) {
    const auto found = testing_support::rules_from(
        "rules:\n- {id: site-rule, title: t, expects: e, scope: host, severity: " + severity +
        ", impact: w, assert: host.hostname == \"\"}\n");
    const Baseline before;
    const auto report = judge(healthy(), profile("baseline"), found,
                              {.fail_on = {FailOn::new_failure}, .baseline = &before})
                            .report;
    return report->gate;
  };
  EXPECT_EQ(gate("warning"), Gate::stop);
  EXPECT_EQ(gate("info"), Gate::pass);
}

// No RoCE port: by what the policy expects.

TEST(Engine, WithoutPortsIsNotReadyWhereSomeAreExpected) {
  const auto none = patched(R"([{"op":"replace","path":"/host/devices","value":[]}])");
  EXPECT_EQ(judge_with(none, strict(), rules()).verdict, Verdict::not_ready);
  const auto expects_none = profile("lossless-dscp26", {"expect.ports=0"});
  const auto ready = judge_with(none, expects_none, rules());
  EXPECT_EQ(ready.verdict, Verdict::ready);
  EXPECT_EQ(ready.exit_code, 0);
}

TEST(Engine, WithoutPortsAndExpectationIsUndetermined) {
  const auto none = patched(R"([{"op":"replace","path":"/host/devices","value":[]}])");
  for (const auto* name : {"baseline", "lossless-dscp26"}) {
    const auto report = judge_with(none, profile(name), rules());
    EXPECT_EQ(report.verdict, Verdict::undetermined) << name;
    EXPECT_EQ(report.exit_code, 3) << name;
    EXPECT_EQ(report.score, (Score{.value = 40, .upper_bound = true})) << name;
    ASSERT_FALSE(report.not_run.empty()) << name;
    EXPECT_EQ(report.not_run[0].reason, NotRunReason::needs_port);
  }
}

// That one role expects no port does not tell how many the other should have.
TEST(Engine, WithoutPortsEachRoleMustExpectNone) {
  const auto none = patched(R"([{"op":"replace","path":"/host/devices","value":[]}])");
  const auto report = judge_with(none, policy_from(R"(
policy: site
roles:
  compute: {ports: dev.driver == "mlx5_core", expect: {ports: 0}}
  storage: {ports: dev.driver == "bnxt_en"}
)"),
                                 rules());
  EXPECT_EQ(report.verdict, Verdict::undetermined);
  ASSERT_EQ(report.roles.size(), 2U);
  EXPECT_EQ(report.roles[0].verdict, Verdict::ready);
  EXPECT_EQ(report.roles[1].verdict, Verdict::undetermined);
}

TEST(Engine, WithUnknownDevicesIsUndetermined) {
  const auto unknown =
      patched(R"([{"op":"replace","path":"/host/devices","value":{"unknown":"permission"}}])");
  for (const auto& policy : {profile("baseline"), profile("lossless-dscp26", {"expect.ports=0"})}) {
    EXPECT_EQ(judge_with(unknown, policy, rules()).verdict, Verdict::undetermined) << policy.name;
  }
  EXPECT_EQ(judge_strictly(unknown).verdict, Verdict::undetermined);
}

TEST(Engine, WithoutPortsAGroupThatMayExpectSomeLeavesItOpen) {
  const auto report = judge_with(
      patched(R"([{"op":"replace","path":"/host/hostname","value":{"unknown":"permission"}}])"),
      policy_from(R"(
policy: site
roles:
  compute: {ports: dev.driver == "mlx5_core"}
  storage: {ports: dev.driver == "bnxt_en", expect: {ports: 0}}
groups: [{where: host.hostname == "x", roles: {storage: {expect: {ports: 2}}}}]
)"),
      testing_support::rules_from("rules: []"));
  EXPECT_EQ(report.verdict, Verdict::undetermined);
  ASSERT_EQ(report.roles.size(), 2U);
  EXPECT_EQ(report.roles[0].verdict, Verdict::ready);
  EXPECT_EQ(report.roles[1].verdict, Verdict::undetermined);
}

TEST(Engine, ListsPortsThatAreNotJudgedWithTheReason) {
  const auto report =
      judge_with(patched(R"([{"op":"replace","path":"/host/devices/1/protocol","value":"ib"}])"),
                 profile("lossless-dscp26"), rules());
  ASSERT_EQ(report.ports.size(), 4U);
  EXPECT_EQ(report.ports[1].device, "mlx5_1");
  EXPECT_EQ(report.ports[1].role, "");
  EXPECT_EQ(report.ports[1].reason, "InfiniBand, not RoCE");
  EXPECT_EQ(report.ports[0].role, "compute");
}

// Baseline: nobody named a policy.

TEST(Baseline, AsksForNoNumbers) {
  auto odd = healthy();  // all ports alike
  for (auto& netdev : *odd.host.netdevs.known()) {
    netdev.dcb.pfc.known()->enabled = {5};
    netdev.dcb.app.known()->front().priority = 5;
  }
  const auto report = judge_with(odd, profile("baseline"), rules());
  EXPECT_THAT(root_causes(report), IsEmpty());
  EXPECT_EQ(report.verdict, Verdict::ready);
}

TEST(Baseline, FailsWhatIsWrongOnAnyFabric) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {patch({on_port("state", R"("down")"), on_netdev("carrier", "false")}), "port-down"},
      {patch({on_port("gids", "[]")}), "gid-no-v2"},
      {patch({on_netdev("pause/tx", "true")}), "pause-with-pfc"}};
  for (const auto& [change, rule] : rows) {
    const auto report = judge_with(patched(change), profile("baseline"), rules());
    EXPECT_THAT(root_causes(report), ElementsAre(rule + "@0000:38:00.0/1"));
  }
}

TEST(Baseline, LeavesAnUnusedPortAlone) {
  const auto report =
      judge_with(patched(patch({on_port("state", R"("down")"), on_netdev("carrier", "false"),
                                on_netdev("addresses", "[]")})),
                 profile("baseline"), rules());
  EXPECT_EQ(report.verdict, Verdict::ready);
  EXPECT_THAT(report.ports[2].reason, HasSubstr("unused"));
}

TEST(Engine, JudgesAnUnusedPortThatThePolicyExpects) {
  const auto unused = patched(patch({on_port("state", R"("down")"), on_netdev("carrier", "false"),
                                     on_netdev("addresses", "[]")}));
  EXPECT_THAT(root_causes(judge_strictly(unused)), ElementsAre("port-down@0000:38:00.0/1"));
  EXPECT_THAT(
      root_causes(judge_with(unused, profile("lossless-dscp26", {"expect.ports=3"}), rules())),
      IsEmpty());
}

constexpr auto kCarrierRule = R"(
tests_policy: baseline
rules:
- id: carrier-none
  title: The netdev has no carrier
  expects: The netdev has carrier
  scope: netdev
  severity: error
  assert: netdev.carrier
  message: no carrier on {netdev.name}, MTU {netdev.mtu_bytes}
  impact: For this test.
  tests: []
)";

TEST(Engine, SaysWhatCannotBeToldAndWhy) {
  const auto rule = testing_support::rules_from(kCarrierRule);
  const auto host = patched(patch({on_netdev("carrier", R"({"unknown":"permission"})")}));
  const auto report = judge_with(host, profile("baseline"), rule);
  ASSERT_THAT(ids(report, Outcome::unknown), SizeIs(1));
  const auto& unknown = report.findings.front();
  EXPECT_EQ(unknown.title, "The netdev has no carrier");
  EXPECT_EQ(unknown.message,
            "cannot tell whether the netdev has carrier: carrier not read (permission denied)");
  ASSERT_EQ(unknown.evidence.size(), 1U);
  EXPECT_EQ(unknown.evidence[0].unknown_reason, Reason::permission);
  ASSERT_NE(unknown.evidence[0].field, nullptr);
  EXPECT_EQ(unknown.evidence[0].field->name, "carrier");
}

TEST(Engine, TellsWhichValuesOfAMessageNameTheSubject) {
  const auto rule = testing_support::rules_from(kCarrierRule);
  const auto report =
      judge_with(patched(patch({on_netdev("carrier", "false")})), profile("baseline"), rule);
  ASSERT_THAT(ids(report, Outcome::fail), SizeIs(1));
  const auto& failed = report.findings.front();
  ASSERT_EQ(failed.message_parts.size(), 3U);
  EXPECT_EQ(failed.message_parts[0].names, MessagePart::Names::netdev);
  EXPECT_EQ(failed.message_parts[0].value, failed.subject.netdev);
  EXPECT_EQ(failed.message_parts[1].names, MessagePart::Names::other);
  EXPECT_EQ(failed.message,
            "no carrier on " + failed.subject.netdev + ", MTU " + failed.message_parts[1].value);
}

TEST(Engine, DoesNotGuessWhichUnusedPortIsExpected) {
  auto host = healthy();  // two of the four are used, the policy wants three
  for (const auto i : {2U, 3U}) {
    (*host.host.devices.known())[i].ports.known()->front().state = PortState::down;
    (*host.host.netdevs.known())[i].carrier = false;
    (*host.host.netdevs.known())[i].addresses = std::vector<Address>{};
  }
  const auto report = judge_with(host, profile("lossless-dscp26", {"expect.ports=3"}), rules());
  EXPECT_THAT(root_causes(report), ElementsAre("ports-expected@compute"));
}

}  // namespace
}  // namespace rocelint
