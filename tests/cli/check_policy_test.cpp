// SPDX-License-Identifier: Apache-2.0
// What a policy says beside its parameters, seen from the command line: enforce, rules_as_of,
// unknown, waivers, runbooks. One rule of the site's own judges, so that the shipped ones may grow.
#include <chrono>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/words.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr auto kRule = R"(rules:
- id: site-kernel
  title: The kernel is that of the site
  expects: The kernel is that of the site
  scope: host
  severity: blocker
  since: "1.2"
  assert: host.kernel_release == "9.9"
  message: the kernel is {host.kernel_release}
  impact: Only that one is supported here.
)";

enum class Kernel : std::uint8_t { wrong, unread, vanished };

/// The healthy sample, whose kernel the rule does not like or can't see.
std::string host_with(Kernel kernel) {
  auto json = nlohmann::ordered_json::parse(test::read_file(sample_file("healthy")));
  if (kernel != Kernel::wrong) {
    json["host"]["kernel_release"] = {
        {"unknown", kernel == Kernel::unread ? "permission" : "vanished"}};
  }
  return json.dump();
}

std::string days_from_now(int days) {
  const auto today = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(today + std::chrono::days(days));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

/// `check` of that host by a policy with `more` sections, in which only our rule is enabled.
test::CommandRun check_by(const std::string& sections, const std::string& treatment, Kernel kernel,
                          const std::vector<std::string>& more = {}) {
  const TemporaryDirectory directory;
  std::ignore = directory.write("rules/site.yaml", kRule);
  const auto policy = directory.write("site.yaml",
                                      "policy: site\nroles: {all: {}}\nrules:\n  '*': disabled\n  "
                                      "site-*: {enabled: true" +
                                          treatment + "}\n" + sections);
  return run_rocelint(
      test::with_more({"check", "--snapshot", directory.write("host.json", host_with(kernel)),
                       "--rules", (directory.path() / "rules").string(), "--policy", policy},
                      more));
}

std::string waiver(const std::string& where, const std::string& until,
                   const std::string& more = "") {
  return "waivers:\n  - {rule: site-*, " + where + ", until: " + until + ", reason: ticket 7" +
         more + "}\n";
}

const std::string kHere = "where: 'host.hostname == \"gpu0417\"'";

struct Row {
  std::string name;
  std::string sections;   ///< of the policy, beside `rules`
  std::string treatment;  ///< of our rule: ", severity: info"
  Kernel kernel{Kernel::wrong};
  int exit_code = 0;
  std::string says;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class PolicyEffect : public testing::TestWithParam<Row> {};

TEST_P(PolicyEffect, ReachesTheExitCodeAndTheReport) {
  const auto run = check_by(GetParam().sections, GetParam().treatment, GetParam().kernel);
  EXPECT_EQ(run.exit_code, GetParam().exit_code) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr(GetParam().says));
}

const std::vector<Row> kRows = {
    {"Plain", "", "", Kernel::wrong, 1, "BLOCKER  site-kernel"},
    {"Severity", "", ", severity: warning", Kernel::wrong, 0, "WARNING  site-kernel"},
    {"NotEnforced", "enforce: false\n", "", Kernel::wrong, 0,
     "exit 0, it would be 1 if the policy enforced"},
    {"NotEnforcedUndetermined", "enforce: false\n", "", Kernel::unread, 0,
     "exit 0, it would be 3 if the policy enforced"},
    {"EnforcedAgain", "enforce: true\n", "", Kernel::wrong, 1, "NOT READY"},
    {"RulesAsOfBefore", "rules_as_of: 1.1\n", "", Kernel::wrong, 0, "note  site-kernel"},
    {"RulesAsOfBeforeWins", "rules_as_of: 1.1\n", ", severity: blocker", Kernel::wrong, 0,
     "note  site-kernel"},
    {"RulesAsOfSame", "rules_as_of: 1.2\n", "", Kernel::wrong, 1, "BLOCKER  site-kernel"},
    {"RulesAsOfLater", "rules_as_of: 1.10\n", "", Kernel::wrong, 1, "BLOCKER  site-kernel"},
    {"RulesAsOfBeforeUnknown", "rules_as_of: 1.1\n", "", Kernel::unread, 0, "READY"},
    {"UnknownGates", "", "", Kernel::unread, 3, "UNDETERMINED"},
    {"UnknownGatesByName", "", ", unknown: gate", Kernel::unread, 3, "UNDETERMINED"},
    {"UnknownWarns", "", ", unknown: warn", Kernel::unread, 0, "READY (warnings)"},
    {"UnknownAccepted", "", ", unknown: accept", Kernel::unread, 0, "READY  gpu0417"},
    {"UnknownByReason", "", ", unknown: {accept: [permission]}", Kernel::unread, 0,
     "READY  gpu0417"},
    {"UnknownByOtherReason", "", ", unknown: {accept: [permission]}", Kernel::vanished, 3,
     "UNDETERMINED"},
    {"UnknownTwoReasons", "", ", unknown: {accept: [permission], warn: [vanished]}",
     Kernel::vanished, 0, "READY (warnings)"},
    {"Waived", waiver(kHere, "2099-01-31"), "", Kernel::wrong, 0, "until 2099-01-31 (ticket 7)"},
    {"WaivedFleet", waiver("fleet: true", "2099-01-31"), "", Kernel::wrong, 0, "1 waived"},
    {"WaivedElsewhere", waiver("where: 'host.hostname == \"gpu9\"'", "2099-01-31"), "",
     Kernel::wrong, 1, "0 waived"},
    {"WaiverCoversNoUnknown", waiver(kHere, "2099-01-31"), "", Kernel::unread, 3, "0 waived"},
    {"WaiverAlsoUnknown", waiver(kHere, "2099-01-31", ", also_unknown: true"), "", Kernel::unread,
     0, "1 waived"},
    {"WaiverEnded", waiver(kHere, "2020-01-31"), "", Kernel::wrong, 1, "ended with 2020-01-31)"},
    {"Runbook", "", ", runbook: 'https://wiki.example/kernel'", Kernel::wrong, 1,
     "runbook   https://wiki.example/kernel"},
};

INSTANTIATE_TEST_SUITE_P(Rows, PolicyEffect, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

// Today in UTC counts whole: a waiver ends at 24:00 of its day.
TEST(PolicyEffects, AWaiverIsAnnouncedFourteenDaysBeforeItEnds) {
  struct Day {
    int from_now;
    int exit_code;
    std::string notice;
  };
  for (const auto& day : {Day{-1, 1, ""}, Day{0, 0, "ends today"}, Day{1, 0, "ends in 1 day"},
                          Day{14, 0, "ends in 14 days"}, Day{15, 0, ""}}) {
    const auto run = check_by(waiver(kHere, days_from_now(day.from_now)), "", Kernel::wrong);
    EXPECT_EQ(run.exit_code, day.exit_code) << day.from_now << run.out;
    if (day.notice.empty()) {
      EXPECT_THAT(run.err, IsEmpty()) << day.from_now;
    } else {
      EXPECT_THAT(run.err, HasSubstr("site.yaml:7:5: this waiver of site-* " + day.notice));
    }
  }
}

TEST(PolicyEffects, AWaiverThatCoversNothingHereIsNotAnnounced) {
  const auto run =
      check_by(waiver("where: 'host.hostname == \"gpu9\"'", days_from_now(3)), "", Kernel::wrong);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, IsEmpty());
}

// gdr-bar-small is of the host, and asks for what this group sets at one port.
TEST(PolicyEffects, SaysThatAGroupHoldsForSomePortsAlone) {
  const auto warnings = [](const std::string& where) {
    const TemporaryDirectory directory;
    const auto policy =
        directory.write("site.yaml", "policy: site\nroles: {all: {}}\ngroups:\n  - {where: '" +
                                         where + "', roles: {all: {gdr: {required: true}}}}\n");
    return run_rocelint({"check", "--snapshot", sample_file("healthy"), "--policy", policy}).err;
  };
  EXPECT_THAT(warnings("dev.name == \"mlx5_3\""),
              HasSubstr("site.yaml:4:67: gdr.required: this group holds for some ports of role all "
                        "here and not for all, so rules of the host (gdr-bar-small"));
  EXPECT_THAT(warnings("dev.driver == \"mlx5_core\""), IsEmpty());
}

TEST(PolicyEffects, ReachTheJsonReport) {
  const auto gate = [](const std::string& sections) {
    return nlohmann::json::parse(check_by(sections, ", runbook: 'https://wiki.example/kernel'",
                                          Kernel::wrong, {"--format", "json"})
                                     .out);
  };
  const auto calm = gate("enforce: false\n");
  EXPECT_EQ(calm["gate"], "pass");
  EXPECT_EQ(calm["exit_code"], 0);
  EXPECT_EQ(calm["exit_code_if_enforced"], 1);
  EXPECT_EQ(calm["verdict"], "not_ready");
  EXPECT_EQ(calm["findings"][0]["runbook"], "https://wiki.example/kernel");
  const auto waived = gate(waiver(kHere, "2099-01-31"));
  EXPECT_EQ(waived["verdict"], "ready");
  EXPECT_EQ(waived["findings"][0]["outcome"], "waived");
  EXPECT_EQ(waived["findings"][0]["waiver"]["until"], "2099-01-31");
  EXPECT_EQ(waived["findings"][0]["waiver"]["reason"], "ticket 7");
  const auto stopped = gate("");
  EXPECT_EQ(stopped["gate"], "stop");
  EXPECT_TRUE(stopped["exit_code_if_enforced"].is_null());
}

}  // namespace
}  // namespace rocelint
