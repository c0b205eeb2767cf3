// SPDX-License-Identifier: Apache-2.0
#include "report/text/unknown_advice.h"

#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/report/sample_reports.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Row {
  std::string name;
  std::string reason;
  std::string detail;
  std::string user;
  std::string environment;
  bool virtual_function = false;
  std::string remedy;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class AdviceFor : public testing::TestWithParam<Row> {};

TEST_P(AdviceFor, SaysWhatHelpsHere) {
  const auto& row = GetParam();
  auto subject = test::subject_of(0);
  subject.virtual_function = row.virtual_function;
  const auto advice = advise({.fact = "f",
                              .value = "",
                              .unknown_reason = row.reason,
                              .unknown_detail = row.detail,
                              .source = ""},
                             subject,
                             {.hostname = "",
                              .kernel_release = "",
                              .taken_at = "",
                              .user = row.user,
                              .environment = row.environment,
                              .probe_us = 0,
                              .window_us = {}});
  EXPECT_THAT(advice.remedy, HasSubstr(row.remedy));
  EXPECT_FALSE(advice.why.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Rows, AdviceFor,
    testing::Values(
        Row{"refused_to_a_user", "permission", "", "uid 1000", "", false, "run it as root"},
        Row{"refused_in_a_user_namespace", "permission", "", "root", "user namespace", false,
            "on the host itself"},
        Row{"refused_to_root", "permission", "", "root", "", false, "outside the container"},
        Row{"dead_tree", "unsupported", "netlink is off", "root", "dead tree /sos", false,
            "rocelint probe"},
        Row{"dead_tree_verbs", "unsupported", "no verbs", "root", "dead tree /sos", false,
            "rocelint probe"},
        Row{"virtual_function", "unsupported", "", "root", "", true, "physical function"},
        Row{"pod", "not_found", "", "root", "own network namespace", false, "outside the pod"},
        Row{"old_driver", "unsupported", "EOPNOTSUPP", "root", "", false, "newer driver"},
        Row{"no_library", "not_found", "dlopen libibverbs.so.1", "root", "", false, "libibverbs1"},
        Row{"no_verbs", "not_collected", "--no-verbs", "root", "", false, "without --no-verbs"},
        Row{"old_snapshot", "not_collected", "", "root", "", false, "take a new one"},
        Row{"job_over_a_saved_host", "not_collected", "the host is a saved snapshot: no files",
            "root", "", false, "probe --job"},
        Row{"not_deep", "not_collected", "only a deep probe reads it", "root", "", false, "--deep"},
        Row{"nobody_made_the_directory", "not_found",
            "nobody has made it: \"cma_roce_tos -d mlx5_0\"", "root", "own network namespace",
            false, "cma_roce_tos -d DEVICE"},
        Row{"hang", "timeout", "rtnl held", "root", "", false, "dmesg"},
        Row{"crash", "crashed", "signal 11", "root", "", false, "report it"},
        Row{"gone", "vanished", "", "root", "", false, "why it left"},
        Row{"nonsense", "malformed", "", "root", "", false, "report it"},
        Row{"driver_guess", "not_authoritative", "", "root", "", false, "vendor's tool"},
        Row{"kernel_error", "io_error", "EIO", "root", "", false, "dmesg"}),
    [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

TEST(Advice, OnFactsOfTheSiteIsForItsFiles) {
  for (const auto* fact : {"host.custom", "host.custom[\"bmc\"].text"}) {
    const auto advice = advise({.fact = fact,
                                .value = "",
                                .unknown_reason = "not_found",
                                .unknown_detail = "",
                                .source = ""},
                               test::subject_of(0), {});
    EXPECT_THAT(advice.remedy, HasSubstr("/etc/rocelint/facts.d")) << fact;
  }
}

TEST(UnknownGroups, OneRemedyIsOneGroupAndBlockersComeFirst) {
  const auto report = test::pod_report();
  const auto groups = unknown_groups(report);
  ASSERT_EQ(groups.size(), 3);
  EXPECT_EQ(groups[0].findings.size(), 16);
  EXPECT_THAT(groups[0].unread, testing::ElementsAre("dcb.pfc", "dcb.app"));
  EXPECT_EQ(groups[0].detail, "DCB_CMD_IEEE_GET: Operation not supported");
  EXPECT_EQ(groups[2].findings.front()->severity, Severity::error);
}

TEST(UnknownGroups, AFindingWithoutEvidenceIsNotLost) {
  auto report = test::pod_report();
  for (auto& finding : report.findings) {
    finding.evidence.clear();
  }
  ASSERT_EQ(unknown_groups(report).size(), 1);
  EXPECT_EQ(unknown_groups(report)[0].findings.size(), 25);
}

}  // namespace
}  // namespace rocelint
