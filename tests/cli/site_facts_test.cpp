// SPDX-License-Identifier: Apache-2.0

// Facts that come from elsewhere: facts.d with a site's own rule, --node-facts, --host-root.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::read_file;
using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;

constexpr auto kRule = R"(tests_policy: baseline
rules:
- id: site-bmc-old
  title: The board controller has at least firmware 2.0
  expects: The board controller has at least firmware 2.0
  scope: host
  severity: error
  assert: versionAtLeast(host.custom["bmc"].text, "2.0")
  message: 'the board controller has firmware {host.custom["bmc"].text}'
  impact: Older ones lose the power budget of the NIC after a warm reset.
  fix:
  - run: "# update the board controller"
    disrupts: reboot
    lasts: persistent
  tests:
  - pass: {host: {custom: {bmc: "2.1"}}}
  - fail: {host: {custom: {bmc: "1.9"}}}
  - unknown: {host: {custom: {unknown: not_collected}}}
  - unknown: {host: {custom: {slot: 7}}}
)";

/// A host in a directory whose site says what its board controller runs.
class SiteCheck : public testing::Test {
 protected:
  SiteCheck() {
    EXPECT_FALSE(tree_.write("rules/site.yaml", kRule).empty());
    EXPECT_TRUE(tree_
                    .write("host/etc/rocelint/facts.d/bmc.json",
                           R"({"source": "redfish", "taken_at": "2020-01-02T03:00:00Z",
                                "host": {"custom": {"bmc": "1.4.2"}}})")
                    .ends_with(".json"));
  }
  [[nodiscard]] std::string path(const char* name) const { return (tree_.path() / name).string(); }

  TemporaryDirectory tree_;
};

TEST_F(SiteCheck, AFactAndARuleAreAWholeCheckWithoutACompiler) {
  const auto tests = run_rocelint({"rules", "test", path("rules")});
  EXPECT_EQ(tests.exit_code, 0) << tests.out << tests.err;
  const auto run =
      run_rocelint({"check", "--root", path("host"), "--rules", path("rules"), "--format", "json"});
  const auto report = nlohmann::json::parse(run.out);
  bool found = false;
  for (const auto& finding : report["findings"]) {
    if (finding["rule"] == "site-bmc-old") {
      found = true;
      EXPECT_EQ(finding["outcome"], "fail");
      EXPECT_EQ(finding["message"], "the board controller has firmware 1.4.2");
      EXPECT_EQ(finding["found"][0]["fact"], "host.custom[\"bmc\"].text");
      EXPECT_EQ(finding["found"][0]["source"], "redfish at 2020-01-02T03:00:00Z, by " +
                                                   path("host/etc/rocelint/facts.d/bmc.json"));
    }
  }
  EXPECT_TRUE(found) << run.out;
  EXPECT_THAT(run.err, HasSubstr("supplies 1 fact that this host can't tell: redfish"));
}

TEST_F(SiteCheck, ASnapshotKeepsTheSitesFacts) {
  const auto probe = run_rocelint({"probe", "--root", path("host")});
  EXPECT_THAT(probe.err, HasSubstr("supplies 1 fact"));
  const auto run = run_rocelint({"check", "--snapshot", "-", "--rules", path("rules")},
                                {.stdin_text = probe.out});
  EXPECT_THAT(run.out, HasSubstr("site-bmc-old"));
}

/// What a pod on the healthy sample host sees: no PFC, no optics.
std::string pod() {
  auto json = nlohmann::ordered_json::parse(read_file(sample_file("healthy")));
  json["host"]["hostname"] = "train-7f9c";
  for (auto& netdev : json["host"]["netdevs"]) {
    netdev["dcb"] = {{"pfc", {{"unknown", "permission"}}}};
  }
  return json.dump();
}

TEST(NodeFactsOption, AnswersWhatAPodCant) {
  const TemporaryDirectory directory;
  const auto file = directory.write("pod.json", pod());
  const std::vector<std::string> check{"check", "--snapshot", file, "--policy", "lossless-dscp26"};
  EXPECT_EQ(run_rocelint(check).exit_code, 3);
  auto with_node = check;
  with_node.insert(with_node.end(), {"--node-facts", sample_file("healthy")});
  const auto run = run_rocelint(with_node);
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.err, HasSubstr("that can't be told here, 0 s old"));
}

TEST(NodeFactsOption, OfAnotherMachineIsExitTwo) {
  const auto run = run_rocelint(
      {"check", "--snapshot", sample_file("healthy"), "--node-facts", sample_file("faulty")});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--node-facts: "));
  EXPECT_THAT(run.err, HasSubstr("boot"));
  const auto none =
      run_rocelint({"check", "--snapshot", sample_file("healthy"), "--node-facts", "/no/such"});
  EXPECT_EQ(none.exit_code, 2);
}

TEST(HostRootOption, TakesTheFilesOfTheHostAndSaysSo) {
  const auto run = run_rocelint({"probe", "--host-root", "/"});
  if (run.exit_code == 2) {
    EXPECT_THAT(run.err, HasSubstr("--host-root: ")) << "process 1 is not ours to ask here";
    return;
  }
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["probe"]["host_root"], "/");
  EXPECT_EQ(json["probe"]["root"], "");
}

TEST(HostRootOption, WithoutAHostInItIsExitTwo) {
  const TemporaryDirectory directory;
  const auto run = run_rocelint({"check", "--host-root", directory.path().string()});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--host-root: proc/1: "));
}

}  // namespace
}  // namespace rocelint
