// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

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
using test::TemporaryFolder;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(PolicyShow, TellsWhereEachParameterWasWritten) {
  const TemporaryFolder folder;
  const auto file =
      folder.write("p.yaml",
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

std::string show_layers(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  const auto run = run_rocelint(test::with_more(
      {"policy", "show", folder.write("layers.yaml", kLayers), "--set", "trust=dscp"}, more));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  auto text = run.out;
  const auto path = folder.path().string() + "/";
  for (auto at = text.find(path); at != std::string::npos; at = text.find(path)) {
    text.erase(at, path.size());
  }
  return text;
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

TEST(PolicyShow, ASnapshotThatCanNotBeReadIsExitTwo) {
  const TemporaryFolder folder;
  const auto bad = folder.write("bad.json", "{\n]");
  const auto run = run_rocelint({"policy", "show", "baseline", "--snapshot", bad});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(bad + ":2:1"));
  EXPECT_THAT(run.out, IsEmpty());
}

TEST(PolicyShow, AHostileHostIsShownTame) {
  auto json = nlohmann::ordered_json::parse(test::read_file(sample_file("healthy")));
  json["host"]["hostname"] = "x\u001b[2J\nREADY";
  json["host"]["devices"][0]["name"] = "mlx5\n\u001b[31m";
  const TemporaryFolder folder;
  const auto run = run_rocelint(
      {"policy", "show", "baseline", "--snapshot", folder.write("h.json", json.dump())});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(test::is_tame(run.out)) << testing::PrintToString(run.out);
  EXPECT_THAT(run.out, Not(HasSubstr("\nREADY")));
}

}  // namespace
}  // namespace rocelint
