// SPDX-License-Identifier: Apache-2.0

// What a command reads beside the host: files, pipes and standard input, all in the same way.

#include <algorithm>
#include <ostream>
#include <ranges>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/pipe.h"

namespace rocelint {
namespace {

using test::read_file;
using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::string>;

struct Uses {
  Words command;  ///< reads standard input twice, the second time by its last "-"
  std::string diagnostic;
};
void PrintTo(const Uses& row, std::ostream* out) {
  *out << testing::PrintToString(row.command);
}

class TwoUsesOfStdin : public testing::TestWithParam<Uses> {};

TEST_P(TwoUsesOfStdin, AreRefusedBeforeAnythingIsRead) {
  for (const auto* name : {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}) {
    auto command = GetParam().command;
    *std::ranges::find(std::ranges::reverse_view(command), "-") = name;
    const auto run = run_rocelint(command);
    EXPECT_EQ(run.exit_code, 2) << name;
    EXPECT_THAT(run.out, IsEmpty()) << name;
    EXPECT_EQ(run.err, "rocelint: standard input can be read only once and is expected for " +
                           GetParam().diagnostic + '\n');
  }
}

INSTANTIATE_TEST_SUITE_P(
    Commands, TwoUsesOfStdin,
    testing::Values(
        Uses{{"check", "--snapshot", "-", "--policy", "-"}, "--policy and for --snapshot"},
        Uses{{"check", "--baseline", "-", "--job", "-"}, "--job and for --baseline"},
        Uses{{"check", "--since", "-", "--rules", "-"}, "--rules and for --since"},
        Uses{{"check", "--job", "-", "--node-facts", "-"}, "--node-facts and for --job"},
        Uses{{"fix", "--snapshot", "-", "--policy", "-"}, "--policy and for --snapshot"},
        Uses{{"fix", "--job", "-", "--rules", "-"}, "--rules and for --job"},
        Uses{{"explain", "pfc-off", "--rules", "-", "--rules", "-"}, "--rules and for --rules"},
        Uses{{"probe", "--job", "-", "--node-facts", "-"}, "--node-facts and for --job"},
        Uses{{"rules", "--rules", "-", "--rules", "-"}, "--rules and for --rules"},
        Uses{{"rules", "test", "--rules", "-", "-"}, "PATH and for --rules"},
        Uses{{"rules", "test", "-", "-"}, "PATH and for PATH"},
        Uses{{"policy", "show", "-", "--snapshot", "-"}, "POLICY and for --snapshot"},
        Uses{{"policy", "show", "--policy", "-", "--snapshot", "-"}, "--policy and for --snapshot"},
        Uses{{"policy", "lint", "-", "-"}, "POLICY and for POLICY"},
        Uses{{"policy", "lint", "-", "--against", "-"}, "POLICY and for --against"},
        Uses{{"policy", "lint", "--rules", "-", "-"}, "POLICY and for --rules"},
        Uses{{"policy", "learn", "-", "-"}, "SNAPSHOT and for SNAPSHOT"},
        Uses{{"policy", "impact", "-", "x.json", "--against", "-"}, "NEW and for --against"},
        Uses{{"policy", "impact", "a", "--against", "b", "-", "-"}, "SNAPSHOT and for SNAPSHOT"},
        Uses{{"diff", "-", "-"}, "BEFORE and for AFTER"}));

TEST(StdinOfTheEnvironment, CountsWhereNoPolicyIsNamed) {
  const test::CommandInput input{.stdin_text = read_file(sample_file("healthy")),
                                 .environment = {{"ROCELINT_POLICY", "-"}}};
  const auto run = run_rocelint({"check", "--snapshot", "-"}, input);
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, EndsWith("for --snapshot and for $ROCELINT_POLICY\n"));
  for (const auto& command :
       std::vector<Words>{{"check", "--snapshot", "-", "--policy", "lossless-dscp26"},
                          {"policy", "show", "lossless-dscp26", "--snapshot", "-"},
                          {"policy", "lint", "lossless-dscp26", "--against", "-"}}) {
    EXPECT_EQ(run_rocelint(command, input).exit_code, 0) << testing::PrintToString(command);
  }
}

/// A command that reads what its last word names.
struct Reader {
  std::string name;
  Words command;
  std::string text;
};
void PrintTo(const Reader& row, std::ostream* out) {
  *out << row.name;
}

std::string healthy() {
  return sample_file("healthy");
}

std::string host() {
  return read_file(healthy());
}

std::string earlier_host() {
  auto json = nlohmann::ordered_json::parse(host());
  json["taken_at"] = "2027-01-01T00:00:00Z";
  return json.dump();
}

const std::string kReport =
    R"({"schema":"rocelint.report/1","policy":{"name":"p","digest":"d","default":false,"undecided":false},
      "host":{"hostname":"gpu0418"},"verdict":"ready","gate":"pass","findings":[]})";
const std::string kRules =
    "rules:\n- {id: site-a, title: t, expects: e, scope: host, severity: info, assert: size(ports) "
    "> 0, impact: "
    "w}\n";
const std::string kPolicy = "policy: piped\nextends: lossless-dscp26\n";

Words with_last(Words command, const std::string& word) {
  command.push_back(word);
  return command;
}

class ReadsWhatIsNamed : public testing::TestWithParam<Reader> {};

TEST_P(ReadsWhatIsNamed, FromAPipeAsFromAFile) {
  const TemporaryDirectory directory;
  const auto file = directory.write("input.yaml", GetParam().text);
  const auto of_file = run_rocelint(with_last(GetParam().command, file));
  EXPECT_NE(of_file.exit_code, 2) << of_file.err;
  test::Pipe pipe;
  pipe.write(GetParam().text);
  pipe.end();
  const auto of_pipe = run_rocelint(with_last(GetParam().command, pipe.path()));
  EXPECT_EQ(of_pipe.exit_code, of_file.exit_code) << of_pipe.err;
  const auto of_stdin =
      run_rocelint(with_last(GetParam().command, "-"), {.stdin_text = GetParam().text});
  EXPECT_EQ(of_stdin.exit_code, of_file.exit_code) << of_stdin.err;
}

TEST_P(ReadsWhatIsNamed, ButNoDevice) {
  const auto run = run_rocelint(with_last(GetParam().command, "/dev/zero"));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("/dev/zero: can't be read: neither a regular file nor a pipe\n"));
}

INSTANTIATE_TEST_SUITE_P(
    Inputs, ReadsWhatIsNamed,
    testing::Values(
        Reader{"snapshot", {"check", "--snapshot"}, host()},
        Reader{"since", {"check", "--snapshot", healthy(), "--since"}, earlier_host()},
        Reader{"baseline", {"check", "--snapshot", healthy(), "--baseline"}, kReport},
        Reader{"job", {"check", "--snapshot", healthy(), "--job"}, "NCCL_IB_TC=106\n"},
        Reader{"node_facts", {"check", "--snapshot", healthy(), "--node-facts"}, host()},
        Reader{"policy", {"check", "--snapshot", healthy(), "--policy"}, kPolicy},
        Reader{"rules", {"check", "--snapshot", healthy(), "--rules"}, kRules},
        Reader{"rules_test", {"rules", "test"}, kRules},
        Reader{"diff", {"diff", healthy()}, host()},
        Reader{"policy_show", {"policy", "show"}, kPolicy},
        Reader{"policy_show_host", {"policy", "show", "--snapshot"}, host()},
        Reader{"policy_lint", {"policy", "lint"}, kPolicy},
        Reader{"policy_lint_hosts", {"policy", "lint", "baseline", "--against"}, host()},
        Reader{"policy_learn", {"policy", "learn"}, host()},
        Reader{"policy_impact", {"policy", "impact", "baseline", healthy(), "--against"}, kPolicy},
        Reader{"policy_impact_hosts",
               {"policy", "impact", "baseline", "--against", "lossless-dscp26"},
               host()}),
    [](const auto& row) { return row.param.name; });

TEST(Input, WhatIsReadBesideTheHostIsReadBeforeIt) {
  for (const auto* option : {"--since", "--node-facts", "--job"}) {
    const auto run =
        run_rocelint({"check", "--snapshot", "/no/such/host.json", option, "/no/such/other.json"});
    EXPECT_EQ(run.exit_code, 2) << option;
    EXPECT_EQ(run.err, "rocelint: /no/such/other.json: can't be read: No such file or directory\n");
  }
}

TEST(Input, WhatIsOddInAnEarlierHostIsSaid) {
  const TemporaryDirectory directory;
  auto json = nlohmann::ordered_json::parse(earlier_host());
  json["moon"] = "full";
  const auto since = directory.write("since.json", json.dump());
  const auto run = run_rocelint({"check", "--snapshot", healthy(), "--since", since});
  EXPECT_THAT(run.err, HasSubstr("rocelint: " + since + ": "));
  EXPECT_THAT(run.err, HasSubstr("moon: unknown key, left out"));
}

}  // namespace
}  // namespace rocelint
