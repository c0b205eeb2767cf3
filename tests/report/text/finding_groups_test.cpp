// SPDX-License-Identifier: Apache-2.0
#include "report/text/finding_groups.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/report/sample_reports.h"

namespace rocelint {
namespace {

using Names = MessagePart::Names;

Report report_of(std::vector<Finding> findings) {
  Report report;
  report.findings = std::move(findings);
  return report;
}

Finding failed(int rail) {
  auto finding = test::finding_of("pfc-off", Severity::blocker, Outcome::fail, rail);
  finding.message = "off";
  return finding;
}

TEST(FaultEntries, SameRuleAndMessageIsOneEntry) {
  const auto report = report_of({failed(0), failed(1), failed(3)});
  const auto entries = fault_entries(report);
  ASSERT_EQ(entries.size(), 1);
  EXPECT_EQ(subjects_of(entries[0].findings), "mlx5_0,1,3");
}

TEST(FaultEntries, AMessageThatNamesItsOwnNetdevIsTheSame) {
  std::vector<Finding> findings;
  for (const int rail : {0, 1, 3}) {
    auto finding = failed(rail);
    finding.message_parts = {
        {.literal = "PFC is off on ", .value = finding.subject.netdev, .names = Names::netdev},
        {.literal = " of ", .value = finding.subject.device, .names = Names::device}};
    findings.push_back(finding);
  }
  const auto report = report_of(findings);
  const auto entries = fault_entries(report);
  ASSERT_EQ(entries.size(), 1);
  EXPECT_EQ(message_of(entries[0]),
            "PFC is off on ens1np0, ens2np0 and 1 more of mlx5_0, mlx5_1 and 1 more");
}

TEST(FaultEntries, AnotherValueIsAnotherFault) {
  const auto of_value = [](int rail, const std::string& value) {
    auto finding = failed(rail);
    finding.message = "off on " + value;
    finding.message_parts = {{.literal = "off on ", .value = value}};
    return finding;
  };
  const auto report = report_of({of_value(1, "mlx5_1"), of_value(2, "mlx5_2")});
  ASSERT_EQ(fault_entries(report).size(), 2);
  EXPECT_EQ(message_of(fault_entries(report)[0]), "off on mlx5_1");
}

TEST(FaultEntries, WithoutAMessageTheTitleStands) {
  auto one = failed(1);
  one.message.clear();
  const auto report = report_of({one});
  EXPECT_EQ(message_of(fault_entries(report)[0]), "Title of pfc-off");
}

TEST(FaultEntries, WhatDiffersStaysApart) {
  auto message = failed(1);
  message.message_parts = {{.literal = "off, ", .value = "too"}};
  auto role = failed(2);
  role.subject.role = "storage";
  auto severity = failed(3);
  severity.severity = Severity::warning;
  auto expected = failed(4);
  expected.expected = {{.parameter = "pfc.mode", .value = "1", .from = "p:1"}};
  auto fix = failed(5);
  fix.fix = {
      {.run = "x", .needs = "", .disrupts = Disrupts::link, .lasts = Lasts::reboot, .verify = ""}};
  const auto report = report_of({failed(0), message, role, severity, expected, fix});
  EXPECT_EQ(fault_entries(report).size(), 6);
}

TEST(FaultEntries, WhatIsNewComesFirstAndApartFromWhatIsKnown) {
  const auto held = [](int rail, const std::string& rule, std::optional<Standing> baseline) {
    auto finding = test::finding_of(rule, Severity::blocker, Outcome::fail, rail);
    finding.message = "off";
    finding.baseline = baseline;
    return finding;
  };
  const auto report =
      report_of({held(0, "pfc-off", Standing::known), held(1, "pfc-off", Standing::fresh),
                 held(2, "port-down", Standing::known), held(3, "mtu-low", Standing::fresh)});
  std::vector<std::string> shown;
  for (const auto& entry : fault_entries(report)) {
    shown.push_back(entry.first().rule + ' ' + subjects_of(entry.findings) +
                    (entry.is_new() ? " new" : ""));
  }
  EXPECT_THAT(shown, testing::ElementsAre("pfc-off mlx5_1 new", "mtu-low mlx5_3 new",
                                          "pfc-off mlx5_0", "port-down mlx5_2"));
}

TEST(FaultEntries, OnlyRootCauses) {
  auto folded = failed(1);
  folded.folded_under = "pfc-off@x";
  const auto passed = test::finding_of("pfc-off", Severity::blocker, Outcome::pass, 2);
  const auto unknown = test::finding_of("pfc-off", Severity::blocker, Outcome::unknown, 3);
  const auto waived = test::finding_of("pfc-off", Severity::blocker, Outcome::waived, 4);
  const auto report = report_of({failed(0), folded, passed, unknown, waived});
  ASSERT_EQ(fault_entries(report).size(), 1);
  EXPECT_EQ(fault_entries(report)[0].findings.size(), 1);
  EXPECT_EQ(count_passed(report, "pfc-off"), 1);
}

TEST(Listed, CountsTheRest) {
  const std::vector<std::string> names{"a", "b", "c", "d"};
  EXPECT_EQ(listed(names, 4), "a, b, c, d");
  EXPECT_EQ(listed(names, 2), "a, b and 2 more");
}

}  // namespace
}  // namespace rocelint
