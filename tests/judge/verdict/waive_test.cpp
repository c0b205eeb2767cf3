// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/waive.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "judge/engine.h"
#include "policy/policy.h"
#include "tests/judge/engine_support.h"
#include "tests/support/healthy_hosts.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::healthy;
using testing_support::ids;
using testing_support::policy_from;
using testing_support::root_causes;

constexpr auto kLastDay = std::chrono::year(2027) / 1 / 31;

const RuleSet& rules() {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  return kRules;
}

/// PFC off on mlx5_2 and mlx5_3.
Snapshot without_pfc() {
  auto snapshot = healthy();
  for (const auto i : {2U, 3U}) {
    (*snapshot.host.netdevs.known())[i].dcb.pfc.known()->enabled.clear();
  }
  return snapshot;
}

Policy waiving(const std::string& waiver) {
  return policy_from("policy: site\nextends: lossless-dscp26\nwaivers:\n  - " + waiver + "\n");
}

Report judge_at(const Snapshot& snapshot, const Policy& policy, std::chrono::sys_seconds now) {
  return *judge(snapshot, policy, rules(),
                {.fail_on = {FailOn::not_ready, FailOn::undetermined}, .now = now})
              .report;
}

const std::chrono::sys_seconds kDuring{std::chrono::sys_days(kLastDay)};

constexpr auto kOnePort =
    R"({rule: pfc-*, where: 'host.hostname == "gpu0417" && dev.name == "mlx5_3"',
    until: 2027-01-31, reason: "ticket 1234"})";

TEST(Waivers, CoverTheSubjectsThatTheyName) {
  const auto report = judge_at(without_pfc(), waiving(kOnePort), kDuring);
  EXPECT_THAT(root_causes(report), ElementsAre("pfc-off@0000:38:00.0/1"));
  EXPECT_THAT(ids(report, Outcome::waived),
              ElementsAre("path-not-lossless@0000:48:00.0/1", "pfc-off@0000:48:00.0/1"))
      << "the consequence goes with its cause";
  const auto& waived = testing_support::finding(report, "pfc-off@0000:48:00.0/1");
  ASSERT_TRUE(waived.waiver.has_value());
  EXPECT_EQ(waived.waiver->reason, "ticket 1234");
  EXPECT_EQ(waived.waiver->until, "2027-01-31");
  EXPECT_EQ(report.ports[3].verdict, Verdict::ready);
}

TEST(Waivers, EndAtMidnightOfTheirLastDay) {
  const auto policy = waiving(kOnePort);
  using std::chrono::hours;
  using std::chrono::seconds;
  EXPECT_THAT(
      ids(judge_at(without_pfc(), policy, kDuring + hours(24) - seconds(1)), Outcome::waived),
      testing::SizeIs(2));
  const auto ended = judge_at(without_pfc(), policy, kDuring + hours(24));
  EXPECT_THAT(ids(ended, Outcome::waived), IsEmpty());
  EXPECT_THAT(testing_support::finding(ended, "pfc-off@0000:48:00.0/1").message,
              testing::HasSubstr(" (its waiver site:4 ended with 2027-01-31)"));
  EXPECT_THAT(testing_support::finding(ended, "pfc-off@0000:38:00.0/1").message,
              testing::Not(testing::HasSubstr("waiver")));
}

TEST(Waivers, CoverUnknownOnlyWhereTheySaySo) {
  auto snapshot = healthy();
  for (auto& netdev : *snapshot.host.netdevs.known()) {
    netdev.dcb.pfc = Unknown{.reason = Reason::timeout, .detail = "", .sys_errno = 0};
  }
  const std::string all =
      "rule: '*', where: 'host.hostname == \"gpu0417\"', until: 2027-01-31, "
      "reason: x";
  EXPECT_EQ(judge_at(snapshot, waiving("{" + all + "}"), kDuring).verdict, Verdict::undetermined);
  const auto covered = judge_at(snapshot, waiving("{" + all + ", also_unknown: true}"), kDuring);
  EXPECT_EQ(covered.verdict, Verdict::ready);
  EXPECT_THAT(ids(covered, Outcome::unknown), IsEmpty());
  auto accepting = waiving("{" + all + ", also_unknown: true}");
  auto& setting = accepting.rule_settings.emplace_back();
  setting.pattern = "*";
  setting.on_unknown = OnUnknown::accept;
  for (const auto& finding : judge_at(snapshot, accepting, kDuring).findings) {
    EXPECT_FALSE(finding.accepted) << finding.id << " is waived";
  }
}

/// What a rule of a site that fails everywhere comes to under a waiver for this condition.
std::vector<std::string> waived_of(const std::string& scope, const std::string& assertion,
                                   const Snapshot& snapshot, const std::string& where) {
  const auto rules = testing_support::rules_from(
      "rules:\n- {id: site-rule, title: t, expects: e, scope: " + scope +
      ", severity: error, impact: w, assert: '" + assertion + "'}\n");
  const auto policy =
      policy_from("policy: site\nroles: {all: {}}\nwaivers:\n  - {rule: site-rule, where: '" +
                  where + " && host.hostname == \"gpu0417\"', until: 2027-01-31, reason: r}\n");
  return ids(*judge(snapshot, policy, rules, {.now = kDuring}).report, Outcome::waived);
}

TEST(Waivers, OfOneNetdevLeaveTheOtherOneOfABond) {
  const auto waived = [](const std::string& netdev) {
    return waived_of("netdev", R"(netdev.name == "")", testing_support::bond(),
                     "netdev.name == \"" + netdev + '"');
  };
  EXPECT_THAT(waived("ens1np0"), ElementsAre("site-rule@0000:18:00.0/1/ens1np0"));
  EXPECT_THAT(waived("ens2np0"), ElementsAre("site-rule@0000:18:00.0/1/ens2np0"));
  EXPECT_THAT(waived("bond0"), IsEmpty());
}

TEST(Waivers, OfOnePortLeaveADeviceWithSeveral) {
  auto snapshot = testing_support::with_nics(2);
  auto& devices = *snapshot.host.devices.known();
  const auto waived = [&](const std::string& where) {
    return waived_of("device", R"(dev.name == "")", snapshot, where);
  };
  EXPECT_THAT(waived("port.number == 1 && dev.name == \"mlx5_0\""),
              ElementsAre("site-rule@0000:18:00.0"));
  auto second = devices[1].ports.known()->front();
  second.number = 2;
  devices[0].ports.known()->push_back(second);
  devices.pop_back();
  EXPECT_THAT(waived("port.number == 1"), IsEmpty());
  EXPECT_THAT(waived("netdev.name == \"ens2np0\""), IsEmpty());
  EXPECT_THAT(waived("dev.name == \"mlx5_0\""), ElementsAre("site-rule@0000:18:00.0"));
}

TEST(Waivers, DoNotCoverWhatCantBeDecided) {
  auto snapshot = without_pfc();
  snapshot.host.hostname = Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 0};
  EXPECT_THAT(ids(judge_at(snapshot, waiving(kOnePort), kDuring), Outcome::waived), IsEmpty());
}

}  // namespace
}  // namespace rocelint
