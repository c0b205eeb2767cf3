// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"

#include "tests/report/sample_reports.h"
#include "tests/support/golden.h"
#include "tests/support/json_schema_check.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Sample {
  std::string name;
  Report (*make)();
  Verbosity verbosity = Verbosity::normal;
};
void PrintTo(const Sample& sample, std::ostream* out) {
  *out << sample.name;
}

class JsonReport : public testing::TestWithParam<Sample> {};

// ordered_json keeps the order of keys, so the golden file shows it.
TEST_P(JsonReport, GoldenKeepsKeyOrder) {
  const auto json = write_json(GetParam().make(), GetParam().verbosity);
  test::expect_golden("report/" + GetParam().name + ".json",
                      nlohmann::ordered_json::parse(json).dump(2) + "\n");
}

TEST_P(JsonReport, IsOneLineAndFitsTheSchema) {
  const auto json = write_json(GetParam().make(), GetParam().verbosity);
  EXPECT_EQ(json.find('\n'), json.size() - 1);
  const auto schema = nlohmann::json::parse(report_json_schema());
  EXPECT_THAT(test::SchemaCheck(schema).check(nlohmann::json::parse(json)), IsEmpty());
}

// A key that the schema documents but nobody writes would be a lie.
TEST_P(JsonReport, WritesEveryKeyThatTheSchemaRequires) {
  const auto json = nlohmann::json::parse(write_json(GetParam().make(), GetParam().verbosity));
  const auto schema = nlohmann::json::parse(report_json_schema());
  const auto& properties = schema["$defs"]["Report"]["properties"];
  EXPECT_EQ(json.size(), properties.size());
  for (const auto& finding : json["findings"]) {
    EXPECT_EQ(finding.size(), schema["$defs"]["Finding"]["properties"].size());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Samples, JsonReport,
    testing::Values(Sample{"healthy", test::healthy_report}, Sample{"faulty", test::faulty_report},
                    Sample{"pod", test::pod_report}, Sample{"no_policy", test::no_policy_report},
                    Sample{"empty", test::empty_report},
                    Sample{"unconfirmed", test::unconfirmed_report},
                    Sample{"healthy_verbose", test::healthy_report, Verbosity::verbose}),
    [](const testing::TestParamInfo<Sample>& row) { return row.param.name; });

TEST(Json, HostileStringsStayStrings) {
  const auto text = write_json(test::hostile_report(), Verbosity::verbose);
  for (const char c : text) {
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
  }
  const auto json = nlohmann::json::parse(text);
  EXPECT_THAT(json["host"]["hostname"].get<std::string>(), HasSubstr("\nREADY  gpu0418"));
  EXPECT_THAT(json["findings"][0]["expected"][0]["value"].get<std::string>(),
              HasSubstr("not json"));
}

TEST(Json, PassesOnlyWhenVerbose) {
  const auto outcomes = [](Verbosity verbosity) {
    std::vector<std::string> seen;
    const auto json = nlohmann::json::parse(write_json(test::healthy_report(), verbosity));
    for (const auto& finding : json["findings"]) {
      seen.push_back(finding["outcome"]);
    }
    return seen;
  };
  EXPECT_THAT(outcomes(Verbosity::normal), ElementsAre("waived"));
  EXPECT_THAT(outcomes(Verbosity::verbose), testing::Contains("pass"));
  EXPECT_THAT(outcomes(Verbosity::verbose), testing::Contains("not_applicable"));
}

TEST(Json, AnUnjudgedPortHasNoVerdict) {
  const auto json = nlohmann::json::parse(write_json(test::healthy_report(), Verbosity::normal));
  EXPECT_TRUE(json["ports"].back()["verdict"].is_null());
  EXPECT_EQ(json["ports"].back()["judged"], false);
  EXPECT_EQ(json["ports"].front()["verdict"], "ready");
}

TEST(Json, WithoutAPolicyNothingIsReady) {
  auto report = test::no_policy_report();
  EXPECT_EQ(nlohmann::json::parse(write_json(report, Verbosity::normal))["verdict"], "consistent");
  report.verdict = Verdict::ready_with_warnings;
  EXPECT_EQ(nlohmann::json::parse(write_json(report, Verbosity::normal))["verdict"],
            "consistent_with_warnings");
}

TEST(Json, ScoreIsRoundedToOneDecimalAndNeverNan) {
  auto report = test::healthy_report();
  report.score.value = 27.249;
  EXPECT_THAT(write_json(report, Verbosity::normal), HasSubstr(R"("score":{"value":27.2,)"));
  report.score.value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(write_json(report, Verbosity::normal), HasSubstr(R"("score":{"value":null,)"));
}

TEST(Json, ErrorCarriesGateAndPlaces) {
  const auto text =
      write_json_error({{.file = "p.yaml", .line = 3, .column = 7, .text = "no \x1b such key"}}, 2);
  EXPECT_EQ(text,
            "{\"schema\":\"rocelint.report/1\",\"complete\":false,\"gate\":\"error\","
            "\"exit_code\":2,\"errors\":[{\"file\":\"p.yaml\",\"line\":3,\"column\":7,"
            "\"text\":\"no \\u001b such key\"}]}\n");
  const auto schema = nlohmann::json::parse(report_json_schema());
  EXPECT_THAT(test::SchemaCheck(schema).check(nlohmann::json::parse(text)), IsEmpty());
}

}  // namespace
}  // namespace rocelint
