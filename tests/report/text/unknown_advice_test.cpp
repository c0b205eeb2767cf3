// SPDX-License-Identifier: Apache-2.0
#include "report/text/unknown_advice.h"

#include <algorithm>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/report.h"

#include "tests/report/sample_reports.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::Not;

using enum RunCondition;

struct Row {
  std::string name;
  Reason reason;
  std::vector<RunCondition> conditions;
  bool virtual_function = false;
  std::string remedy;
  const Field* field = nullptr;
  std::string fact = "f";
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

const Field* row_of(std::span<const Field> table, std::string_view name) {
  return &*std::ranges::find(table, name, &Field::name);
}

class AdviceFor : public testing::TestWithParam<Row> {};

TEST_P(AdviceFor, SaysWhatHelpsHere) {
  const auto& row = GetParam();
  auto subject = test::subject_of(0);
  subject.virtual_function = row.virtual_function;
  Evidence evidence;
  evidence.fact = row.fact;
  evidence.unknown_reason = row.reason;
  evidence.field = row.field;
  RunContext run_context;
  run_context.conditions = row.conditions;
  const auto advice = advise(evidence, subject, run_context);
  EXPECT_THAT(advice.remedy, HasSubstr(row.remedy));
  EXPECT_FALSE(advice.why.empty());
}

const auto* const kMtu = row_of(kFields<RdmaPort>, "active_mtu_bytes");
const auto* const kTos = row_of(kFields<ConnectionManager>, "default_roce_tos");

INSTANTIATE_TEST_SUITE_P(
    Rows, AdviceFor,
    testing::Values(
        Row{"refused_to_a_user", Reason::permission, {unprivileged}, false, "run it as root"},
        Row{"refused_in_a_user_namespace",
            Reason::permission,
            {root, user_namespace},
            false,
            "on the host itself"},
        Row{"refused_to_root", Reason::permission, {root}, false, "outside the container"},
        Row{"offline_tree", Reason::unsupported, {root, offline_tree}, false, "rocelint probe"},
        Row{"offline_tree_verbs",
            Reason::unsupported,
            {root, offline_tree},
            false,
            "rocelint probe",
            kMtu},
        Row{"virtual_function", Reason::unsupported, {root}, true, "physical function"},
        Row{"pod", Reason::not_found, {root, network_namespace}, false, "outside the pod"},
        Row{"old_driver", Reason::unsupported, {root}, false, "newer driver"},
        Row{"no_library", Reason::not_found, {root, verbs_missing}, false, "libibverbs1", kMtu},
        Row{"no_verbs",
            Reason::not_collected,
            {root, verbs_off},
            false,
            "without --no-verbs",
            kMtu},
        Row{"verbs_do_not_matter", Reason::not_found, {root, verbs_missing}, false, "newer driver"},
        Row{"old_snapshot", Reason::not_collected, {root}, false, "take a new one"},
        Row{"job_over_a_saved_host",
            Reason::not_collected,
            {root, job_over_snapshot},
            false,
            "probe --job",
            nullptr,
            "job.topology_file"},
        Row{"not_deep", Reason::needs_deep, {root}, false, "--deep"},
        Row{"nobody_made_the_directory",
            Reason::not_found,
            {root, network_namespace},
            false,
            "cma_roce_tos -d DEVICE",
            kTos},
        Row{"hang", Reason::timeout, {root}, false, "dmesg"},
        Row{"crash", Reason::crashed, {root}, false, "report a bug"},
        Row{"gone", Reason::vanished, {root}, false, "why it left"},
        Row{"nonsense", Reason::malformed, {root}, false, "report a bug"},
        Row{"driver_guess", Reason::not_authoritative, {root}, false, "vendor's tool"},
        Row{"kernel_error", Reason::io_error, {root}, false, "dmesg"}),
    [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

TEST(Advice, OnFactsOfTheSiteIsForItsFiles) {
  for (const auto* fact : {"host.custom", "host.custom[\"bmc\"].text"}) {
    const auto advice = advise({.fact = fact,
                                .value = "",
                                .unknown_reason = Reason::not_found,
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
