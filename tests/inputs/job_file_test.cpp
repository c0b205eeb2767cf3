// SPDX-License-Identifier: Apache-2.0
#include "inputs/job_file.h"

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rocelint {
namespace {

using Lines = std::vector<std::string>;
using namespace std::string_view_literals;

/// "NAME=VALUE (origin)" for each setting.
Lines words_of(const JobSettings& settings) {
  Lines words;
  for (const auto& [name, setting] : settings) {
    words.push_back(name + "=" + setting.value + " (" + setting.origin + ")");
  }
  return words;
}

TEST(JobFile, NamesThatGoIntoASnapshot) {
  for (const auto* ours : {"NCCL_IB_HCA", "RCCL_X", "UCX_TLS", "NCCL_CONF_FILE", "UCX_a1"}) {
    EXPECT_TRUE(is_job_variable(ours)) << ours;
  }
  for (const auto* not_ours : {"", "NCCL_", "NCCL", "MY_NCCL_IB_HCA", "PATH", "NCCL_DEBUG ",
                               "NCCL-X", "AWS_SECRET_ACCESS_KEY"}) {
    EXPECT_FALSE(is_job_variable(not_ours)) << not_ours;
  }
}

struct Good {
  const char* name;
  std::string text;
  Lines settings;
};
void PrintTo(const Good& c, std::ostream* out) {
  *out << c.name;
}

class GoodJobFile : public testing::TestWithParam<Good> {};

TEST_P(GoodJobFile, IsRead) {
  const auto reading = read_job_file(GetParam().text, "job.env");
  EXPECT_TRUE(reading.errors.empty()) << to_string(reading.errors.front());
  EXPECT_EQ(words_of(reading.environment.settings), GetParam().settings);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, GoodJobFile,
    testing::Values(
        Good{"Empty", "", {}}, Good{"CommentsAndBlankLines", "# NCCL_A=1\n\n   \n  # x\n", {}},
        Good{"Plain",
             "NCCL_IB_HCA=mlx5_0,mlx5_1\nUCX_TLS=rc\n",
             {"NCCL_IB_HCA=mlx5_0,mlx5_1 (--job job.env:1)", "UCX_TLS=rc (--job job.env:2)"}},
        Good{"ExactNames", "NCCL_IB_HCA==mlx5_0:1", {"NCCL_IB_HCA==mlx5_0:1 (--job job.env:1)"}},
        Good{"NoValueIsAValue", "NCCL_IB_HCA=\n", {"NCCL_IB_HCA= (--job job.env:1)"}},
        Good{"ALaterLineWins",
             "NCCL_DEBUG=INFO\nNCCL_DEBUG=WARN",
             {"NCCL_DEBUG=WARN (--job job.env:2)"}},
        Good{"ExportAndQuotes",
             "export NCCL_IB_TC='106'\n  export NCCL_PROTO=\"LL,Simple\" # why\n"
             "declare -x UCX_A=\"x \\\"y\\\"\"\nexport NCCL_B=a\\ b'c d'\"e\"\n",
             {"NCCL_B=a bc de (--job job.env:4)", "NCCL_IB_TC=106 (--job job.env:1)",
              "NCCL_PROTO=LL,Simple (--job job.env:2)", "UCX_A=x \"y\" (--job job.env:3)"}},
        Good{"SeveralExportedAtOnce",
             "export NCCL_A=1 NCCL_B=2",
             {"NCCL_A=1 (--job job.env:1)", "NCCL_B=2 (--job job.env:1)"}},
        Good{"PlainValuesKeepBlanksAndWhatAShellWouldActOn",
             "NCCL_ALGO=broadcast:ring;allreduce:tree \nNCCL_X=a b\t# note\n",
             {"NCCL_ALGO=broadcast:ring;allreduce:tree (--job job.env:1)",
              "NCCL_X=a b (--job job.env:2)"}},
        Good{"LinesOfDos", "NCCL_IB_TC=106\r\n", {"NCCL_IB_TC=106 (--job job.env:1)"}},
        Good{"OtherVariablesAreNobodysBusiness",
             "PATH=$PATH:/opt/bin\nAWS_SECRET_ACCESS_KEY=x\nexport A=\"`date`\"\nset -e\n"
             "BASH_FUNC_module%%=() {  eval `x`\n}\nOLD=NCCL_A=1\n",
             {}},
        Good{"ASavedEnviron",
             std::string("NCCL_A=1\0NCCL_A=2\0UCX_B=x\ny\0"sv),
             {"NCCL_A=1 (--job job.env)", "UCX_B=x\ny (--job job.env)"}}),
    [](const auto& info) { return info.param.name; });

struct Bad {
  const char* name;
  std::string text;
  std::string error;
};
void PrintTo(const Bad& c, std::ostream* out) {
  *out << c.name;
}

class BadJobFile : public testing::TestWithParam<Bad> {};

TEST_P(BadJobFile, SaysWhereAndWhy) {
  const auto reading = read_job_file(GetParam().text, "job.env");
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(to_string(reading.errors.front()), GetParam().error);
}

constexpr auto kBehind = "not understood behind the setting: write one setting a line";

INSTANTIATE_TEST_SUITE_P(
    Collect, BadJobFile,
    testing::Values(
        Bad{"AVariableOfAShell", "X=1\nNCCL_IB_HCA=${HCAS}\n",
            "job.env:2:13: only a shell could expand this: write the value that it becomes"},
        Bad{"InQuotesToo", "export NCCL_IB_HCA=\"$HCAS\"",
            "job.env:1:21: only a shell could expand this: write the value that it becomes"},
        Bad{"AQuoteThatDoesNotEnd", "export NCCL_IB_HCA=\"mlx5_0\nmlx5_1\"",
            "job.env:1:20: the quote does not end in this line"},
        Bad{"NoValue", "  NCCL_IB_HCA\n",
            "job.env:1:3: NCCL_IB_HCA has no value here: write NCCL_IB_HCA=VALUE"},
        Bad{"BlanksAroundTheSign", "NCCL_DEBUG = WARN",
            "job.env:1:1: NCCL_DEBUG has no value here: write NCCL_DEBUG=VALUE"},
        Bad{"TwoCommands", "export NCCL_A=1; export NCCL_B=2",
            std::string("job.env:1:16: ") + kBehind + ", and quote what a shell would act on"},
        Bad{"TwoSettings", "NCCL_A='1' NCCL_B=2", std::string("job.env:1:12: ") + kBehind},
        Bad{"GoesOn", "NCCL_IB_HCA=mlx5_0,\\\nmlx5_1",
            "job.env:1:20: goes on in the next line, which is not read: write it in one"},
        Bad{"InACondition", "[ -n \"$RANK\" ] && export NCCL_A=1",
            "job.env:1:1: sets NCCL_A in a way that only a shell understands: write a line "
            "NCCL_A=VALUE"},
        Bad{"OnACommandLine", "mpirun -x NCCL_A=1 ./train",
            "job.env:1:1: sets NCCL_A in a way that only a shell understands: write a line "
            "NCCL_A=VALUE"},
        Bad{"BehindAnother", "export RANK=$X NCCL_A=1",
            "job.env:1:13: write the setting of NCCL_A in a line of its own"}),
    [](const auto& info) { return info.param.name; });

TEST(JobFile, HomeIsKnownToFindTheUsersFile) {
  EXPECT_EQ(read_job_file("export HOME=/home/ada\n", "x").environment.home, "/home/ada");
  EXPECT_EQ(read_environ("HOME=/home/ada\0HOME=/x\0"sv, "x").home, "/home/ada");
}

TEST(NcclConf, FillsWhatTheEnvironmentLeavesOpen) {
  JobSettings settings{{"NCCL_A", {.value = "1", .origin = "environment"}}};
  add_nccl_conf(settings,
                "# NCCL_C=1\nNCCL_A=2\nNCCL_B=x # y\nNCCL_B=z\nNCCL_D = 4\nLD_PRELOAD=x\n#NCCL_E=1",
                "/etc/nccl.conf");
  EXPECT_EQ(words_of(settings),
            (Lines{"NCCL_A=1 (environment)", "NCCL_B=x # y (/etc/nccl.conf:3)"}))
      << "nothing is trimmed, as in NCCL itself";
}

TEST(NcclConf, LongValuesAreCutAsNcclCutsThem) {
  JobSettings settings;
  add_nccl_conf(settings, "NCCL_A=" + std::string(2000, 'x'), "c");
  EXPECT_EQ(settings["NCCL_A"].value.size(), 1023U);
}

}  // namespace
}  // namespace rocelint
