// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "report/report_formats.h"
#include "tests/report/sample_reports.h"
#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::finding_of;
using test::stopping;

Report stopped(std::vector<Finding> findings, int exit_code = 1) {
  auto report = test::base_report();
  report.gate = Gate::stop;
  report.exit_code = exit_code;
  report.findings = std::move(findings);
  return report;
}

Finding failed(const std::string& rule, int rail) {
  return stopping(finding_of(rule, Severity::blocker, Outcome::fail, rail));
}
Finding unknown(const std::string& rule, Severity severity, int rail) {
  return stopping(finding_of(rule, severity, Outcome::unknown, rail));
}
Report without_ports(Report report) {
  report.ports.clear();
  return report;
}
Finding let_pass(Finding finding) {
  finding.stops = false;
  return finding;
}
Finding of_scope(Finding finding, Scope scope) {
  finding.subject.scope = scope;
  return finding;
}
Finding second_port(Finding finding) {
  finding.subject.port = 2;
  return finding;
}
Report undecided(Report report) {
  report.policy.undecided = true;
  return report;
}
Finding held_against(Finding finding, Standing baseline) {
  finding.baseline = baseline;
  return finding;
}
Finding on_device(Finding finding, const std::string& name) {
  finding.subject.device = name;
  return finding;
}

constexpr int kUndetermined = 3;

struct Row {
  std::string name;
  Report report;
  std::string reason;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

const std::vector<Row> kRows = {
    {"one", stopped({failed("pfc-off", 7)}), "rocelint:pfc-off mlx5_7"},
    {"of_a_device_not_of_its_port", stopped({second_port(failed("pfc-off", 7))}),
     "rocelint:pfc-off mlx5_7"},
    {"on_several_devices",
     stopped(
         {failed("pfc-off", 0), failed("pfc-off", 1), failed("pfc-off", 2), failed("pfc-off", 7)}),
     "rocelint:pfc-off mlx5_0-2,7"},
    {"and_other_rules",
     stopped({failed("pfc-off", 7), failed("port-down", 1), failed("port-down", 2),
              failed("pfc-off", 6), failed("mtu-small", 7)}),
     "rocelint:pfc-off mlx5_6,7 +2"},
    {"of_the_host", stopped({of_scope(failed("limit-memlock", 0), Scope::host)}),
     "rocelint:limit-memlock"},
    {"of_a_netdev", stopped({of_scope(failed("mtu-small", 3), Scope::netdev)}),
     "rocelint:mtu-small ens4np0"},
    {"of_a_netdev_without_a_device", stopped({on_device(failed("mtu-small", 3), "")}),
     "rocelint:mtu-small ens4np0"},
    {"not_what_follows", stopped({failed("pfc-off", 5), stopping(test::path_not_lossless(5))}),
     "rocelint:pfc-off mlx5_5"},
    {"not_what_is_unknown_beside_a_failure",
     stopped({failed("pfc-off", 5), unknown("fec-off", Severity::blocker, 5)}),
     "rocelint:pfc-off mlx5_5"},
    {"what_is_unknown_where_only_a_warning_failed",
     stopped({finding_of("mtu-small", Severity::warning, Outcome::fail, 1),
              unknown("pfc-off", Severity::blocker, 5), unknown("port-down", Severity::blocker, 5),
              let_pass(unknown("fec-off", Severity::error, 5))},
             kUndetermined),
     "rocelint:pfc-off mlx5_5 unknown +1"},
    {"what_is_unknown_where_warnings_would_stop_too",
     stopped({stopping(finding_of("mtu-small", Severity::warning, Outcome::fail, 1)),
              unknown("pfc-off", Severity::blocker, 5), unknown("fec-off", Severity::error, 5)},
             kUndetermined),
     "rocelint:pfc-off mlx5_5 unknown"},
    {"not_an_unknown_that_is_accepted",
     stopped({let_pass(unknown("fec-off", Severity::blocker, 1)),
              unknown("pfc-off", Severity::blocker, 5)},
             kUndetermined),
     "rocelint:pfc-off mlx5_5 unknown"},
    {"an_unknown_that_fail_on_warning_stops", stopped({unknown("fec-off", Severity::error, 5)}),
     "rocelint:fec-off mlx5_5 unknown"},
    {"of_nothing_to_judge",
     without_ports(stopped({unknown("fec-off", Severity::error, 5)}, kUndetermined)),
     "rocelint:no-port unknown"},
    {"of_a_policy_that_is_undecided", undecided(stopped({}, kUndetermined)),
     "rocelint:policy-undecided unknown"},
    {"of_a_policy_that_is_undecided_on_a_host_without_ports",
     undecided(without_ports(stopped({}, kUndetermined))), "rocelint:policy-undecided unknown"},
    {"what_is_new_where_nothing_else_stops",
     stopped({let_pass(held_against(failed("pfc-off", 5), Standing::known)),
              held_against(failed("port-down", 6), Standing::fresh)}),
     "rocelint:port-down mlx5_6"},
    {"what_is_known_where_it_stops",
     stopped({held_against(failed("pfc-off", 5), Standing::known),
              let_pass(held_against(failed("mtu-small", 6), Standing::fresh))}),
     "rocelint:pfc-off mlx5_5"},
    {"of_what_is_known_where_nothing_is_new",
     stopped({held_against(failed("pfc-off", 5), Standing::known)}), "rocelint:pfc-off mlx5_5"},
    {"not_information",
     stopped({finding_of("speed-seen", Severity::info, Outcome::fail, 1),
              stopping(finding_of("mtu-small", Severity::warning, Outcome::fail, 1))}),
     "rocelint:mtu-small mlx5_1"},
    {"that_a_shell_can_be_given",
     stopped({on_device(failed("pfc-off", 5), "a\n\"$(reboot)`'\\;|&*?\x1b[2J\xff\xe2\x80\xae")}),
     "rocelint:pfc-off a____reboot" + std::string(11, '_') + "2J____"},
    {"that_is_bounded",
     stopped({on_device(failed(std::string(5000, 'r'), 5), std::string(5000, 'd'))}),
     "rocelint:" + std::string(57, 'r') + "... " + std::string(57, 'd') + "..."},
};

class GateReason : public testing::TestWithParam<Row> {};

TEST_P(GateReason, NamesTheWorstCause) {
  const auto written = write_gate(GetParam().report);
  EXPECT_EQ(written, "stop\n" + GetParam().reason + "\ncomplete\n");
}

// What Slurm keeps for accounting.
TEST_P(GateReason, IsShortEnoughForSlurm) {
  EXPECT_LT(GetParam().reason.size(), 255U);
}

INSTANTIATE_TEST_SUITE_P(Rows, GateReason, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(Gate, PassHasNoReason) {
  auto report = test::faulty_report();
  report.gate = Gate::pass;  // as under `enforce: false`
  EXPECT_EQ(write_gate(report), "pass\n\ncomplete\n");
}

TEST(Gate, SaysThatTheProbeDidNotRunToItsEnd) {
  auto report = stopped({failed("pfc-off", 7)});
  report.complete = false;
  EXPECT_EQ(write_gate(report), "stop\nrocelint:pfc-off mlx5_7\nincomplete\n");
}

TEST(Gate, OfAnErrorSaysWhatWasWrongInOneLine) {
  const auto error = [](const std::string& text) {
    return Diagnostics{{.file = "site.yaml", .line = 3, .column = 5, .text = text}};
  };
  EXPECT_EQ(write_gate_error(error("unknown key \"pcf\"")),
            "error\nrocelint: site.yaml:3:5: unknown key _pcf_\nincomplete\n");
  const auto hostile = write_gate_error(error("a\n$(reboot)\x1b" + std::string(5000, 'x')));
  EXPECT_EQ(test::lines_of(hostile).size(), 3U);
  EXPECT_LT(hostile.size(), 240U);
  EXPECT_TRUE(std::ranges::none_of(hostile, [](char c) { return c == '$' || c == '\x1b'; }));
  EXPECT_EQ(write_gate_error({}), "error\nrocelint: \nincomplete\n");
}

}  // namespace
}  // namespace rocelint
