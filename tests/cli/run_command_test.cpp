// SPDX-License-Identifier: Apache-2.0
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::lines_of;
using test::run_rocelint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

struct Row {
  std::string name;
  std::vector<std::string> arguments;
  std::string diagnostic;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class NotUnderstood : public testing::TestWithParam<Row> {};

TEST_P(NotUnderstood, IsExitTwoWithAHint) {
  const auto run = run_rocelint(GetParam().arguments);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, StartsWith("rocelint: "));
  EXPECT_THAT(run.err, HasSubstr(GetParam().diagnostic));
  EXPECT_TRUE(test::is_tame(run.err)) << testing::PrintToString(run.err);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, NotUnderstood,
    testing::Values(
        Row{"command", {"chekc"}, "did you mean check?"},
        Row{"option", {"check", "--polcy", "x"}, "did you mean --policy?"},
        Row{"joined_option", {"check", "--polcy=x"}, "did you mean --policy?"},
        Row{"nothing_near", {"check", "--zzz"}, "unknown option --zzz"},
        Row{"terminal_control", {"check", "--\x1b[2J"}, "\\x1b[2J"},
        Row{"extra_argument", {"probe", "here"}, "unexpected argument here"},
        Row{"no_value", {"check", "--policy"}, "--policy needs an argument (FILE)"},
        Row{"no_values", {"policy", "lint", "x", "--against"}, "(SNAPSHOT...)"},
        Row{"wrong_format", {"check", "--format", "xml"}, "xml (text, json, ndjson, "},
        Row{"near_format", {"check", "--format", "jsn"}, "did you mean json?"},
        Row{"near_output", {"check", "--output", "jsn=x"}, "did you mean json?"},
        Row{"near_profile", {"check", "--policy", "basline"}, "did you mean baseline?"},
        Row{"near_sample", {"demo", "fulty"}, "did you mean faulty?"},
        Row{"near_schema", {"schema", "polcy"}, "did you mean policy?"},
        Row{"near_gate", {"check", "--fail-on", "not_redy"}, "did you mean not_ready?"},
        Row{"near_help", {"help", "chekc"}, "did you mean check?"},
        Row{"near_first_option", {"--versoin"}, "did you mean --version?"},
        Row{"wrong_gate", {"check", "--fail-on", "never"}, "never"},
        Row{"wrong_on_error", {"check", "--on-error", "ignore"}, "ignore"},
        Row{"wrong_time", {"probe", "--timeout", "soon"}, "soon"},
        Row{"negative_time", {"probe", "--timeout=-1s"}, "-1s"},
        Row{"endless_time", {"probe", "--timeout", "99999999999999999999s"}, "not a time"},
        Row{"quiet_and_verbose", {"check", "-q", "-v"}, "--verbose and --quiet can't be"},
        Row{"snapshot_and_root", {"check", "--snapshot", "x", "--root", "/"}, "--root"},
        Row{"given_twice", {"check", "--policy", "a", "--policy", "b"}, "only once"},
        Row{"flag_with_value", {"check", "--deep=very"}, "--deep takes no value"},
        Row{"no_argument", {"diff", "a"}, "missing argument AFTER"},
        Row{"no_option", {"policy", "impact", "a", "b"}, "missing option --against"},
        Row{"late_command", {"rules", "--rules", "x", "test"}, "before the options"},
        Row{"schema_of_what", {"schema", "rules"}, "rules"},
        Row{"nested_command", {"rules", "tset"}, "did you mean test?"},
        Row{"explain_what", {"explain"}, "RULE"},
        Row{"learn_from_what", {"policy", "learn"}, "rocelint policy learn --help"},
        Row{"nested_option", {"rules", "test", "--x"}, "rocelint rules test --help"}),
    [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

// A variable of a script that nobody has set: another policy or another host would be judged.
TEST(RunCommand, AnEmptyNameIsAnErrorOfUse) {
  const auto sample = test::sample_file("healthy");
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"check", "--snapshot", sample, "--policy", ""},
           {"check", "--snapshot", sample, "--since", ""},
           {"check", "--snapshot", sample, "--baseline", ""},
           {"check", "--snapshot", sample, "--job", ""},
           {"check", "--snapshot", sample, "--node-facts", ""},
           {"check", "--snapshot", ""},
           {"check", "--root", ""},
           {"check", "--host-root", ""},
           {"fix", "--snapshot", sample, "--policy", ""},
           {"policy", "show", ""},
           {"policy", "show", "--snapshot", ""},
           {"policy", "lint", ""},
           {"policy", "impact", sample, "baseline", "--against", ""},
           {"policy", "impact", "", sample, "--against", "baseline"},
           {"policy", "impact", "baseline", "", "--against", "baseline"},
           {"policy", "lint", "baseline", "--against", ""},
           {"policy", "learn", ""},
           {"check", "--snapshot", sample, "--rules", ""},
           {"rules", "test", ""},
           {"diff", sample, ""},
           {"diff", "", sample}}) {
    const auto run = run_rocelint(arguments);
    EXPECT_EQ(run.exit_code, 2) << testing::PrintToString(arguments);
    EXPECT_THAT(run.err, HasSubstr("the name is empty")) << testing::PrintToString(arguments);
  }
}

TEST(RunCommand, NothingAskedIsHelpAndExitTwo) {
  const auto run = run_rocelint({});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("Examples:"));
}

TEST(RunCommand, OnErrorPassHoldsEvenForOptionsOfTheFuture) {
  for (const auto& arguments : {std::vector<std::string>{"check", "--on-error", "pass", "--new"},
                                std::vector<std::string>{"check", "--new", "--on-error=pass"}}) {
    const auto run = run_rocelint(arguments);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_THAT(run.err, HasSubstr("--on-error pass"));
  }
}

TEST(RunCommand, AJsonCallerGetsAGateEvenForOptionsOfTheFuture) {
  const auto run = run_rocelint({"check", "--format", "json", "--new"});
  EXPECT_EQ(run.exit_code, 2);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["gate"], "error");
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["exit_code"], 2);
}

TEST(RunCommand, ACallerOfTheGateGetsOneEvenForOptionsOfTheFuture) {
  const auto run = run_rocelint({"check", "--format=gate", "--new"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out,
            "error\nrocelint: unknown option --new (see rocelint check --help)\nincomplete\n");
}

TEST(RunCommand, VersionFlag) {
  for (const auto* flag : {"--version", "-V"}) {
    const auto run = run_rocelint({flag});
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_THAT(run.out, testing::MatchesRegex("rocelint [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  }
}

TEST(RunCommand, HelpOnACommandIsThatOfTheCommand) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {}, {"check"}, {"policy"}, {"policy", "lint"}, {"rules", "test"}}) {
    auto asked = words;
    asked.insert(asked.begin(), "help");
    auto option = words;
    option.emplace_back("--help");
    const auto run = run_rocelint(asked);
    EXPECT_EQ(run.exit_code, 0);
    EXPECT_EQ(run.out, run_rocelint(option).out);
  }
}

TEST(RunCommand, HelpWinsOverWhatIsWrong) {
  EXPECT_EQ(run_rocelint({"check", "--format", "xml", "-h"}).exit_code, 0);
  EXPECT_EQ(run_rocelint({"diff", "--help"}).exit_code, 0);
}

TEST(RunCommand, HelpGroupsManyOptionsAndNotFew) {
  const auto many = run_rocelint({"check", "--help"}).out;
  std::vector<std::string> headings;
  for (const auto& line : lines_of(many)) {
    if (line.ends_with(':') && !line.starts_with(' ')) {
      headings.push_back(line);
    }
  }
  EXPECT_THAT(headings, testing::ElementsAre("Policy:", "Source:", "Job:", "Window:", "Gate:",
                                             "Output:", "Other:", "Examples:", "Exit codes:"));
  EXPECT_THAT(run_rocelint({"facts", "--help"}).out, HasSubstr("\nOptions:\n  --format FORMAT"));
}

TEST(RunCommand, AFlagMayBeSwitchedOff) {
  EXPECT_EQ(run_rocelint({"policy", "lint", "baseline", "--strict=false"}).exit_code, 0);
}

class Help : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Help, FitsEightyColumnsAndExitsZero) {
  auto arguments = GetParam();
  arguments.emplace_back("--help");
  const auto run = run_rocelint(arguments);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, Not(IsEmpty()));
  EXPECT_TRUE(test::is_tame(run.out));
  for (const auto& line : lines_of(run.out)) {
    EXPECT_LE(line.size(), 80) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Help,
    testing::Values(std::vector<std::string>{}, std::vector<std::string>{"check"},
                    std::vector<std::string>{"demo"}, std::vector<std::string>{"probe"},
                    std::vector<std::string>{"explain"}, std::vector<std::string>{"rules"},
                    std::vector<std::string>{"rules", "test"}, std::vector<std::string>{"facts"},
                    std::vector<std::string>{"policy"}, std::vector<std::string>{"policy", "lint"},
                    std::vector<std::string>{"policy", "show"},
                    std::vector<std::string>{"policy", "impact"}, std::vector<std::string>{"fix"},
                    std::vector<std::string>{"diff"}, std::vector<std::string>{"schema"},
                    std::vector<std::string>{"version"}),
    [](const testing::TestParamInfo<std::vector<std::string>>& row) {
      std::string name = "rocelint";
      for (const auto& word : row.param) {
        name += '_' + word;
      }
      return name;
    });

}  // namespace
}  // namespace rocelint
