// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/report.h"

#include "tests/report/sample_reports.h"
#include "tests/support/json_schema_check.h"

namespace rocelint {
namespace {

using testing::IsEmpty;
using testing::Not;

nlohmann::json faulty_json() {
  return nlohmann::json::parse(write_json(test::faulty_report(), Verbosity::normal));
}

bool fits(const nlohmann::json& report) {
  const auto schema = nlohmann::json::parse(report_json_schema());
  return test::SchemaCheck(schema).check(report).empty();
}

TEST(ReportSchema, IsJson) {
  EXPECT_FALSE(nlohmann::json::parse(report_json_schema(), nullptr, false).is_discarded());
}

TEST(ReportSchema, TakesARealReport) {
  EXPECT_TRUE(fits(faulty_json()));
}

TEST(ReportSchema, RefusesWhatIsNoReport) {
  auto lacks = faulty_json();
  lacks.erase("gate");
  EXPECT_FALSE(fits(lacks));
  auto adds = faulty_json();
  adds["color"] = "green";
  EXPECT_FALSE(fits(adds));
  auto mistypes = faulty_json();
  mistypes["findings"][0]["siblings"]["judged"] = "8";
  EXPECT_FALSE(fits(mistypes));
  auto invents = faulty_json();
  invents["verdict"] = "fine";
  EXPECT_FALSE(fits(invents));
  EXPECT_FALSE(fits(nlohmann::json::object()));
}

}  // namespace
}  // namespace rocelint
