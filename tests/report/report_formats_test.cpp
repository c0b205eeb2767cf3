// SPDX-License-Identifier: Apache-2.0
#include "report/report_formats.h"

#include <ostream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/report.h"

#include "tests/report/sample_reports.h"
#include "tests/support/command_run.h"
#include "tests/support/golden.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Sample {
  std::string name;
  Report (*make)();
};
void PrintTo(const Sample& sample, std::ostream* out) {
  *out << sample.name;
}

class Formats : public testing::TestWithParam<Sample> {};

TEST_P(Formats, LookAsGoldenFiles) {
  const auto report = GetParam().make();
  test::expect_golden("report/" + GetParam().name + ".ndjson",
                      write_ndjson(report, Verbosity::normal));
  test::expect_golden("report/" + GetParam().name + ".xml", write_junit(report));
  test::expect_golden("report/" + GetParam().name + ".prom", write_prometheus(report));
  test::expect_golden("report/" + GetParam().name + ".gate", write_gate(report));
}

// Nothing that a host calls itself breaks a line, a quote or a tag.
TEST_P(Formats, LetNoHostileTextThrough) {
  auto report = GetParam().make();
  const std::string hostile = "a\x1b[31m\"\\<&>'\n\xe2\x80\xae\xff";
  report.run_context.hostname = hostile;
  report.policy.name = hostile;
  for (auto& finding : report.findings) {
    finding.id = hostile;
    finding.message = hostile;
    finding.subject.device = hostile;
    finding.subject.netdev = hostile;
  }
  const auto plain = GetParam().make();
  const auto lines = [](const std::string& text) { return test::lines_of(text).size(); };
  for (const auto& [written, expected] :
       {std::pair(write_ndjson(report, Verbosity::normal), write_ndjson(plain, Verbosity::normal)),
        std::pair(write_junit(report), write_junit(plain)),
        std::pair(write_prometheus(report), write_prometheus(plain)),
        std::pair(write_gate(report), write_gate(plain))}) {
    EXPECT_EQ(written.find('\x1b'), std::string::npos);
    EXPECT_EQ(written.find("\xe2\x80\xae"), std::string::npos);
    EXPECT_EQ(written.find('\xff'), std::string::npos);
    EXPECT_EQ(lines(written), lines(expected));
  }
  EXPECT_THAT(write_junit(report), Not(HasSubstr("<&>")));
  for (const auto& line : test::lines_of(write_ndjson(report, Verbosity::normal))) {
    EXPECT_TRUE(nlohmann::json::accept(line)) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(Reports, Formats,
                         testing::Values(Sample{"faulty", test::faulty_report},
                                         Sample{"healthy", test::healthy_report},
                                         Sample{"pod", test::pod_report},
                                         Sample{"unconfirmed", test::unconfirmed_report}),
                         [](const auto& row) { return row.param.name; });

TEST(Junit, HoldsNoCharacterThatXmlHasNoFormFor) {
  auto report = test::healthy_report();
  report.run_context.hostname =
      "a\xEF\xBF\xBE\xEF\xBF\xBF\x01"
      "b\xF0\x9F\x90\xA7";
  EXPECT_THAT(write_junit(report),
              HasSubstr("hostname=\"a\xEF\xBF\xBD\xEF\xBF\xBD\\x01b\xF0\x9F\x90\xA7\""));
}

TEST(Junit, SkipsWhatThePolicyAccepts) {
  const auto junit = write_junit(test::accepted_report());
  EXPECT_THAT(junit, HasSubstr(R"(failures="0" errors="0" skipped="5")"));
  EXPECT_THAT(junit, Not(HasSubstr("<error")));
  EXPECT_THAT(junit, HasSubstr("<skipped message=\"accepted: host.netdevs[&quot;ens1np0&quot;]"
                               ".fec.active: permission denied ("));
}

TEST(Junit, FailsNothingButWhatMakesTheGateStop) {
  const auto junit = write_junit(test::faulty_report());
  EXPECT_THAT(junit, HasSubstr(R"(tests="12" failures="5" errors="0" skipped="2")"));
  EXPECT_THAT(junit,
              HasSubstr("<skipped message=\"failed warning, stops nothing: RoCE MTU is 1024, "
                        "the policy wants 4096\"/>\n      <system-out>found     host.devices"));
  EXPECT_THAT(junit, HasSubstr("<skipped message=\"unknown error, stops nothing: host.netdevs["));
}

TEST(Junit, FailsNothingWhereTheGatePasses) {
  auto report = test::faulty_report();
  report.gate = Gate::pass;  // a policy that does not enforce
  report.exit_code = 0;
  const auto junit = write_junit(report);
  EXPECT_THAT(junit, HasSubstr(R"(tests="12" failures="0" errors="0" skipped="7")"));
  EXPECT_THAT(junit, Not(HasSubstr("<failure")));
  EXPECT_THAT(junit, HasSubstr("\"failed blocker, stops nothing: PFC is on for none"));
}

TEST(Junit, HasAnErrorWhereNoRuleMadeTheGateStop) {
  const auto undecided = write_junit(test::undecided_report());
  EXPECT_THAT(undecided, HasSubstr(R"(tests="18" failures="0" errors="1" skipped="1")"));
  EXPECT_THAT(undecided, HasSubstr("<testcase classname=\"rocelint\" name=\"policy-undecided\">\n"
                                   "      <error type=\"blocker\" message=\"policy group "
                                   "site.yaml:4 not applied: permission\"/>\n"));
  EXPECT_THAT(write_junit(test::empty_report()),
              HasSubstr("name=\"no-port\">\n      <error type=\"blocker\" message=\"no RoCE port "
                        "was judged\"/>\n"));
}

TEST(Junit, SkipsAnUndecidedPolicyThatDidNotMakeTheGateStop) {
  auto passes = test::undecided_report();
  passes.gate = Gate::pass;  // --fail-on not_ready, or a policy that does not enforce
  passes.exit_code = 0;
  auto failed = test::faulty_report();
  failed.policy.undecided = true;
  failed.incomplete = {"policy group site.yaml:4 not applied: permission"};
  const std::string skipped =
      "<testcase classname=\"rocelint\" name=\"policy-undecided\">\n"
      "      <skipped message=\"undecided: policy group site.yaml:4 not applied: permission\"/>\n";
  const auto of_passing = write_junit(passes);
  EXPECT_THAT(of_passing, HasSubstr(skipped));
  EXPECT_THAT(of_passing, HasSubstr(R"(tests="18" failures="0" errors="0" skipped="2")"));
  const auto of_failed = write_junit(failed);
  EXPECT_THAT(of_failed, HasSubstr(skipped));
  EXPECT_THAT(of_failed, HasSubstr(R"(tests="13" failures="5" errors="0" skipped="3")"));
}

TEST(Prometheus, TellsWhatThePolicyAcceptsFromWhatIsOpen) {
  const auto metrics = write_prometheus(test::accepted_report());
  EXPECT_THAT(metrics, HasSubstr("rocelint_rules{outcome=\"unknown\"} 0\n"));
  EXPECT_THAT(metrics, HasSubstr("rocelint_rules{outcome=\"accepted\"} 2\n"));
  EXPECT_THAT(metrics, HasSubstr(R"(rule="fec-off",severity="error",outcome="accepted")"));
  EXPECT_THAT(metrics, Not(HasSubstr(R"(severity="error",outcome="unknown")")));
}

TEST(Ndjson, TellsWhatThePolicyAccepts) {
  const auto lines = test::lines_of(write_ndjson(test::accepted_report(), Verbosity::normal));
  const auto head = nlohmann::json::parse(lines.front())["report"];
  EXPECT_EQ(head["counts"]["unknown"], 2);
  EXPECT_EQ(head["counts"]["accepted"], 2);
  EXPECT_EQ(head["coverage"]["blocker"]["accepted"], 1);
  EXPECT_EQ(nlohmann::json::parse(lines.back())["finding"]["accepted"], true);
}

TEST(Prometheus, EscapesLabels) {
  auto report = test::healthy_report();
  report.policy.name = "a\"b\\c";
  EXPECT_THAT(write_prometheus(report), HasSubstr(R"(policy="a\"b\\c")"));
}

}  // namespace
}  // namespace rocelint
