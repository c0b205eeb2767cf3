// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "base/text.h"
#include "report/report_formats.h"
#include "tests/report/sample_reports.h"
#include "tests/support/command_run.h"
#include "tests/support/golden.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::Not;

FixStep step(const std::string& run, Disrupts disrupts = Disrupts::link) {
  return {.run = run, .needs = "", .disrupts = disrupts, .lasts = Lasts::reboot, .verify = ""};
}

Finding failure(const std::string& rule, const std::string& device) {
  Finding finding;
  finding.id = rule + '@' + device;
  finding.rule = rule;
  finding.severity = Severity::blocker;
  finding.outcome = Outcome::fail;
  finding.subject.scope = Scope::port;
  finding.subject.device = device;
  finding.subject.port = 1;
  return finding;
}

Report report_of(std::vector<Finding> findings) {
  Report report;
  report.policy.name = "acme";
  report.run_context.hostname = "gpu1";
  report.findings = std::move(findings);
  return report;
}

// Runs the script where nothing but its own words can do harm; the exit code of bash.
int run_in_bash(const std::string& script, const std::filesystem::path& directory) {
  const auto file = directory / "script.sh";
  std::ofstream(file, std::ios::binary) << script;
  const auto command =
      "cd " + shell_quote(directory.string()) + " && bash script.sh > out 2> err < /dev/null";
  return std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): one thread
}

TEST(Script, GoldenOfTheFaultyReport) {
  test::expect_golden("report/faulty.sh", write_script(test::faulty_report()));
}

TEST(Script, GoldenOfThePod) {
  test::expect_golden("report/pod.sh", write_script(test::pod_report()));
}

TEST(Script, SaysThatThereIsNothingToFix) {
  auto report = report_of({});
  report.verdict = Verdict::ready;
  EXPECT_THAT(write_script(report), HasSubstr("failed: there is nothing to fix."));
}

TEST(Script, DoesNotSayThatOfAHostThatIsUndetermined) {
  auto report = report_of({});
  report.verdict = Verdict::undetermined;
  const auto script = write_script(report);
  EXPECT_THAT(script, HasSubstr("but the host is undetermined"));
  EXPECT_THAT(script, Not(HasSubstr("nothing to fix")));
}

TEST(Script, LeavesConsequencesAndWaivedOnesOut) {
  auto follows = failure("path-not-lossless", "mlx5_0");
  follows.folded_under = "pfc-off@mlx5_0";
  auto waived = failure("port-down", "mlx5_1");
  waived.outcome = Outcome::waived;
  const auto script = write_script(report_of({follows, waived}));
  EXPECT_THAT(script, Not(HasSubstr("path-not-lossless")));
  EXPECT_THAT(script, Not(HasSubstr("port-down")));
}

TEST(Script, RunsACommandOnceThatFixesTwoFindings) {
  auto first = failure("pfc-off", "mlx5_0");
  first.fix = {step("dcb pfc set dev ens1 prio-pfc all:off 3:on")};
  auto second = failure("pfc-on-other-priority", "mlx5_0");
  second.fix = first.fix;
  const auto script = write_script(report_of({first, second}));
  EXPECT_EQ(script.find("\ndcb pfc"), script.rfind("\ndcb pfc"));
  EXPECT_THAT(script, HasSubstr("done by the same command above, in 1"));
}

TEST(Script, ListsWhatHandsMustDoAsThat) {
  auto finding = failure("port-down", "mlx5_0");
  finding.fix = {step("# check the cable of ens1")};
  const auto script = write_script(report_of({finding, failure("ports-expected", "")}));
  EXPECT_THAT(script, HasSubstr("#   by hand: check the cable of ens1"));
  EXPECT_THAT(script, HasSubstr("#   by hand: no step is known"));
}

TEST(Script, SaysWhatEachStepInterrupts) {
  auto finding = failure("pfc-off", "mlx5_0");
  finding.fix = {step(": a", Disrupts::reset), step(": b", Disrupts::none)};
  const auto script = write_script(report_of({finding}));
  EXPECT_THAT(script, HasSubstr("RESETS THE DEVICE"));
  EXPECT_THAT(script, HasSubstr("interrupts nothing"));
}

// Every text of a report that comes from the host, with what a shell or a terminal would act on.
const std::vector<std::string> kHostile = {
    "x\ntouch owned\n",
    "x\r\ntouch owned",
    "$(touch owned)",
    "`touch owned`",
    "'; touch owned; '",
    "\"; touch owned; \"",
    "x \\",
    "\\\ntouch owned",
    "x; touch owned #",
    "\x1b[2Jtouch owned",
    "\xe2\x80\xa8touch owned",
    "\xff\xfe\ntouch owned",
    std::string("x\0\ntouch owned", 14),
    "#\ntouch owned",
    "x" + std::string(5'000, ' ') + "\ntouch owned",
};

Finding hostile_finding(const std::string& text) {
  auto finding = failure("pfc-off", text);
  finding.subject.netdev = text;
  finding.subject.pci_address = text;
  finding.message = text;
  finding.runbook = text;
  finding.verify = "dcb pfc show dev " + shell_quote(text);
  finding.fix = {step("test -n " + shell_quote(text)), step("# give " + shell_quote(text)),
                 step("# " + text)};
  finding.follows = {text};
  return finding;
}

class HostileScript : public testing::TestWithParam<std::size_t> {};

TEST_P(HostileScript, StaysInsideCommentsAndQuotedWords) {
  const auto& text = kHostile.at(GetParam());
  auto unknown = hostile_finding(text);
  unknown.outcome = Outcome::unknown;
  unknown.evidence = {{.fact = text,
                       .value = "",
                       .unknown_reason = Reason::permission,
                       .unknown_detail = text,
                       .source = text}};
  auto report = report_of({hostile_finding(text), unknown});
  report.run_context.hostname = text;
  report.run_context.taken_at = text;
  report.run_context.user = text;
  const auto script = write_script(report);
  EXPECT_TRUE(test::is_tame(script)) << testing::PrintToString(script);
  const test::TemporaryDirectory directory;
  EXPECT_EQ(run_in_bash(script, directory.path()), 0) << script;
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "owned")) << script;
  EXPECT_EQ(test::read_file(directory.path() / "err"), "") << script;
}

INSTANTIATE_TEST_SUITE_P(Texts, HostileScript, testing::Range<std::size_t>(0, kHostile.size()));

}  // namespace
}  // namespace rocelint
