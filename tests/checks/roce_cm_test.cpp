// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

using testing::HasSubstr;

const std::string kDirectory = "/sys/kernel/config/rdma_cm/mlx5_0/ports/1/";
const std::string kTrafficClass = "/sys/class/infiniband/mlx5_0/tc/1/traffic_class";

RdmaPort read(const FakeHost& host) {
  ProbeEnv env(host.dead());
  return port_of(run(checks::roce_cm, env, host_of(1)), "mlx5_0");
}

TEST(RoceCmModule, ReadsTheDirectoryThatSomebodyMade) {
  const FakeHost host;
  host.tree.file(kDirectory + "default_roce_mode", "RoCE v2\n");
  host.tree.file(kDirectory + "default_roce_tos", "106\n");
  const auto port = read(host);
  EXPECT_TRUE(port.cm.default_roce_mode.is(GidType::roce_v2));
  EXPECT_TRUE(port.cm.default_roce_tos.is(106));
  host.tree.file(kDirectory + "default_roce_mode", "IB/RoCE v1\n");
  EXPECT_TRUE(read(host).cm.default_roce_mode.is(GidType::roce_v1));
  host.tree.file(kDirectory + "default_roce_mode", "RoCE v3\n");
  EXPECT_EQ(reason_of(read(host).cm.default_roce_mode), Reason::malformed);
}

TEST(RoceCmModule, MakesNoDirectoryAndNamesWhoDoes) {
  const FakeHost host;
  const auto without = read(host).cm.default_roce_tos;
  EXPECT_EQ(reason_of(without), Reason::not_found);
  EXPECT_THAT(without.unknown()->detail, HasSubstr("not loaded"));

  host.tree.directory("/sys/kernel/config/rdma_cm");
  const auto port = read(host);
  EXPECT_EQ(reason_of(port.cm.default_roce_mode), Reason::not_found);
  EXPECT_THAT(port.cm.default_roce_mode.unknown()->detail,
              HasSubstr("cma_roce_mode -d mlx5_0 -p 1"));
  EXPECT_THAT(port.cm.default_roce_tos.unknown()->detail, HasSubstr("cma_roce_tos -d mlx5_0 -p 1"));
  EXPECT_FALSE(std::filesystem::exists(host.tree.at("/sys/kernel/config/rdma_cm/mlx5_0")));
}

TEST(RoceCmModule, TakesADirectoryThatIsHiddenForNoneThatNobodyMade) {
  for (const std::string hidden : {"/sys/kernel/config", "/sys/kernel/config/rdma_cm/mlx5_0"}) {
    const FakeHost host;
    host.tree.link(hidden, hidden);
    EXPECT_EQ(reason_of(read(host).cm.default_roce_mode), Reason::io_error) << hidden;
    EXPECT_EQ(reason_of(read(host).cm.default_roce_tos), Reason::io_error) << hidden;
  }
}

struct Row {
  std::string name;
  std::string text;
  std::optional<std::vector<TrafficClassRule>> rules;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class TrafficClassFile : public testing::TestWithParam<Row> {};

TEST_P(TrafficClassFile, IsUnderstood) {
  const FakeHost host;
  host.tree.file(kTrafficClass, GetParam().text);
  const auto rules = read(host).traffic_classes;
  if (GetParam().rules) {
    EXPECT_EQ(value_of(rules), *GetParam().rules);
  } else {
    EXPECT_EQ(reason_of(rules), Reason::malformed);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, TrafficClassFile,
    testing::Values(
        Row{"nothing_set", "", std::vector<TrafficClassRule>{}},
        Row{"global", "Global tclass=106\n", {{{"", 106}}}},
        Row{"by_address", "dst_ip=192.0.2.0/24,tclass=96\n", {{{"dst_ip=192.0.2.0/24", 96}}}},
        Row{"both",
            "Global tclass=0\nsrc_ip=192.0.2.1,dst_ip=192.0.2.2/32,tclass=104\n"
            "dst_ip6=2001:0db8:0000:0000:0000:0000:0000:0001,tclass=255\n",
            {{{"", 0},
              {"src_ip=192.0.2.1,dst_ip=192.0.2.2/32", 104},
              {"dst_ip6=2001:0db8:0000:0000:0000:0000:0000:0001", 255}}}},
        Row{"no_class", "dst_ip=192.0.2.0/24\n", {}}, Row{"no_number", "Global tclass=\n", {}},
        Row{"too_large", "Global tclass=256\n", {}}, Row{"negative", "Global tclass=-1\n", {}},
        Row{"more_behind_it", "Global tclass=106x\n", {}}, Row{"no_match", "tclass=106\n", {}},
        Row{"empty_line", "\nGlobal tclass=106\n", {{{"", 106}}}}),
    [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

TEST(RoceCmModule, ADriverWithoutForcedClassesIsUnsupported) {
  const FakeHost host;
  EXPECT_EQ(reason_of(read(host).traffic_classes), Reason::unsupported);
}

TEST(RoceCmModule, ForcedClassesThatCanNotBeLookedForAreNotUnsupported) {
  const FakeHost host;
  host.tree.file("/sys/class/infiniband/mlx5_0/tc", "no directory");
  EXPECT_EQ(reason_of(read(host).traffic_classes), Reason::io_error);
}

TEST(RoceCmModule, LeavesEverythingUncollectedWithoutRdma) {
  const FakeHost host;
  ProbeEnv env(host.dead());
  EXPECT_EQ(run(checks::roce_cm, env), Snapshot{});
}

}  // namespace
}  // namespace rocelint
