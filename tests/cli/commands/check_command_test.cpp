// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/report.h"

#include "tests/support/command_run.h"
#include "tests/support/json_schema_check.h"
#include "tests/support/words.h"

namespace rocelint {
namespace {

using test::lines_of;
using test::read_file;
using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr auto kPolicy = "lossless-dscp26";

std::vector<std::string> check(const std::string& snapshot,
                               const std::vector<std::string>& more = {}) {
  return test::with_more({"check", "--snapshot", snapshot}, more);
}

std::string healthy() {
  return sample_file("healthy");
}
std::string faulty() {
  return sample_file("faulty");
}

nlohmann::ordered_json healthy_json() {
  return nlohmann::ordered_json::parse(read_file(healthy()));
}

// A healthy host of which nobody could read the PFC state.
std::string without_pfc() {
  auto json = healthy_json();
  for (auto& netdev : json["host"]["netdevs"]) {
    netdev["dcb"]["pfc"] = {{"unknown", "permission"}, {"detail", "refused"}};
  }
  return json.dump();
}

TEST(Check, AHealthyHostIsReadyAndExitsZero) {
  const auto run = run_rocelint(check(healthy(), {"--policy", kPolicy}));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, StartsWith("READY  gpu0417  8/8 ports"));
  EXPECT_LE(lines_of(run.out).size(), 15);
  EXPECT_THAT(run.err, IsEmpty());
}

TEST(Check, AFaultyHostIsNotReadyAndExitsOne) {
  const auto run = run_rocelint(check(faulty(), {"--policy", kPolicy}));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, StartsWith("NOT READY  gpu0418"));
}

TEST(Check, AHostThatCanNotBeReadExitsThree) {
  const TemporaryDirectory directory;
  const auto run =
      run_rocelint(check(directory.write("pod.json", without_pfc()), {"--policy", kPolicy}));
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, StartsWith("UNDETERMINED  gpu0417"));
  EXPECT_THAT(run.out, HasSubstr("not a clean bill of health"));
}

TEST(Check, WithoutAPolicyAHostIsConsistentNeverReady) {
  const auto run = run_rocelint(check(healthy()));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, StartsWith("CONSISTENT (no policy)"));
}

TEST(Check, TheSnapshotMayComeFromStandardInput) {
  const auto run =
      run_rocelint(check("-", {"--policy", kPolicy}), {.stdin_text = read_file(healthy())});
  EXPECT_EQ(run.exit_code, 0);
}

TEST(Check, QuietIsOneLineAndVerboseTellsWhatPassed) {
  const auto quiet = run_rocelint(check(healthy(), {"--policy", kPolicy, "-q"}));
  EXPECT_EQ(lines_of(quiet.out).size(), 1);
  const auto verbose = run_rocelint(check(healthy(), {"--policy", kPolicy, "-v"}));
  EXPECT_THAT(verbose.out, HasSubstr("  pass  "));
}

TEST(Check, JsonFitsTheSchemaThatTheCommandPrints) {
  const auto schema = nlohmann::json::parse(run_rocelint({"schema", "report"}).out);
  for (const auto& more : {std::vector<std::string>{"--format", "json"},
                           std::vector<std::string>{"--format=json", "-v"}}) {
    auto arguments = more;
    arguments.insert(arguments.end(), {"--policy", kPolicy});
    const auto run = run_rocelint(check(faulty(), arguments));
    EXPECT_EQ(run.exit_code, 1);
    const auto json = nlohmann::json::parse(run.out);
    EXPECT_THAT(test::SchemaCheck(schema).check(json), IsEmpty());
    EXPECT_EQ(json["gate"], "stop");
    EXPECT_EQ(json["exit_code"], 1);
  }
}

TEST(Check, TheSameHostGivesTheSameReport) {
  const auto first = run_rocelint(check(faulty(), {"--policy", kPolicy, "--format", "json", "-v"}));
  const auto second =
      run_rocelint(check(faulty(), {"--policy", kPolicy, "--format", "json", "-v"}));
  EXPECT_EQ(first.out, second.out);
}

struct GateRow {
  std::string name;
  std::string fail_on;
  int exit_code;
};
void PrintTo(const GateRow& row, std::ostream* out) {
  *out << row.name;
}

class Gate : public testing::TestWithParam<GateRow> {};

TEST_P(Gate, StopsOnWhatItIsTold) {
  const auto run =
      run_rocelint(check(faulty(), {"--policy", kPolicy, "--fail-on", GetParam().fail_on}));
  EXPECT_EQ(run.exit_code, GetParam().exit_code);
}

INSTANTIATE_TEST_SUITE_P(Rows, Gate,
                         testing::Values(GateRow{"not_ready", "not_ready", 1},
                                         GateRow{"list", "degraded,not_ready", 1},
                                         GateRow{"only_undetermined", "undetermined", 1}),
                         [](const testing::TestParamInfo<GateRow>& row) { return row.param.name; });

TEST(Check, AMissingPolicyIsExitTwoAndNamesIt) {
  const auto run = run_rocelint(check(healthy(), {"--policy", "/no/such/policy.yaml"}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("/no/such/policy.yaml"));
  EXPECT_THAT(run.out, IsEmpty());
}

TEST(Check, TheEnvironmentNamesAPolicyAndTheOptionWins) {
  const test::CommandInput missing{.environment = {{"ROCELINT_POLICY", "/no/such/policy.yaml"}}};
  const auto named = run_rocelint(check(healthy()), missing);
  EXPECT_EQ(named.exit_code, 2);
  EXPECT_THAT(named.err, HasSubstr("/no/such/policy.yaml"));
  EXPECT_EQ(run_rocelint(check(healthy(), {"--policy", kPolicy}), missing).exit_code, 0);
  const auto empty = run_rocelint(check(healthy()), {.environment = {{"ROCELINT_POLICY", ""}}});
  EXPECT_THAT(empty.out, StartsWith("CONSISTENT"));
}

TEST(Check, RequirePolicyTakesNoHostWithoutOne) {
  const auto run = run_rocelint(check(healthy(), {"--require-policy"}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--require-policy"));
  EXPECT_EQ(run_rocelint(check(healthy(), {"--require-policy", "--policy", kPolicy})).exit_code, 0);
}

// And before the host is looked at, which may take long.
TEST(Check, AllThatIsWrongWithWhatJudgesIsSaidAtOnce) {
  const auto run =
      run_rocelint({"check", "--snapshot", "/no/such/host", "--policy", "no-such-profile",
                    "--rules", "/no/such/rules", "--baseline", "/no/such/report"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, ContainsRegex("no-such-profile.*\n.*no/such/rules.*\n.*no/such/report"));
  EXPECT_THAT(run.err, Not(HasSubstr("/no/such/host")));
}

TEST(Check, SetStandsAboveThePolicy) {
  const auto more = run_rocelint(
      check(healthy(), {"--policy", kPolicy, "--set", "compute.mtu.active_bytes=2048"}));
  EXPECT_EQ(more.exit_code, 0);
  const auto wrong = run_rocelint(check(healthy(), {"--policy", kPolicy, "--set", "mtu.actve=1"}));
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("mtu.actve"));
}

TEST(Check, OnErrorPassExitsZeroAndSaysSo) {
  const auto run =
      run_rocelint(check("/no/such/snapshot.json", {"--on-error", "pass", "--format", "json"}));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("--on-error pass"));
  EXPECT_EQ(nlohmann::json::parse(run.out)["gate"], "error");
  const auto stop = run_rocelint(check(faulty(), {"--policy", kPolicy, "--on-error", "pass"}));
  EXPECT_EQ(stop.exit_code, 1) << "a stop is no error";
}

// A snapshot that is not one: where it is wrong, exit 2, and nothing that controls a terminal.
struct BadInput {
  std::string name;
  std::string text;
  std::string diagnostic;
};
void PrintTo(const BadInput& row, std::ostream* out) {
  *out << row.name;
}
std::string name_of(const testing::TestParamInfo<BadInput>& row) {
  return row.param.name;
}

class BadSnapshot : public testing::TestWithParam<BadInput> {};

TEST_P(BadSnapshot, IsExitTwoWithThePlace) {
  const TemporaryDirectory directory;
  const auto file = directory.write("bad.json", GetParam().text);
  const auto run = run_rocelint(check(file, {"--policy", kPolicy}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, StartsWith("rocelint: " + file));
  EXPECT_THAT(run.err, HasSubstr(GetParam().diagnostic));
  EXPECT_TRUE(test::is_tame(run.err)) << testing::PrintToString(run.err);
  EXPECT_LT(run.err.size(), 20'000);
}

std::string changed(const std::function<void(nlohmann::ordered_json&)>& change) {
  auto json = healthy_json();
  change(json);
  return json.dump();
}

std::string cut(std::size_t bytes) {
  return read_file(healthy()).substr(0, bytes);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadSnapshot,
    testing::Values(
        BadInput{"empty", "", "bad.json"}, BadInput{"truncated", cut(5'000), "bad.json:1:"},
        BadInput{"not_json", "hello", "bad.json:1:1"},
        BadInput{"yaml", "schema: rocelint.snapshot/1\n", "bad.json:1:"},
        BadInput{"list", "[]", "bad.json"}, BadInput{"no_schema", "{}", "/schema"},
        BadInput{"other_schema", R"({"schema":"rocelint.snapshot/9"})", "rocelint.snapshot/9"},
        BadInput{"duplicate_key", R"({"schema":"rocelint.snapshot/1","schema":"x"})", "schema"},
        BadInput{"wrong_type",
                 changed([](auto& json) { json["host"]["hostname"] = nlohmann::json::array(); }),
                 "/host/hostname"},
        BadInput{"number_too_large", changed([](auto& json) {
                   json["host"]["netdevs"][0]["mtu_bytes"] = 18446744073709551615ULL;
                 }),
                 "/host/netdevs/0/mtu_bytes"},
        BadInput{"brackets", std::string(200'000, '['), "bad.json"},
        BadInput{"braces_and_brackets",
                 [] {
                   std::string text;
                   for (int i = 0; i < 50'000; ++i) {
                     text += R"({"a":[)";
                   }
                   return text;
                 }(),
                 "bad.json"},
        BadInput{"nul_bytes", std::string(1'000, '\0'), "bad.json"},
        BadInput{"nul_inside", std::string("{\"schema\":\"rocelint\0.snapshot/1\"}", 33),
                 "bad.json"},
        BadInput{"not_utf8", "{\"schema\":\"\xff\xfe\"}", "bad.json"},
        BadInput{"escape_in_schema", R"({"schema":"\u001b[2J\u202egnihton"})", "schema"}),
    name_of);

TEST(Check, ASnapshotThatIsNoFileIsExitTwo) {
  const TemporaryDirectory directory;
  EXPECT_EQ(run_rocelint(check(directory.path().string())).exit_code, 2);
  EXPECT_EQ(run_rocelint(check("/no/such/file")).exit_code, 2);
  EXPECT_EQ(run_rocelint(check("-")).exit_code, 2);
}

TEST(Check, AHostileHostIsJudgedAndShownTame) {
  const auto text = changed([](auto& json) {
    json["host"]["hostname"] =
        "gpu\u001b[2J\u001b]0;owned\u0007\nREADY \u202eevil" + std::string(10'000, 'x');
    json["host"]["kernel_release"] = "\u001b[31m6.8\r\n";
    json["host"]["netdevs"][1]["pause"] = {{"unknown", "io_error"}, {"detail", "\u001b[5mblink"}};
  });
  const TemporaryDirectory directory;
  for (const auto* verbosity : {"-q", "-v", "--policy=lossless-dscp26"}) {
    const auto run = run_rocelint(check(directory.write("h.json", text), {verbosity}));
    EXPECT_NE(run.exit_code, 2) << run.err;
    EXPECT_TRUE(test::is_tame(run.out)) << testing::PrintToString(run.out);
    EXPECT_TRUE(test::is_tame(run.err)) << testing::PrintToString(run.err);
    for (const auto& line : lines_of(run.out)) {
      EXPECT_LE(line.size(), 80);
    }
  }
}

class BadPolicy : public testing::TestWithParam<BadInput> {};

TEST_P(BadPolicy, IsExitTwoWithThePlace) {
  const TemporaryDirectory directory;
  const auto file = directory.write("policy.yaml", GetParam().text);
  const auto run = run_rocelint(check(healthy(), {"--policy", file}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, StartsWith("rocelint: " + file));
  EXPECT_THAT(run.err, HasSubstr(GetParam().diagnostic));
  EXPECT_TRUE(test::is_tame(run.err)) << testing::PrintToString(run.err);
}

constexpr auto kBomb = R"(a: &a ["x","x","x","x","x","x","x","x","x"]
b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]
c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]
d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]
e: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]
f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]
g: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]
)";

INSTANTIATE_TEST_SUITE_P(
    Rows, BadPolicy,
    testing::Values(
        BadInput{"empty", "", "policy.yaml"},
        BadInput{"unknown_key", "policy: x\nroels: {}\n", "policy.yaml:2:1"},
        BadInput{"alias_bomb", kBomb, "policy.yaml:1:"},
        BadInput{"duplicate_key", "policy: x\npolicy: y\n", "policy.yaml:2:1"},
        BadInput{"syntax", "policy: [x\n", "policy.yaml:"},
        BadInput{"wrong_type", "policy: x\nroles: {a: {mtu: {active_bytes: big}}}\n",
                 "policy.yaml:2:"},
        BadInput{"state_in_selector", "policy: x\nroles: {a: {ports: 'netdev.carrier'}}\n",
                 "policy.yaml:2:"},
        BadInput{"nul_bytes", std::string("policy: \0x\n", 11), "policy.yaml"},
        BadInput{"deep", std::string(200'000, '['), "policy.yaml"},
        BadInput{"escape_sequence", "policy: x\n\"\\e[2Jroles\": {}\n", "policy.yaml:2:"}),
    name_of);

class BadRule : public testing::TestWithParam<BadInput> {};

TEST_P(BadRule, IsExitTwoWithThePlace) {
  const TemporaryDirectory directory;
  std::ignore = directory.write("rules/site.yaml", GetParam().text);
  const auto run =
      run_rocelint(check(healthy(), {"--rules", (directory.path() / "rules").string()}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr("site.yaml"));
  EXPECT_THAT(run.err, HasSubstr(GetParam().diagnostic));
  EXPECT_TRUE(test::is_tame(run.err)) << testing::PrintToString(run.err);
}

std::string rule_with(const std::string& assertion) {
  return "rules:\n- id: site-one\n  title: t\n  expects: e\n  scope: port\n  severity: error\n  "
         "assert: " +
         assertion + "\n  message: m\n  impact: w\n";
}

INSTANTIATE_TEST_SUITE_P(
    Rows, BadRule,
    testing::Values(BadInput{"unknown_fact", rule_with("netdev.mtu_byte > 1"), "mtu_bytes"},
                    BadInput{"type_error", rule_with("netdev.mtu_bytes"), "site.yaml:7:"},
                    BadInput{"syntax", rule_with("netdev.mtu_bytes >"), "site.yaml:7:"},
                    BadInput{"alias_bomb", kBomb, "site.yaml:1:"},
                    BadInput{"not_yaml", "rules: [\n", "site.yaml"},
                    BadInput{"deep_expression", rule_with('"' + std::string(50'000, '(') + '"'),
                             "site.yaml:7:"},
                    BadInput{"escape_sequence", rule_with("\"\\e[2J == 1\""), "site.yaml:7:"}),
    name_of);

TEST(Check, AMissingRulesDirectoryIsExitTwo) {
  const auto run = run_rocelint(check(healthy(), {"--rules", "/no/such/directory"}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("/no/such/directory"));
}

TEST(Check, ADeadTreeWithoutRdmaIsUndeterminedAndPointsToTheDemo) {
  const TemporaryDirectory tree;
  std::filesystem::create_directories(tree.path() / "sys/class/infiniband");
  std::filesystem::create_directories(tree.path() / "sys/class/net");
  const auto run = run_rocelint({"check", "--root", tree.path().string()});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, StartsWith("UNDETERMINED"));
  EXPECT_THAT(run.out, HasSubstr("rocelint demo"));
}

}  // namespace
}  // namespace rocelint
