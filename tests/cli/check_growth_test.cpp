// SPDX-License-Identifier: Apache-2.0

// check --since and --interval: how counters grew.

#include <algorithm>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/golden.h"
#include "tests/support/words.h"

namespace rocelint {
namespace {

using test::read_file;
using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Json = nlohmann::ordered_json;
using Change = std::function<void(Json&)>;

Json& first_port(Json& host) {
  return host["host"]["devices"][0]["ports"][0];
}

Json& netdev_of_first_port(Json& host) {
  auto& netdevs = host["host"]["netdevs"];
  return *std::ranges::find_if(
      netdevs, [&](const Json& netdev) { return netdev["name"] == first_port(host)["netdev"]; });
}

/// The healthy sample after `seconds`, with counters on its first port.
std::string at_second(int seconds, const Change& change = [](Json&) {}) {
  auto json = Json::parse(read_file(sample_file("healthy")));
  json["taken_at"] = "2027-03-02T03:12:" + std::to_string(10 + seconds) + "Z";
  first_port(json)["counters_at_us"] = 1'000'000'000 + seconds * 1'000'000;
  first_port(json)["transport"] = {{"rx_packets", 1'000'000 * (seconds + 1)},
                                   {"tx_packets", 1'000'000 * (seconds + 1)},
                                   {"out_of_sequence", 7},
                                   {"sequence_nak", 7}};
  netdev_of_first_port(json)["prio"]["3"]["tx_packets"] = 1'000'000 * (seconds + 1);
  change(json);
  return json.dump();
}

struct Ends {
  TemporaryDirectory directory;
  std::string since;
  std::string now;

  explicit Ends(
      const Change& later = [](Json&) {}, const Change& earlier = [](Json&) {})
      : since(directory.write("since.json", at_second(0, earlier))),
        now(directory.write("now.json", at_second(20, later))) {}

  [[nodiscard]] test::CommandRun check(const std::vector<std::string>& more = {}) const {
    return run_rocelint(test::with_more(
        {"check", "--snapshot", now, "--since", since, "--policy", "lossless-dscp26"}, more));
  }
};

std::vector<std::string> failed_rules(const test::CommandRun& run) {
  std::vector<std::string> rules;
  const auto report = Json::parse(run.out);
  for (const auto& finding : report["findings"]) {
    if (finding["outcome"] == "fail") {
      rules.push_back(finding["rule"]);
    }
  }
  return rules;
}

TEST(CheckGrowth, WithoutAWindowTheRulesSayWhatWouldRunThem) {
  const auto run =
      run_rocelint({"check", "--snapshot", sample_file("healthy"), "--policy", "lossless-dscp26"});
  EXPECT_THAT(run.out, HasSubstr("need --interval"));
  EXPECT_THAT(run.out, Not(HasSubstr("rates over")));
}

TEST(CheckGrowth, TotalsThatDoNotGrowAreNoFinding) {
  const auto run = Ends().check({"--format", "json"});
  EXPECT_THAT(failed_rules(run), IsEmpty()) << run.err;
  EXPECT_EQ(Json::parse(run.out)["times"]["window_us"], 20'000'000);
}

TEST(CheckGrowth, WhatGrowsIsAFinding) {
  const Ends ends([](Json& json) { first_port(json)["transport"]["out_of_sequence"] = 19; });
  const auto run = ends.check();
  EXPECT_THAT(run.out, HasSubstr("transport-out-of-sequence"));
  EXPECT_THAT(run.out, HasSubstr("packets received out of sequence in 20 s: 12 of 20000000"));
  EXPECT_THAT(run.out, HasSubstr("rates over 20.0 s"));
  EXPECT_EQ(run.exit_code, 1);
}

TEST(CheckGrowth, AResetIsNamed) {
  const Ends ends([](Json& json) { first_port(json)["transport"]["sequence_nak"] = 1; });
  EXPECT_THAT(ends.check().out, HasSubstr("transport.sequence_nak"));
}

struct Refusal {
  const char* name;
  Change earlier;
  const char* diagnostic;
};
void PrintTo(const Refusal& value, std::ostream* out) {
  *out << value.name;
}

class RefusesToCompare : public testing::TestWithParam<Refusal> {};

TEST_P(RefusesToCompare, ExitTwo) {
  const auto run = Ends([](Json&) {}, GetParam().earlier).check();
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err, HasSubstr(GetParam().diagnostic));
}

INSTANTIATE_TEST_SUITE_P(
    CheckGrowth, RefusesToCompare,
    testing::Values(
        Refusal{"other_boot", [](Json& json) { json["host"]["boot_id"] = "77fe"; }, "another boot"},
        Refusal{"no_boot", [](Json& json) { json["host"].erase("boot_id"); }, "boot id"},
        Refusal{"later", [](Json& json) { json["taken_at"] = "2027-03-03T00:00:00Z"; },
                "after the host judged"},
        Refusal{"no_snapshot", [](Json& json) { json = Json::array(); }, "since.json"}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(CheckGrowth, AMissingFileIsExitTwo) {
  const auto run = run_rocelint({"check", "--since", "/no/such/file"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("/no/such/file"));
}

TEST(CheckGrowth, AnIntervalNeedsALiveHost) {
  for (const auto* other : {"--snapshot", "--since", "--root"}) {
    const auto run = run_rocelint({"check", "--interval", "1s", other, "/tmp"});
    EXPECT_EQ(run.exit_code, 2) << other;
    EXPECT_THAT(run.err, HasSubstr("--interval")) << other;
  }
  EXPECT_EQ(run_rocelint({"check", "--interval", "soon"}).exit_code, 2);
}

TEST(CheckGrowth, AnIntervalIsWaitedFor) {
  const auto run = run_rocelint({"check", "--interval", "20ms", "--format", "json"});
  EXPECT_NE(run.exit_code, 2) << run.err;
  EXPECT_THAT(Json::parse(run.out)["not_run"].dump(), Not(HasSubstr("needs_window")));
}

TEST(CheckGrowth, WhatIsWrongIsSaidBeforeAnIntervalBegins) {
  const std::string missing = "/no/such/file.yaml";
  for (const auto& [options, diagnostic] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--policy", missing}, missing},
           {{"--rules", missing}, missing},
           {{"--baseline", missing}, missing},
           {{"--node-facts", missing}, missing},
           {{"--job", missing}, missing},
           {{"--fail-on", "new"}, "--fail-on: new needs --baseline FILE"},
           {{"--require-policy"}, "--require-policy: neither --policy nor ROCELINT_POLICY"}}) {
    const auto run = run_rocelint(test::with_more({"check", "--interval", "10m"}, options));
    EXPECT_EQ(run.exit_code, 2) << options.front();
    EXPECT_THAT(run.err, HasSubstr(diagnostic)) << options.front();
  }
}

}  // namespace
}  // namespace rocelint
