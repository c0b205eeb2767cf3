// SPDX-License-Identifier: Apache-2.0

// The options that say which job is to run: --job, --job-env, --pid, --traffic-class.

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "tests/support/command_run.h"

namespace rocelint {
namespace {

using test::run_rocelint;
using test::sample_file;
using test::TemporaryDirectory;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::IsEmpty;

nlohmann::json job_of(const test::CommandRun& run) {
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return nlohmann::json::parse(run.out)["job"];
}

TEST(Job, AFileGoesIntoTheSnapshotWithItsOrigin) {
  const TemporaryDirectory directory;
  const auto file =
      directory.write("job.env", "# of rank 0\nexport NCCL_IB_TC=106\nTOKEN=secret\n");
  const auto run = run_rocelint({"probe", "--root", directory.path().string(), "--job", file});
  const auto job = job_of(run);
  EXPECT_EQ(job["settings"]["NCCL_IB_TC"]["value"], "106");
  EXPECT_EQ(job["settings"]["NCCL_IB_TC"]["origin"], "--job " + file + ":2");
  EXPECT_EQ(job["settings"].size(), 1);
}

TEST(Job, WithoutOneTheSnapshotHasNone) {
  const TemporaryDirectory directory;
  const auto run = run_rocelint({"probe", "--root", directory.path().string()},
                                {.environment = {{"NCCL_IB_TC", "106"}}});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out.find("NCCL_IB_TC"), std::string::npos)
      << "a prolog's own environment is no job's";
}

TEST(Job, ABadFileIsExitTwoWithItsPlace) {
  const TemporaryDirectory directory;
  const auto file = directory.write("job.env", "\nNCCL_IB_HCA=$HCAS\n");
  for (const auto* command : {"probe", "check", "fix"}) {
    const auto run = run_rocelint({command, "--job", file});
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_THAT(run.err, HasSubstr(file + ":2:13: only a shell could expand this"));
    EXPECT_THAT(run.out, IsEmpty());
  }
}

TEST(Job, OfTheEnvironmentAndOfAProcess) {
  const auto own = job_of(
      run_rocelint({"probe", "--job-env"}, {.environment = {{"UCX_TLS", "rc"}, {"TOKEN", "x"}}}));
  EXPECT_EQ(own["settings"]["UCX_TLS"]["origin"], "environment");
  const auto pid = std::to_string(getpid());
  const auto process = job_of(run_rocelint({"probe", "--pid", pid}));
  EXPECT_GT(process["limits"]["open_files"], 0);
}

TEST(Job, AProcessThatIsNotThereIsExitTwo) {
  const auto run = run_rocelint({"check", "--pid", "2147483647"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--pid 2147483647: no such process"));
}

TEST(Job, ANumberOutOfRangeIsSaidAsItWasGiven) {
  const std::string huge = "99999999999999999999";  // more than 64 bits
  for (const auto& [option, value] :
       std::vector<std::pair<std::string, std::string>>{{"--pid", "0"},
                                                        {"--pid", "2147483648"},
                                                        {"--pid", huge},
                                                        {"--pid", '-' + huge},
                                                        {"--traffic-class", "256"},
                                                        {"--traffic-class", huge},
                                                        {"--timeout", huge},
                                                        {"--timeout", huge + "ms"},
                                                        {"--interval", huge},
                                                        {"--interval", "61m"}}) {
    const auto run = run_rocelint({"check", option + '=' + value});
    EXPECT_EQ(run.exit_code, 2) << option << ' ' << value;
    EXPECT_THAT(run.err, HasSubstr(option + ": "));
    EXPECT_THAT(run.err, ContainsRegex("[ \"]" + value + "[ \"]"));
  }
}

TEST(Job, ANumberIsDecimalOrRefused) {
  for (const auto* option : {"--pid", "--traffic-class"}) {
    for (const auto* value : {"0x10", "010b", "0b1", "1e1", "1.0", "+5", " 5", "5 ", "5x", "1'0"}) {
      const auto run = run_rocelint({"check", option + ("=" + std::string(value))});
      EXPECT_EQ(run.exit_code, 2) << option << ' ' << value;
      EXPECT_THAT(run.err, HasSubstr(option + (": \"" + std::string(value)) +
                                     "\" is not a whole number from "));
    }
  }
  // Octal 0377 is 255, the greatest traffic class.
  EXPECT_EQ(run_rocelint({"check", "--traffic-class", "0377"}).exit_code, 2);
  EXPECT_THAT(run_rocelint({"check", "--pid", "02147483647"}).err,
              HasSubstr("--pid 2147483647: no such process"));
}

TEST(Job, MayBeLaidOverASavedHost) {
  const TemporaryDirectory directory;
  const auto file = directory.write("job.env", "NCCL_IB_TC=106\n");
  const auto run = run_rocelint({"check", "--snapshot", sample_file("healthy"), "--job", file,
                                 "--policy", "lossless-dscp26", "--traffic-class", "106"});
  EXPECT_EQ(run.exit_code, 0) << run.err << run.out;
}

TEST(Job, OptionsThatDoNotGoTogether) {
  const auto healthy = sample_file("healthy");
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"check", "--snapshot", healthy, "--pid", "1"},
                                             {"check", "--snapshot", healthy, "--job-env"},
                                             {"check", "--job", "x", "--job-env"},
                                             {"check", "--job", "x", "--pid", "1"},
                                             {"probe", "--root", "/", "--pid", "1"},
                                             {"check", "--pid", "0"},
                                             {"check", "--traffic-class", "256"},
                                             {"check", "--snapshot", "-", "--job", "-"},
                                             {"check", "--baseline", "-", "--job", "-"},
                                             {"probe", "--root", "/", "--host-root", "/"},
                                             {"probe", "--root", "/", "--facts-exec"}}) {
    const auto run = run_rocelint(words);
    EXPECT_EQ(run.exit_code, 2) << words.back() << run.out;
  }
}

}  // namespace
}  // namespace rocelint
