// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/golden.h"
#include "tests/support/words.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(PolicyShow, TellsWhereEachParameterWasWritten) {
  const TemporaryDirectory directory;
  const auto file =
      directory.write("p.yaml",
                      "policy: acme\nextends: lossless-dscp26\nroles:\n  compute:\n    mtu: "
                      "{active_bytes: 2048}\n");
  const auto run = run_rocelint({"policy", "show", file, "--set", "pfc.mode=required"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("acme@"));
  EXPECT_THAT(run.out, ContainsRegex("mtu.active_bytes +2048"));
  EXPECT_THAT(run.out, HasSubstr("p.yaml:5"));
  EXPECT_THAT(run.out, ContainsRegex("roce\\[0\\].dscp +26 +lossless-dscp26:"));
  EXPECT_THAT(run.out, ContainsRegex("pfc.mode +required +--set"));
}

TEST(PolicyShow, AMissingPolicyIsExitTwo) {
  const auto run = run_rocelint({"policy", "show", "/no/such/policy.yaml"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("/no/such/policy.yaml"));
}

// Built-in, extends, file, group and --set, on a host where one group holds for one port, one for
// none and one can't be decided.
constexpr auto kLayers = R"(policy: layers
extends: lossless-dscp26
roles:
  compute: {mtu: {active_bytes: 2048}}
groups:
  - {where: 'dev.name == "mlx5_3"', roles: {compute: {cnp: {priority: 7}, trust: any}}}
  - {where: 'dev.driver == "bnxt_en"', roles: {compute: {cnp: {priority: 1}}}}
  - {where: 'dev.name == "mlx5_7" && port.max_mtu_bytes > 2048', roles: {compute: {cc: null}}}
)";

/// What is shown of a policy. It comes from standard input: the path of a file would be as long as
/// the test's own directory is deep.
std::string shown(const std::string& policy, const std::vector<std::string>& more = {}) {
  const auto run =
      run_rocelint(test::with_more({"policy", "show", "-"}, more), {.stdin_text = policy});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return run.out;
}

std::string show_layers(const std::vector<std::string>& more) {
  return shown(kLayers, test::with_more({"--set", "trust=dscp"}, more));
}

TEST(PolicyShow, GoldenOfAHost) {
  test::expect_golden("cli/policy_show_host.txt",
                      show_layers({"--snapshot", sample_file("faulty")}));
}

TEST(PolicyShow, GoldenJson) {
  const auto alone = show_layers({"--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(alone)["roles"][0]["role"], "compute");
  test::expect_golden("cli/policy_show.json", alone);
  const auto host = show_layers({"--format", "json", "--snapshot", sample_file("faulty")});
  EXPECT_EQ(nlohmann::json::parse(host)["roles"].size(), 3);
  test::expect_golden("cli/policy_show_host.json", host);
}

constexpr auto kEverything = R"(policy: acme
summary: one of each
extends: lossless-dscp26
enforce: false
rules_as_of: 1.2
roles:
  compute: {ports: 'dev.driver == "mlx5_core"', fec: [rs]}
groups:
  - {where: 'true', roles: {compute: {cnp: {priority: 7}, mtu: null, fec: [rs, llrs]}}}
rules:
  pcie-*: {severity: warning, unknown: {accept: [timeout, permission]}}
  gdr-*: disabled
waivers:
  - {rule: link-*, fleet: true, until: 2027-01-31, reason: "no optics", also_unknown: true}
)";

TEST(PolicyShow, GoldenOfEverythingWithItsPlace) {
  auto text = shown(kEverything);
  constexpr std::size_t kDigits = 16;
  ASSERT_THAT(text, StartsWith("acme@"));
  text.replace(text.find('@') + 1, kDigits, "DIGEST");  // changes with each shipped profile
  test::expect_golden("cli/policy_show.txt", text);
}

TEST(PolicyShow, JsonSaysAllThatTheTextDoes) {
  const auto json = nlohmann::json::parse(shown(kEverything, {"--format", "json"}));
  EXPECT_EQ(json["policy"]["summary"], "one of each");
  EXPECT_EQ(json["policy"]["enforce"], false);
  EXPECT_EQ(json["policy"]["rules_as_of"], "1.2");
  EXPECT_EQ(json["roles"][0]["selector_from"], "/dev/stdin:7");
  EXPECT_EQ(json["groups"],
            nlohmann::json::parse(R"([{"where": "true", "roles": [{"role": "compute",
    "parameters": [
      {"parameter": "cnp.priority", "value": 7, "from": "/dev/stdin:9"},
      {"parameter": "mtu.active_bytes", "value": null, "from": null},
      {"parameter": "fec", "value": ["rs", "llrs"], "from": "/dev/stdin:9"}]}],
    "from": "/dev/stdin:9"}])"));
  const auto rule = [](const std::string& pattern, const std::string& says, int line) {
    auto setting = nlohmann::json::parse(
        R"({"enabled": null, "severity": null, "unknown": null, "reasons": [], "runbook": null})");
    setting.update(nlohmann::json::parse(says));
    setting["rule"] = pattern;
    setting["from"] = fmt::format("/dev/stdin:{}", line);
    return setting;
  };
  ASSERT_EQ(json["rules"].size(), 4U);  // the first is inherited
  EXPECT_EQ(json["rules"][1], rule("pcie-*", R"({"severity": "warning"})", 11));
  EXPECT_EQ(json["rules"][2],
            rule("pcie-*", R"({"unknown": "accept", "reasons": ["timeout", "permission"]})", 11));
  EXPECT_EQ(json["rules"][3], rule("gdr-*", R"({"enabled": false})", 12));
  EXPECT_EQ(json["waivers"], nlohmann::json::parse(R"([{"rule": "link-*", "where": null,
    "fleet": true, "until": "2027-01-31", "reason": "no optics", "also_unknown": true,
    "from": "/dev/stdin:14"}])"));
}

// A key that says nothing of its own leaves no empty setting behind.
TEST(PolicyShow, JsonHasNoEmptySetting) {
  const auto json = nlohmann::json::parse(
      shown("policy: acme\nroles: {a: {}}\nrules: {pfc-*: {unknown: warn, runbook: x}, qos-*: "
            "{unknown: warn}}\n",
            {"--format", "json"}));
  EXPECT_EQ(json["rules"].size(), 3U);
}

TEST(PolicyShow, JsonTellsWhatOfAHostIsNotJudged) {
  const auto json = nlohmann::json::parse(
      shown("policy: acme\nroles:\n  a: {ports: 'dev.name == \"mlx5_0\"'}\n  b: {ports: 'dev.name "
            "== \"none\"'}\n",
            {"--format", "json", "--snapshot", sample_file("faulty")}));
  EXPECT_EQ(json["host"]["hostname"], "gpu0418");
  EXPECT_EQ(json["host"]["roles_without_ports"], nlohmann::json::array({"b"}));
  EXPECT_EQ(json["host"]["not_judged"].size(), 9U);
  EXPECT_EQ(json["host"]["not_judged"][0],
            nlohmann::json({{"port", "mlx5_1"}, {"reason", "no role of the policy picks it"}}));
}

TEST(PolicyShow, TellsWhichPortsMayBeOfALaterRole) {
  auto host = nlohmann::ordered_json::parse(test::read_file(sample_file("healthy")));
  host["host"]["devices"][0]["max_speed_mbps"] = {{"unknown", "timeout"}, {"detail", "hangs"}};
  const TemporaryDirectory directory;
  const auto snapshot = directory.write("h.json", host.dump());
  const std::string policy =
      "policy: acme\nroles:\n  a: {ports: 'dev.max_speed_mbps >= 400000'}\n"
      "  b: {ports: 'dev.max_speed_mbps < 400000'}\n";
  EXPECT_THAT(shown(policy, {"--snapshot", snapshot}),
              HasSubstr("\nrole undetermined\n  mlx5_0  timeout (hangs)\n"));
  const auto json =
      nlohmann::json::parse(shown(policy, {"--format", "json", "--snapshot", snapshot}));
  ASSERT_EQ(json["host"]["undecided_roles"].size(), 1U);
  EXPECT_EQ(json["host"]["undecided_roles"][0],
            nlohmann::json(
                {{"port", "mlx5_0"}, {"role", "a"}, {"unknown", "timeout"}, {"detail", "hangs"}}));
}

// Nothing is left out where the line is too short for it.
TEST(PolicyShow, NoLineIsWiderThanTheTerminal) {
  const std::vector<std::string> long_texts{
      "A summary that goes on for quite a while, longer than one line of eighty columns has room",
      R"(dev.driver == "mlx5_core" && dev.max_speed_mbps >= 400000 && dev.name != "mlx5_bond_0")",
      "[28.43.2566, 28.43.2026, 28.42.1000, 28.41.1000, 28.40.1000, 28.39.3560]",
      "https://wiki.example/roce-qos/and/a/path/that/is/longer/than/one/line/has/room/for",
      "a-name-for-a-rule-that-no-column-has-room-for-*",
      "optic on order, ticket 1234, and more about it than any line of a table has room for"};
  const auto text = shown(fmt::format(R"(policy: acme
extends: lossless-dscp26
summary: {0}
roles:
  compute: {{ports: '{1}', firmware: {{allowed: {2}}}}}
groups:
  - {{where: '{1}', roles: {{compute: {{cnp: {{priority: 7}}, firmware: {{denied: {2}}}}}}}}}
rules:
  pfc-*: {{runbook: "{3}"}}
  {4}: disabled
waivers:
  - {{rule: '{4}', where: 'host.hostname == "gpu0418" && {1}', until: 2027-01-31, reason: "{5}", also_unknown: true}}
)",
                                      long_texts[0], long_texts[1], long_texts[2], long_texts[3],
                                      long_texts[4], long_texts[5]));
  for (const auto& line : test::lines_of(text)) {
    EXPECT_LE(line.size(), 80U) << line;
  }
  const auto without_blanks = [](std::string words) {
    std::erase_if(words, [](char c) { return c == ' ' || c == '\n'; });
    return words;
  };
  for (const auto& long_text : long_texts) {
    EXPECT_THAT(without_blanks(text), HasSubstr(without_blanks(long_text)));
  }
  EXPECT_THAT(text, HasSubstr("\n  mtu.active_bytes             4096        lossless-dscp26:16\n"))
      << "a long cell only pushes its own line aside";
}

TEST(PolicyShow, ALineOfAPolicyStaysOneLine) {
  const auto text = shown(R"(policy: acme
summary: "one\nREADY"
extends: lossless-dscp26
waivers:
  - {rule: link-*, fleet: true, until: 2027-01-31, reason: "two\nREADY"}
)");
  EXPECT_TRUE(test::is_tame(text)) << testing::PrintToString(text);
  EXPECT_THAT(text, HasSubstr("one\\nREADY"));
  EXPECT_THAT(text, HasSubstr("two\\nREADY"));
}

TEST(PolicyShow, ASnapshotThatCanNotBeReadIsExitTwo) {
  const TemporaryDirectory directory;
  const auto bad = directory.write("bad.json", "{\n]");
  const auto run = run_rocelint({"policy", "show", "baseline", "--snapshot", bad});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(bad + ":2:1"));
  EXPECT_THAT(run.out, IsEmpty());
}

TEST(PolicyShow, AHostileHostIsShownTame) {
  auto json = nlohmann::ordered_json::parse(test::read_file(sample_file("healthy")));
  json["host"]["hostname"] = "x\u001b[2J\nREADY";
  json["host"]["devices"][0]["name"] = "mlx5\n\u001b[31m";
  const TemporaryDirectory directory;
  const auto run = run_rocelint(
      {"policy", "show", "baseline", "--snapshot", directory.write("h.json", json.dump())});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(test::is_tame(run.out)) << testing::PrintToString(run.out);
  EXPECT_THAT(run.out, Not(HasSubstr("\nREADY")));
}

}  // namespace
}  // namespace rocelint
