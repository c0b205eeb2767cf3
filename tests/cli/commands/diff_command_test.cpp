// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_run.h"
#include "tests/support/golden.h"

namespace rocelint {
namespace {

using test::read_file;
using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Json = nlohmann::ordered_json;

std::string changed(const std::function<void(Json&)>& change) {
  auto json = Json::parse(read_file(sample_file("healthy")));
  change(json);
  return json.dump();
}

// The paths of the files are not the same on every machine.
std::string without_directories(std::string text) {
  const auto directory = std::string(ROCELINT_SOURCE_DIR) + "/src/cli/samples/";
  for (auto at = text.find(directory); at != std::string::npos; at = text.find(directory)) {
    text.erase(at, directory.size());
  }
  return text;
}

TEST(Diff, GoldenOfTheSamples) {
  const auto run = run_rocelint({"diff", sample_file("healthy"), sample_file("faulty")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, IsEmpty());
  test::expect_golden("cli/diff_samples.txt", run.out);
}

TEST(Diff, GoldenJsonOfTheSamples) {
  const auto run = run_rocelint({"diff", sample_file("healthy"), sample_file("faulty"), "--ignore",
                                 "host.netdevs.*", "--format", "json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(Json::parse(run.out)["of"], "snapshots");
  test::expect_golden("cli/diff_samples.json", without_directories(run.out));
}

TEST(Diff, EqualSnapshotsExitZero) {
  const TemporaryDirectory directory;
  const auto later = directory.write("later.json", changed([](Json& json) {
                                       json["taken_at"] = "2027-03-03T00:00:00Z";
                                       json["probe"]["duration_us"] = 1;
                                       json["probe"]["modules"][0]["duration_us"] = 1;
                                     }));
  const auto run = run_rocelint({"diff", sample_file("healthy"), later});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "0 differences\n");
}

TEST(Diff, IgnoresByPathByFactAndByName) {
  const TemporaryDirectory directory;
  const auto later = directory.write("later.json", changed([](Json& json) {
                                       json["host"]["netdevs"][2]["carrier_down_count"] = 77;
                                     }));
  for (const auto* glob : {"carrier_down_count", "*_count", "host.netdevs.carrier_down_count",
                           "host.netdevs[\"ens1np0\"].*"}) {
    const auto run = run_rocelint({"diff", sample_file("healthy"), later, "--ignore", glob});
    EXPECT_EQ(run.exit_code, 0) << glob << '\n' << run.out;
    EXPECT_EQ(run.out, "0 differences, 1 ignored\n") << glob;
  }
  const auto other = run_rocelint({"diff", sample_file("healthy"), later, "--ignore", "mtu_bytes"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.out,
              StartsWith("host.netdevs[\"ens1np0\"].carrier_down_count: 0 -> 77\n1 difference"));
}

TEST(Diff, ComparesReportsByTheirFindings) {
  const TemporaryDirectory directory;
  std::vector<std::string> files;
  for (const auto* name : {"healthy", "faulty"}) {
    const auto run = run_rocelint({"check", "--snapshot", sample_file(name), "--policy",
                                   "lossless-dscp26", "--format", "json", "-v"});
    files.push_back(directory.write(std::string(name) + ".json", run.out));
  }
  const auto run = run_rocelint({"diff", files[0], files[1]});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("+ port-down mlx5_3: fails (blocker)\n"));
  EXPECT_THAT(run.out, HasSubstr("READY -> NOT READY\n"));
  const auto back = run_rocelint({"diff", files[1], files[0]});
  EXPECT_THAT(back.out, HasSubstr("- port-down mlx5_3: fails (blocker)\n"));
  EXPECT_EQ(run_rocelint({"diff", files[0], files[0]}).exit_code, 0);
  const auto json = run_rocelint({"diff", files[0], "-", "--format", "json"},
                                 {.stdin_text = read_file(files[1])});
  EXPECT_EQ(Json::parse(json.out)["of"], "reports");
  EXPECT_EQ(Json::parse(json.out)["verdict"]["after"], "not_ready");
}

TEST(Diff, TellsWhatThePolicyAccepts) {
  const TemporaryDirectory directory;
  const auto report = [](const std::string& accepted) {
    return R"({"schema":"rocelint.report/1","policy":{"name":"p","digest":"d",
      "default":false,"undecided":false},"host":{"hostname":"h"},"verdict":"ready","gate":"pass","findings":[{"id":"pfc-off@x",
      "rule":"pfc-off","severity":"blocker","outcome":"unknown","folded_under":"","subject":{
      "scope":"port","device":"mlx5_0","port":1,"netdev":"ens1","gid":""})" +
           accepted + "}]}";
  };
  const auto before = directory.write("before.json", report(R"(,"accepted":false)"));
  const auto open = directory.write("open.json", report(R"(,"accepted":false)"));
  const auto accepted = directory.write("accepted.json", report(R"(,"accepted":true)"));
  EXPECT_EQ(run_rocelint({"diff", before, open}).exit_code, 0);
  const auto run = run_rocelint({"diff", before, accepted});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, HasSubstr("~ pfc-off mlx5_0: unknown (blocker) -> unknown, accepted\n"));
}

struct Bad {
  std::string name;
  std::string text;
  std::string diagnostic;
};
void PrintTo(const Bad& row, std::ostream* out) {
  *out << row.name;
}

class BadFile : public testing::TestWithParam<Bad> {};

TEST_P(BadFile, IsExitTwoWithThePlace) {
  const TemporaryDirectory directory;
  const auto bad = directory.write("bad.json", GetParam().text);
  for (const auto& arguments : {std::vector<std::string>{"diff", bad, bad},
                                std::vector<std::string>{"diff", "--format", "json", bad, bad}}) {
    const auto run = run_rocelint(arguments);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_THAT(run.out, IsEmpty());
    EXPECT_THAT(run.err, StartsWith("rocelint: " + bad));
    EXPECT_THAT(run.err, HasSubstr(GetParam().diagnostic));
    EXPECT_TRUE(test::is_tame(run.err)) << testing::PrintToString(run.err);
  }
}

const std::string kReport = R"({"schema":"rocelint.report/1")";
const std::vector<Bad> kBad = {
    {"Empty", "", "bad.json"},
    {"NotJson", "hello", "bad.json:1:1"},
    {"Truncated", read_file(sample_file("healthy")).substr(0, 5'000), "bad.json:1:"},
    {"OtherSchema", R"({"schema":"rocelint.snapshot/9"})", "rocelint.snapshot/9"},
    {"Brackets", std::string(200'000, '['), "bad.json"},
    {"NulBytes", std::string(1'000, '\0'), "bad.json"},
    {"ReportOtherSchema", R"({"schema":"rocelint.report/9"})", "rocelint.report/9"},
    {"ReportTruncated", kReport + ",", "bad.json:1:"},
    {"ReportDeep", kReport + R"(,"findings":)" + std::string(200'000, '['), "bad.json"},
    {"ReportWithoutFindings",
     kReport +
         R"(,"policy":{"name":"","digest":""},"host":{"hostname":""},"verdict":"","gate":""})",
     "/findings"},
    {"ReportOfWrongType", kReport + R"(,"verdict":3})", "/verdict"},
    {"ReportOfAnError", kReport + R"(,"complete":false,"gate":"error","errors":[]})", "/gate"},
    {"ReportWithEscapes", R"({"schema":"rocelint.report/\u001b[2J\u202e"})", "schema"},
};

INSTANTIATE_TEST_SUITE_P(Rows, BadFile, testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

TEST(Diff, RefusesWhatCanNotBeCompared) {
  const TemporaryDirectory directory;
  const auto report = directory.write("report.json", kReport + "}");
  const auto mixed = run_rocelint({"diff", sample_file("healthy"), report});
  EXPECT_EQ(mixed.exit_code, 2);
  EXPECT_THAT(mixed.err, StartsWith("rocelint: " + report + ": this is a report"));
  EXPECT_EQ(run_rocelint({"diff", "-", "-"}).exit_code, 2);
  EXPECT_EQ(run_rocelint({"diff", sample_file("healthy")}).exit_code, 2);
  EXPECT_EQ(run_rocelint({"diff", sample_file("healthy"), "/no/such"}).exit_code, 2);
}

TEST(Diff, ShowsAHostileHostTame) {
  const TemporaryDirectory directory;
  const auto hostile = directory.write("hostile.json", changed([](Json& json) {
                                         json["host"]["hostname"] = "x\u001b[2J\n\u202e";
                                         json["host"]["netdevs"][2]["name"] = "ens\n\"] \u001b[31m";
                                         json["host"]["machine"] = std::string(100'000, 'x');
                                       }));
  for (const auto* format : {"text", "json"}) {
    const auto run = run_rocelint({"diff", sample_file("healthy"), hostile, "--format", format});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(test::is_tame(run.out)) << testing::PrintToString(run.out);
  }
  const auto text = run_rocelint({"diff", sample_file("healthy"), hostile}).out;
  for (const auto& line : test::lines_of(text)) {
    EXPECT_LE(line.size(), 500);
  }
}

}  // namespace
}  // namespace rocelint
