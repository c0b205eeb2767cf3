// SPDX-License-Identifier: Apache-2.0
#include "facts/fact_list.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

namespace rocelint {
namespace {

const FactRow* row_of(const std::vector<FactRow>& rows, std::string_view path) {
  const auto row = std::ranges::find_if(rows, [&](const FactRow& r) { return r.path == path; });
  return row == rows.end() ? nullptr : &*row;
}

struct RowCase {
  std::string name;
  std::string path;
  std::string type;
  std::string unit;
  FieldRole role = FieldRole::state;
};
void PrintTo(const RowCase& row, std::ostream* out) {
  *out << row.name;
}

class FactRows : public testing::TestWithParam<RowCase> {};

TEST_P(FactRows, SayWhatAFactIs) {
  const auto rows = list_facts(kType<Snapshot>);
  const auto* row = row_of(rows, GetParam().path);
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->type, GetParam().type);
  EXPECT_EQ(row->unit, GetParam().unit);
  EXPECT_EQ(row->role, GetParam().role);
}

INSTANTIATE_TEST_SUITE_P(
    Facts, FactRows,
    testing::Values(
        RowCase{"plain_text", "taken_at", "string", ""},
        RowCase{"list_of_structures", "host.netdevs", "list<Netdev>", ""},
        RowCase{"key", "host.netdevs.name", "string", "", FieldRole::key},
        RowCase{"bytes", "host.netdevs.mtu_bytes", "int", "bytes"},
        RowCase{"structure", "host.netdevs.dcb.pfc", "Pfc", ""},
        RowCase{"list_of_integers", "host.netdevs.dcb.pfc.enabled", "list<int>", ""},
        RowCase{"list_of_enums", "host.netdevs.dcb.ets.tc_tsa",
                "list<enum strict|cb_shaper|ets|vendor>", ""},
        RowCase{"enumeration", "host.netdevs.link.duplex", "enum half|full", ""},
        RowCase{"percent", "host.netdevs.dcb.ets.tc_bandwidth_percent", "list<int>", "%"},
        RowCase{"kilobits", "host.netdevs.dcb.tc_max_rate_kbps", "list<int>", "kb/s"},
        RowCase{"microseconds", "probe.modules.duration_us", "int", "us"},
        RowCase{"identity", "host.devices.max_speed_mbps", "int", "Mb/s", FieldRole::identity}),
    [](const auto& row) { return row.param.name; });

TEST(FactRows, LeaveOutWhatIsNoFactOfItsOwn) {
  const auto rows = list_facts(kType<Snapshot>);
  EXPECT_EQ(row_of(rows, "host"), nullptr);
  EXPECT_EQ(row_of(rows, "host.netdevs.dcb"), nullptr);
}

TEST(FactRows, NameTheCheckOfTheirRowOrOfWhatIsAroundThem) {
  const auto rows = list_facts(kType<Snapshot>);
  EXPECT_EQ(row_of(rows, "host.netdevs.mtu_bytes")->check, "link");
  EXPECT_EQ(row_of(rows, "host.netdevs.dcb.pfc.enabled")->check, "pfc");
  EXPECT_EQ(row_of(rows, "host.devices.ports.transport.cnp_sent")->check, "counters");
  EXPECT_EQ(row_of(rows, "host.system.firewall.input_chains")->check, "firewall");
  EXPECT_EQ(row_of(rows, "taken_at")->check, "");
}

TEST(FactRows, AreUnique) {
  std::map<std::string, int> seen;
  for (const auto& row : list_facts(kType<Snapshot>)) {
    EXPECT_EQ(++seen[row.path], 1) << row.path;
  }
  EXPECT_GT(seen.size(), 80U);
}

TEST(SpellType, OfMaps) {
  EXPECT_EQ((spell_type(kType<std::map<std::string, std::vector<Duplex>, std::less<>>>)),
            "map<string, list<enum half|full>>");
  EXPECT_EQ(spell_type(kType<double>), "double");
  EXPECT_EQ(spell_type(kType<Fact<bool>>), "bool");
}

TEST(UnitOf, NamesWithoutOne) {
  EXPECT_EQ(unit_of("carrier"), "");
  EXPECT_EQ(unit_of("bytes"), "");
  EXPECT_EQ(unit_of("delay_raw"), "");
  EXPECT_EQ(unit_of(""), "");
}

TEST(Words, OfRolesAndPrivileges) {
  EXPECT_EQ(enum_name(FieldRole::key), "key");
  EXPECT_EQ(enum_name(FieldRole::identity), "identity");
  EXPECT_EQ(enum_name(FieldRole::state), "state");
  EXPECT_EQ(enum_name(Privilege::none), "none");
  EXPECT_EQ(enum_name(Privilege::net_admin), "CAP_NET_ADMIN");
  EXPECT_EQ(enum_name(Privilege::root), "root");
}

}  // namespace
}  // namespace rocelint
