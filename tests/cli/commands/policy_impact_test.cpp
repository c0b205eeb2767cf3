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
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;

// DSCP and priority of the whole fabric change, one failure is waived, and one rule is switched
// off.
constexpr auto kNew = R"(policy: next
extends: lossless-dscp26
roles:
  compute: {roce: [{priority: 4, dscp: 26}]}
rules: {pause-with-pfc: disabled}
waivers:
  - {rule: port-down, fleet: true, until: 2099-01-31, reason: spare}
)";

std::vector<std::string> impact(const std::string& policy,
                                const std::vector<std::string>& more = {}) {
  return test::with_more({"policy", "impact", policy, "--against", "lossless-dscp26",
                          sample_file("healthy"), sample_file("faulty")},
                         more);
}

TEST(PolicyImpact, GoldenOfANewPolicy) {
  const TemporaryDirectory directory;
  const auto run = run_rocelint(impact(directory.write("next.yaml", kNew)));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, IsEmpty());
  test::expect_golden("cli/policy_impact.txt", run.out);
}

TEST(PolicyImpact, GoldenJsonOfANewPolicy) {
  const TemporaryDirectory directory;
  const auto run = run_rocelint(impact(directory.write("next.yaml", kNew), {"--format", "json"}));
  EXPECT_EQ(run.exit_code, 1);
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["hosts"][0]["host"], "gpu0417");
  EXPECT_EQ(json["hosts"][0]["before"]["gate"], "pass");
  EXPECT_EQ(json["hosts"][0]["after"]["gate"], "stop");
  test::expect_golden("cli/policy_impact.json", run.out);
}

TEST(PolicyImpact, TheSamePolicyChangesNothing) {
  const auto run = run_rocelint(impact("lossless-dscp26"));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "0 of 2 hosts would change\n");
}

// Not enforced: the verdict stays, the gate does not.
TEST(PolicyImpact, TheGateCountsToo) {
  const TemporaryDirectory directory;
  const auto run = run_rocelint(impact(
      directory.write("calm.yaml", "policy: calm\nextends: lossless-dscp26\nenforce: false\n")));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out,
            "gpu0418  NOT READY, as before, gate stop -> pass\n1 of 2 hosts would change\n");
}

TEST(PolicyImpact, RefusesWhatItCanNotRead) {
  const TemporaryDirectory directory;
  const auto bad = directory.write("bad.json", "{\n]");
  const auto snapshot =
      run_rocelint({"policy", "impact", "baseline", "--against", "baseline", bad});
  EXPECT_EQ(snapshot.exit_code, 2);
  EXPECT_THAT(snapshot.err, HasSubstr(bad + ":2:1"));
  const auto policy = directory.write("bad.yaml", "policy: x\nroels: {}\n");
  const auto run = run_rocelint(impact(policy));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr(policy + ":2:1"));
  EXPECT_EQ(run_rocelint({"policy", "impact", "baseline", sample_file("healthy")}).exit_code, 2);
}

TEST(PolicyImpact, AHostileHostIsShownTame) {
  auto json = nlohmann::ordered_json::parse(test::read_file(sample_file("faulty")));
  json["host"]["hostname"] = "x\u001b[2J\nREADY";
  json["host"]["devices"][5]["name"] = "mlx5\n\u001b[31m";
  const TemporaryDirectory directory;
  const auto host = directory.write("h.json", json.dump());
  for (const auto* format : {"text", "json"}) {
    const auto run = run_rocelint(
        {"policy", "impact", "baseline", "--against", "lossless-dscp26", host, "--format", format});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_TRUE(test::is_tame(run.out)) << testing::PrintToString(run.out);
  }
}

}  // namespace
}  // namespace rocelint
