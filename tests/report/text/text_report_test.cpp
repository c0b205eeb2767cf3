// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/report/sample_reports.h"
#include "tests/support/golden.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string text_of(const Report& report, Verbosity verbosity = Verbosity::normal,
                    int columns = 80) {
  return write_text(report, {.verbosity = verbosity, .color = Color::off, .columns = columns});
}

struct Sample {
  std::string name;
  Report (*make)();
};
const std::vector<Sample> kSamples{
    {"healthy", test::healthy_report},   {"faulty", test::faulty_report},
    {"pod", test::pod_report},           {"no_policy", test::no_policy_report},
    {"empty", test::empty_report},       {"hostile", test::hostile_report},
    {"accepted", test::accepted_report}, {"undecided", test::undecided_report},
};
void PrintTo(const Sample& sample, std::ostream* out) {
  *out << sample.name;
}

struct Page {
  std::string name;
  Report (*make)();
  Verbosity verbosity = Verbosity::normal;
  int columns = 80;
};
void PrintTo(const Page& page, std::ostream* out) {
  *out << page.name;
}

class TextGolden : public testing::TestWithParam<Page> {};

TEST_P(TextGolden, LooksAsApproved) {
  const auto& page = GetParam();
  test::expect_golden("report/" + page.name + ".txt",
                      text_of(page.make(), page.verbosity, page.columns));
}

INSTANTIATE_TEST_SUITE_P(
    Pages, TextGolden,
    testing::Values(Page{"healthy", test::healthy_report}, Page{"faulty", test::faulty_report},
                    Page{"pod", test::pod_report}, Page{"no_policy", test::no_policy_report},
                    Page{"empty", test::empty_report}, Page{"hostile", test::hostile_report},
                    Page{"unconfirmed", test::unconfirmed_report},
                    Page{"unconfirmed_quiet", test::unconfirmed_report, Verbosity::quiet},
                    Page{"healthy_quiet", test::healthy_report, Verbosity::quiet},
                    Page{"faulty_quiet", test::faulty_report, Verbosity::quiet},
                    Page{"healthy_verbose", test::healthy_report, Verbosity::verbose},
                    Page{"faulty_verbose", test::faulty_report, Verbosity::verbose},
                    Page{"faulty_narrow", test::faulty_report, Verbosity::normal, 60},
                    Page{"faulty_wide", test::faulty_report, Verbosity::normal, 120},
                    Page{"pod_narrow", test::pod_report, Verbosity::normal, 60}),
    [](const testing::TestParamInfo<Page>& page) { return page.param.name; });

// Every sample, at every width and verbosity, keeps what the terminal was promised.
class TextPromise : public testing::TestWithParam<Sample> {};

void expect_tame(const std::string& text, std::size_t columns) {
  EXPECT_TRUE(text.empty() || text.ends_with('\n'));
  EXPECT_FALSE(text.ends_with("\n\n"));
  EXPECT_THAT(text, Not(HasSubstr("\n\n\n")));
  for (const auto& line : lines_of(text)) {
    EXPECT_LE(line.size(), columns) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
    EXPECT_TRUE(std::ranges::all_of(line, [](char c) { return c >= 0x20 && c < 0x7F; }))
        << testing::PrintToString(line);
  }
}

TEST_P(TextPromise, WidthAsciiNoTrailingBlanks) {
  const auto report = GetParam().make();
  for (const auto verbosity : {Verbosity::quiet, Verbosity::normal, Verbosity::verbose}) {
    for (int columns = 40; columns <= 130; columns += 3) {
      SCOPED_TRACE(columns);
      expect_tame(text_of(report, verbosity, columns), static_cast<std::size_t>(columns));
    }
  }
}

TEST_P(TextPromise, AbsurdWidthsAreTamedToo) {
  for (const int columns : {-1, 0, 1, 39}) {
    expect_tame(text_of(GetParam().make(), Verbosity::normal, columns), 40);
  }
}

TEST_P(TextPromise, NoCountIsPartedFromItsWord) {
  const auto report = GetParam().make();
  for (int columns = 40; columns <= 100; ++columns) {
    const auto text = text_of(report, Verbosity::normal, columns);
    for (const auto* word : {"rules:", "pass,", "fail", "unknown", "waived,", "n/a"}) {
      EXPECT_THAT(text, Not(HasSubstr('\n' + std::string(word)))) << columns;
    }
  }
}

TEST_P(TextPromise, QuietIsOneLine) {
  const auto text = text_of(GetParam().make(), Verbosity::quiet);
  EXPECT_EQ(lines_of(text).size(), 1);
  EXPECT_THAT(text, StartsWith(lines_of(text_of(GetParam().make()))[0].substr(0, 9)));
}

TEST(TextQuiet, NamesWhatIsNewAgainstAnEarlierReport) {
  struct Row {
    std::string held;  // of pfc-off and mtu-low; capital: it stops
    std::string shown;
    int columns = 100;
  };
  for (const auto& [held, shown, columns] :
       {Row{"..", "  pfc-off mlx5_0, mtu-low mlx5_1  "},
        Row{"kk", "  known: pfc-off mlx5_0, mtu-low mlx5_1  "},
        Row{"nn", "  new: pfc-off mlx5_0, mtu-low mlx5_1  policy"},
        Row{"kN", "  new: mtu-low mlx5_1  1 known  "}, Row{"kn", "  new: mtu-low mlx5_1\n", 55},
        Row{"Kn", "  pfc-off mlx5_0 (known), mtu-low mlx5_1 (new)"},
        Row{"nK", "  mtu-low mlx5_1 (known), pfc-off mlx5_0 (new)"},
        Row{"KN", "  pfc-off mlx5_0 (known), mtu-low mlx5_1 (new)"}}) {
    auto report = test::base_report();
    report.findings = {test::finding_of("pfc-off", Severity::blocker, Outcome::fail, 0),
                       test::finding_of("mtu-low", Severity::error, Outcome::fail, 1)};
    BaselineReport baseline;
    for (std::size_t i = 0; i < held.size() && held != ".."; ++i) {
      const bool known = held[i] == 'k' || held[i] == 'K';
      report.findings[i].stops = held[i] == 'K' || held[i] == 'N';
      report.findings[i].baseline = known ? Standing::known : Standing::fresh;
      (known ? baseline.known : baseline.fresh) += 1;
      report.baseline = baseline;
    }
    EXPECT_THAT(text_of(report, Verbosity::quiet, columns), HasSubstr(shown));
  }
}

TEST(TextQuiet, NamesWhyAHostIsUndetermined) {
  auto report = test::undecided_report();
  EXPECT_THAT(text_of(report, Verbosity::quiet), HasSubstr("  0 failed, policy undecided  "));
  report.findings.push_back(test::small_mtu(2));
  EXPECT_THAT(text_of(report, Verbosity::quiet), HasSubstr("  1 warning, policy undecided  "));
  report.coverage.blocker.decided -= 2;
  EXPECT_THAT(text_of(report, Verbosity::quiet, 120),
              HasSubstr("  1 warning, 2 blockers open, policy undecided  "));
}

TEST_P(TextPromise, ColorAddsNothingButColor) {
  const auto report = GetParam().make();
  const auto colored =
      write_text(report, {.verbosity = Verbosity::normal, .color = Color::on, .columns = 80});
  std::string bare;
  for (std::size_t at = 0; at < colored.size(); ++at) {
    if (colored[at] == '\x1b') {
      at = colored.find('m', at);
    } else {
      bare += colored[at];
    }
  }
  EXPECT_EQ(bare, text_of(report));
  EXPECT_THAT(colored, HasSubstr("\x1b[1;"));
}

INSTANTIATE_TEST_SUITE_P(Samples, TextPromise, testing::ValuesIn(kSamples),
                         [](const testing::TestParamInfo<Sample>& row) { return row.param.name; });

TEST(Text, WhatWasReadAgainSaysSo) {
  auto report = test::faulty_report();
  EXPECT_THAT(text_of(report), testing::Not(HasSubstr("read again")));
  report.unconfirmed.emplace();
  EXPECT_THAT(text_of(report), HasSubstr("read again"));
  EXPECT_THAT(text_of(report), testing::Not(HasSubstr("UNCONFIRMED")));
}

TEST(Text, HealthyHostTakesFifteenLinesAtMost) {
  auto report = test::healthy_report();
  EXPECT_LE(lines_of(text_of(report)).size(), 15);
  for (int i = 0; i < 20; ++i) {
    auto role = report.roles.front();
    role.role = "role" + std::to_string(i);
    report.roles.push_back(role);
    auto port = report.ports.back();
    port.reason = "reason " + std::to_string(i);
    report.ports.push_back(port);
    report.findings.push_back(report.findings[16]);  // waived
  }
  EXPECT_LE(lines_of(text_of(report)).size(), 15) << text_of(report);
}

TEST(Text, WhatThePolicyAcceptsIsToldAndNotOpen) {
  const auto report = test::accepted_report();
  const auto text = text_of(report);
  EXPECT_THAT(text,
              StartsWith("READY  gpu0417  8/8 ports  blockers 16/17 (1 accepted)  score 100"));
  EXPECT_THAT(text, HasSubstr(", 2 unknown (2 accepted), 1 waived,"));
  EXPECT_THAT(text, HasSubstr("\n  accepted qos-dscp-not-mapped, fec-off mlx5_0,1 (permission "
                              "denied"));
  EXPECT_THAT(text, Not(HasSubstr("UNKNOWN")));
  EXPECT_THAT(text, Not(HasSubstr("open")));
  EXPECT_LE(lines_of(text).size(), 15) << text;
  EXPECT_THAT(text_of(report, Verbosity::quiet), HasSubstr("  blockers 16/17 (1 accepted)  "));
}

TEST(Text, WhatIsAcceptedOnOnePortAndOpenOnAnotherIsOpen) {
  auto report = test::accepted_report();
  report.verdict = Verdict::undetermined;
  report.findings.push_back(test::stopping(
      test::unknown_of("qos-dscp-not-mapped", Severity::blocker, 3, test::refused(3, "dcb.app"))));
  report.counts.accepted = 1;
  report.coverage.blocker.accepted = 0;
  const auto text = text_of(report);
  EXPECT_THAT(text, HasSubstr("  0 failed, 1 blocker open  "));
  EXPECT_THAT(text, HasSubstr("but 1 blocker could not be decided"));
  EXPECT_THAT(text, HasSubstr("A  UNKNOWN  1 rule (1 BLOCKER)  mlx5_3\n"));
  EXPECT_THAT(text, HasSubstr(", 2 unknown (1 accepted), "));
  EXPECT_THAT(text, HasSubstr("\n  accepted qos-dscp-not-mapped, fec-off mlx5_0,1 ("));
}

TEST(Text, WhatWasNotRunNamesItsOption) {
  auto report = test::healthy_report();
  report.not_run = {
      {.rules = 23, .reason = NotRunReason::needs_job, .would_run = "--job FILE or --pid N"},
      {.rules = 1, .reason = NotRunReason::needs_deep, .would_run = "--deep"},
      {.rules = 2, .reason = NotRunReason::disabled, .would_run = "p.yaml:3"}};
  EXPECT_THAT(text_of(report),
              HasSubstr("\n  not run  23 need --job, 1 needs --deep, 2 disabled by "
                        "the policy\n"));
  EXPECT_THAT(text_of(report, Verbosity::verbose),
              HasSubstr("\n  not run  23 need --job (--job FILE or --pid N)\n"));
}

TEST(Text, VerboseLeavesNothingOut) {
  auto report = test::healthy_report();
  for (int i = 0; i < 20; ++i) {
    report.not_run.push_back(
        {.rules = i, .reason = NotRunReason::disabled, .would_run = "f:" + std::to_string(i)});
  }
  const auto text = text_of(report, Verbosity::verbose);
  EXPECT_THAT(text, HasSubstr("f:19"));
  EXPECT_THAT(text, Not(HasSubstr(" more")));
}

TEST(Text, ManyFaultyPortsAreOneEntry) {
  auto report = test::faulty_report();
  const auto fault = report.findings[0];
  report.findings.clear();
  for (const int rail : {0, 1, 2, 3, 7}) {
    auto finding = fault;
    finding.subject = test::subject_of(rail);
    finding.siblings = {.judged = 8, .failed = 5};
    finding.fix.front().run = "dcb pfc set dev " + finding.subject.netdev;
    report.findings.push_back(finding);
  }
  for (const int rail : {4, 5, 6}) {
    report.findings.push_back(test::finding_of(fault.rule, fault.severity, Outcome::pass, rail));
  }
  const auto text = text_of(report);
  EXPECT_THAT(text, HasSubstr("1  BLOCKER  pfc-off  mlx5_0-3,7  (5 of 8 ports; the other 3 pass)"));
  EXPECT_THAT(text, Not(HasSubstr("2  BLOCKER")));
  EXPECT_THAT(text, HasSubstr("dcb pfc set dev ens1np0"));
  EXPECT_THAT(text, HasSubstr("dcb pfc set dev ens8np0"));
}

TEST(Text, MoreCommandsThanCanBeReadAreCounted) {
  auto report = test::faulty_report();
  const auto fault = report.findings[0];
  report.findings.clear();
  for (int rail = 0; rail < 8; ++rail) {
    auto finding = fault;
    finding.subject = test::subject_of(rail);
    finding.fix.front().run = "dcb pfc set dev " + finding.subject.netdev;
    report.findings.push_back(finding);
  }
  EXPECT_THAT(text_of(report), HasSubstr("# and 4 more: --format json"));
}

TEST(Text, AFixNeverLosesItsDisruption) {
  auto report = test::faulty_report();
  report.findings.resize(1);
  report.findings[0].fix.push_back({.run = "reboot",
                                    .needs = "",
                                    .disrupts = Disrupts::reboot,
                                    .lasts = Lasts::reboot,
                                    .verify = ""});
  EXPECT_THAT(text_of(report), HasSubstr("NEEDS A REBOOT: drain the node first."));
}

TEST(Text, AnUnjudgedPortIsNeverReady) {
  auto report = test::empty_report();
  test::add_unjudged(report, "mlx5_0", "InfiniBand, not RoCE");
  const auto text = text_of(report);
  EXPECT_THAT(text, HasSubstr("not judged  mlx5_0: InfiniBand, not RoCE"));
  EXPECT_THAT(text, HasSubstr("UNDETERMINED"));
  EXPECT_THAT(text, HasSubstr("rocelint demo"));
}

TEST(Text, WithoutAPolicyNothingReadsReady) {
  EXPECT_THAT(text_of(test::no_policy_report()), StartsWith("CONSISTENT (no policy)  gpu0417"));
  auto report = test::no_policy_report();
  report.verdict = Verdict::ready_with_warnings;
  EXPECT_THAT(text_of(report), StartsWith("CONSISTENT (warnings, no policy)"));
}

TEST(Text, APassThatTheGateLetThroughSaysItsExit) {
  auto report = test::faulty_report();
  report.exit_code = 0;
  EXPECT_THAT(text_of(report), HasSubstr("\nexit 0  "));
}

TEST(Text, APolicyThatDoesNotEnforceSaysWhatItWouldDo) {
  auto report = test::faulty_report();
  report.exit_code = 0;
  report.exit_code_if_enforced = 1;
  EXPECT_THAT(text_of(report), HasSubstr("exit 0, it would be 1 if the policy enforced"));
}

TEST(Text, InfoIsANoteUnlessVerbose) {
  auto report = test::healthy_report();
  auto note = test::finding_of("speed-verbs-capped", Severity::info, Outcome::fail, 0);
  note.message = "verbs says 100G, ethtool 400G";
  report.findings.insert(report.findings.begin(), note);
  EXPECT_THAT(text_of(report), HasSubstr("  note  speed-verbs-capped mlx5_0: verbs says 100G"));
  EXPECT_THAT(text_of(report, Verbosity::verbose), HasSubstr("1  INFO  speed-verbs-capped"));
}

}  // namespace
}  // namespace rocelint
