// SPDX-License-Identifier: Apache-2.0
#include "report/grouping.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/report/sample_reports.h"

namespace rocelint {
namespace {

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

TEST(FaultEntries, WhatDiffersStaysApart) {
  auto message = failed(1);
  message.message = "off, too";
  auto role = failed(2);
  role.subject.role = "storage";
  auto severity = failed(3);
  severity.severity = Severity::warning;
  auto wanted = failed(4);
  wanted.wanted = {{.parameter = "pfc.mode", .value = "1", .from = "p:1"}};
  auto fix = failed(5);
  fix.fix = {
      {.run = "x", .needs = "", .disrupts = Disrupts::link, .lasts = Lasts::reboot, .verify = ""}};
  const auto report = report_of({failed(0), message, role, severity, wanted, fix});
  EXPECT_EQ(fault_entries(report).size(), 6);
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
