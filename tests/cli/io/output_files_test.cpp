// SPDX-License-Identifier: Apache-2.0

// check --format and --output: the report for other programs.

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <map>
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

using test::read_file;
using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::HasSubstr;
using testing::StartsWith;

test::CommandRun check(const std::vector<std::string>& more) {
  return run_rocelint(test::with_more(
      {"check", "--snapshot", sample_file("faulty"), "--policy", "lossless-dscp26"}, more));
}

struct OutputFiles : testing::Test {
  TemporaryDirectory directory;
  [[nodiscard]] std::string file(const std::string& name) const {
    return (directory.path() / name).string();
  }
};

TEST_F(OutputFiles, AreWrittenBesideTheReport) {
  const auto run =
      check({"--output", "json=" + file("a.json"), "--output", "prometheus=" + file("a.prom"),
             "--output", "junit=" + file("a.xml"), "--output", "ndjson=" + file("a.ndjson"),
             "--output", "snapshot=" + file("a.snapshot"), "--output", "text=" + file("a.txt"),
             "--output", "gate=" + file("a.gate")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.out, StartsWith("NOT READY"));
  EXPECT_EQ(read_file(file("a.json")), check({"--format", "json"}).out);
  EXPECT_EQ(read_file(file("a.prom")), check({"--format", "prometheus"}).out);
  EXPECT_EQ(read_file(file("a.xml")), check({"--format", "junit"}).out);
  EXPECT_EQ(read_file(file("a.ndjson")), check({"--format", "ndjson"}).out);
  EXPECT_EQ(read_file(file("a.gate")), check({"--format", "gate"}).out);
  EXPECT_EQ(read_file(file("a.txt")), run.out);
  EXPECT_EQ(run_rocelint({"diff", file("a.snapshot"), sample_file("faulty")}).exit_code, 0);
  // Nothing is left of the files that were moved into their places.
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory.path())) {
    ++files;
  }
  EXPECT_EQ(files, 7U);
}

TEST_F(OutputFiles, ReplaceWhatWasThere) {
  const auto old = directory.write("a.json", "old");
  EXPECT_EQ(check({"--output", "json=" + old}).exit_code, 1);
  EXPECT_THAT(read_file(old), StartsWith("{\"schema\""));
}

TEST_F(OutputFiles, AreNotWrittenThroughALinkThatStandsInTheirWay) {
  const auto victim = directory.write("victim", "precious");
  // exec keeps the process id, of which the name of the file beside is made.
  const auto line = "cd " + directory.path().string() + " && ln -s victim a.json.new.$$ && exec " +
                    ROCELINT_COMMAND + " check --snapshot " + sample_file("healthy") +
                    " --output json=a.json > /dev/null";
  EXPECT_EQ(std::system(line.c_str()), 0);  // NOLINT(concurrency-mt-unsafe): one thread
  EXPECT_EQ(read_file(victim), "precious");
  EXPECT_FALSE(std::filesystem::is_symlink(file("a.json")));
  EXPECT_THAT(read_file(file("a.json")), StartsWith("{\"schema\""));
}

TEST_F(OutputFiles, ThatCantBeWrittenAreAnErrorUnlessTheGateStops) {
  const auto nowhere = "json=" + file("no/directory.json");
  const auto stopped = check({"--output", nowhere});
  EXPECT_EQ(stopped.exit_code, 1);
  EXPECT_THAT(stopped.err, HasSubstr("no/directory.json: can't be written"));
  const std::vector<std::string> healthy{
      "check", "--snapshot", sample_file("healthy"), "--output", nowhere, "--fail-on", "not_ready"};
  EXPECT_EQ(run_rocelint(healthy).exit_code, 4);
  auto tolerant = healthy;
  tolerant.insert(tolerant.end(), {"--on-error", "pass"});
  EXPECT_EQ(run_rocelint(tolerant).exit_code, 0);
}

TEST_F(OutputFiles, OfNoKnownFormatAreAnErrorOfUse) {
  for (const auto* output : {"yaml=x", "json", "json=", "=x", "json=-"}) {
    const auto run = check({"--output", output});
    EXPECT_EQ(run.exit_code, 2) << output;
    EXPECT_THAT(run.err, HasSubstr("--output")) << output;
  }
}

TEST(Ndjson, EveryLineSaysWhatItIsAndOfWhichHost) {
  const auto run = check({"--format", "ndjson"});
  std::map<std::string, int> kinds;
  for (const auto& line : test::lines_of(run.out)) {
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["hostname"], "gpu0418");
    const auto kind = json["kind"].get<std::string>();
    EXPECT_TRUE(json.contains(kind)) << line;
    ++kinds[kind];
  }
  EXPECT_EQ(kinds["report"], 1);
  EXPECT_GT(kinds["port"], 7);
  EXPECT_GT(kinds["finding"], 3);
}

}  // namespace
}  // namespace rocelint
