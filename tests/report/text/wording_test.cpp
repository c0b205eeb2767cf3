// SPDX-License-Identifier: Apache-2.0
#include "report/text/wording.h"

#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/report/sample_reports.h"

namespace rocelint {
namespace {

struct Row {
  std::string name;
  std::string input;
  std::string expected;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}
std::string name_of(const testing::TestParamInfo<Row>& row) {
  return row.param.name;
}

class ShortFact : public testing::TestWithParam<Row> {};
TEST_P(ShortFact, LeavesOutWhatTheSubjectSays) {
  EXPECT_EQ(short_fact(GetParam().input, test::subject_of(0)),
            GetParam().expected);  // mlx5_0, ens1np0
}
INSTANTIATE_TEST_SUITE_P(
    Rows, ShortFact,
    testing::Values(
        Row{"own_netdev", R"(host.netdevs["ens1np0"].dcb.pfc.enabled)", "dcb.pfc.enabled"},
        Row{"other_netdev", R"(host.netdevs["bond0"].mtu_bytes)", "bond0 mtu_bytes"},
        Row{"own_port", R"(host.devices["mlx5_0"].ports[1].state)", "state"},
        Row{"other_port", R"(host.devices["mlx5_0"].ports[2].state)", "port 2 state"},
        Row{"other_device", R"(host.devices["mlx5_9"].ports[2].state)", "mlx5_9/2 state"},
        Row{"host_fact", "host.verbs_library", "verbs_library"},
        Row{"inner_list", R"(host.devices["mlx5_0"].ports[1].gids[3].type)", "gids[3].type"},
        Row{"derived", "path.tx_priority", "path.tx_priority"},
        Row{"whole_netdev", R"(host.netdevs["bond0"])", "bond0"}, Row{"empty", "", ""},
        Row{"bracket_in_name", R"(host.netdevs["a]b"].carrier)", "a]b carrier"},
        Row{"unterminated", R"(host.netdevs["ens)", R"(netdevs["ens)"}),
    name_of);

class ValueInWords : public testing::TestWithParam<Row> {};
TEST_P(ValueInWords, ReadsAsPeopleWrite) {
  EXPECT_EQ(value_in_words(GetParam().input), GetParam().expected);
}
INSTANTIATE_TEST_SUITE_P(
    Rows, ValueInWords,
    testing::Values(Row{"empty_list", "[]", "none"}, Row{"list", "[3,4]", "[3, 4]"},
                    Row{"text", R"("rs")", "rs"}, Row{"number", "1024", "1024"},
                    Row{"flag", "false", "false"}, Row{"object", R"({"a":1})", R"({"a":1})"},
                    Row{"not_json", "{", "{"}),
    name_of);

struct SubjectRow {
  std::string name;
  Subject subject;
  std::string expected;
};
void PrintTo(const SubjectRow& row, std::ostream* out) {
  *out << row.name;
}

class SubjectName : public testing::TestWithParam<SubjectRow> {};
TEST_P(SubjectName, IsShort) {
  EXPECT_EQ(subject_name(GetParam().subject), GetParam().expected);
}

Subject subject(Scope scope, std::string device, std::int64_t port, std::string netdev,
                std::string gid) {
  Subject subject;
  subject.scope = scope;
  subject.device = std::move(device);
  subject.port = port;
  subject.netdev = std::move(netdev);
  subject.gid = std::move(gid);
  return subject;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, SubjectName,
    testing::Values(SubjectRow{"host", subject(Scope::host, "", 0, "", ""), "host"},
                    SubjectRow{"device", subject(Scope::device, "mlx5_0", 0, "", ""), "mlx5_0"},
                    SubjectRow{"port", subject(Scope::port, "mlx5_0", 1, "ens5", ""), "mlx5_0"},
                    SubjectRow{"second_port", subject(Scope::port, "mlx5_0", 2, "ens5", ""),
                               "mlx5_0/2"},
                    SubjectRow{"netdev", subject(Scope::netdev, "mlx5_0", 1, "ens5", ""), "ens5"},
                    SubjectRow{"gid", subject(Scope::gid, "mlx5_0", 1, "ens5", "index 3"),
                               "mlx5_0 gid index 3"}),
    [](const testing::TestParamInfo<SubjectRow>& row) { return row.param.name; });

TEST(Wording, EveryDisruptionIsLoudButNone) {
  EXPECT_EQ(disruption(Disrupts::none), "");
  for (const auto disrupts : {Disrupts::link, Disrupts::reset, Disrupts::reboot}) {
    EXPECT_TRUE(disruption(disrupts).find("drain the node first") != std::string_view::npos);
  }
}

}  // namespace
}  // namespace rocelint
