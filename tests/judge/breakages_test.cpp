// SPDX-License-Identifier: Apache-2.0

// What the shipped rules say together: one thing broken on a healthy host is one root cause, the
// knob that a person would turn, and all else that fails follows from it.

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/engine_support.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::finding;
using testing_support::healthy;
using testing_support::judge_with;
using testing_support::patched;
using testing_support::profile;
using testing_support::root_causes;

const RuleSet& rules() {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  return kRules;
}

/// Members and their new values as JSON. Those of the port begin with "port/", others are of the
/// netdev.
using Changes = std::vector<std::pair<std::string, std::string>>;

/// What is broken on the third port, mlx5_2 on ens3np0 at 0000:38:00.0.
struct Breakage {
  std::string name;
  Changes changes;
  std::string root_cause;             ///< under lossless-dscp26
  std::string baseline = {};          ///< what baseline fails, if anything
  std::vector<std::string> set = {};  ///< on top of lossless-dscp26
};
void PrintTo(const Breakage& row, std::ostream* out) {
  *out << row.name;
}

std::string patch_of(const Breakage& row) {
  std::string operations;
  for (const auto& [member, value] : row.changes) {
    const bool of_port = member.starts_with("port/");
    const auto path =
        of_port ? "/host/devices/2/ports/0" + member.substr(4) : "/host/netdevs/2/" + member;
    operations += operations.empty() ? "[" : ",";
    operations += R"({"op":"replace","path":")" + path + R"(","value":)" + value + '}';
  }
  return operations + ']';
}

std::string on_that_port(const std::string& rule) {
  return rule + "@0000:38:00.0/1";
}

class Breakages : public testing::TestWithParam<Breakage> {};

TEST_P(Breakages, HaveOneRootCause) {
  const auto& row = GetParam();
  auto set = row.set;
  set.emplace_back("expect.ports=4");
  const auto report = judge_with(patched(patch_of(row)), profile("lossless-dscp26", set), rules());
  EXPECT_THAT(root_causes(report), ElementsAre(on_that_port(row.root_cause)));
  const auto& cause = finding(report, on_that_port(row.root_cause));
  EXPECT_THAT(cause.evidence, testing::Not(IsEmpty()));
  EXPECT_THAT(cause.message, testing::Not(testing::StrEq(cause.title))) << "a hole is unknown";
}

TEST_P(Breakages, FailUnderBaselineOnlyWhatIsWrongOnAnyFabric) {
  const auto& row = GetParam();
  const auto report = judge_with(patched(patch_of(row)), profile("baseline"), rules());
  std::vector<std::string> errors;
  for (const auto& finding : report.findings) {
    if (finding.outcome == Outcome::fail && finding.folded_under.empty() &&
        finding.severity >= Severity::error) {
      errors.push_back(finding.id);
    }
  }
  EXPECT_EQ(errors, row.baseline.empty() ? std::vector<std::string>{}
                                         : std::vector{on_that_port(row.baseline)});
}

std::string dscp_row(int dscp, int priority) {
  return R"({"selector":"dscp","protocol":)" + std::to_string(dscp) + R"(,"priority":)" +
         std::to_string(priority) + '}';
}
Changes app(const std::vector<std::string>& rows) {
  std::string list;
  for (const auto& row : rows) {
    list += (list.empty() ? "" : ",") + row;
  }
  return {{"dcb/app", '[' + list + ']'}};
}
const std::string kData = dscp_row(26, 3);
const std::string kCnp = dscp_row(48, 6);

/// As DSCP / 8 has it, but for those of priority 3, which go to best effort.
std::vector<std::string> whole_table_without_3() {
  std::vector<std::string> rows;
  for (int dscp = 0; dscp < 64; ++dscp) {
    rows.push_back(dscp_row(dscp, dscp / 8 == 3 ? 0 : dscp / 8));
  }
  return rows;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Breakages,
    testing::Values(
        Breakage{"pfc_off", {{"dcb/pfc/enabled", "[]"}}, "pfc-off"},
        Breakage{
            "pfc_on_an_extra_priority", {{"dcb/pfc/enabled", "[3,4]"}}, "pfc-on-other-priority"},
        Breakage{
            "pfc_on_the_priority_of_cnps", {{"dcb/pfc/enabled", "[3,6]"}}, "pfc-on-other-priority"},
        Breakage{"pfc_on_the_wrong_priority", {{"dcb/pfc/enabled", "[4]"}}, "pfc-off"},
        Breakage{"dscp_26_deleted", app({kCnp}), "qos-dscp-not-mapped"},
        Breakage{"dscp_26_on_best_effort", app({dscp_row(26, 0), kCnp}), "qos-dscp-wrong-priority"},
        Breakage{"nothing_leads_to_priority_3", app(whole_table_without_3()),
                 "qos-dscp-wrong-priority", "pfc-priority-unreachable"},
        Breakage{"dscp_26_mapped_twice", app({dscp_row(26, 0), kData, kCnp}),
                 "qos-dscp-mapped-twice"},
        Breakage{"all_dscp_entries_gone", app({}), "qos-trust-not-policy"},
        Breakage{"cnps_on_the_data_priority", app({kData, dscp_row(48, 3)}),
                 "qos-cnp-on-roce-priority"},
        Breakage{"cnps_on_best_effort", app({kData, dscp_row(48, 0)}), "qos-cnp-wrong-priority"},
        Breakage{"dscp_48_deleted", app({kData}), "qos-cnp-not-mapped"},
        Breakage{"best_effort_on_the_data_priority", app({dscp_row(0, 3), kData, kCnp}),
                 "qos-default-priority-is-roce"},
        Breakage{"roce_in_the_class_of_best_effort",
                 {{"dcb/ets/prio_tc", "[0,1,2,0,4,5,6,7]"}},
                 "ets-tc-shared-with-default",
                 "ets-tc-shared-with-default"},
        Breakage{"roce_in_the_class_of_cnps",
                 {{"dcb/ets/prio_tc", "[0,1,2,3,4,5,3,7]"}},
                 "ets-tc-shared"},
        Breakage{"roce_served_after_a_strict_class",
                 {{"dcb/ets/tc_tsa", R"(["strict","ets","ets","ets","ets","ets","strict","ets"])"},
                  {"dcb/ets/tc_bandwidth_percent", "[0,10,10,60,10,5,0,5]"}},
                 "ets-starved"},
        Breakage{"share_below_policy",
                 {{"dcb/ets/tc_bandwidth_percent", "[40,10,10,20,10,5,0,5]"}},
                 "ets-share-below-policy"},
        Breakage{"shares_do_not_sum_up",
                 {{"dcb/ets/tc_bandwidth_percent", "[40,10,10,50,10,5,0,5]"}},
                 "ets-bandwidth-sum"},
        Breakage{"rate_limit",
                 {{"dcb/tc_max_rate_kbps", "[0,0,0,100000000,0,0,0,0]"}},
                 "ets-rate-limit"},
        Breakage{"buffer_of_nothing",
                 {{"dcb/buffer/prio_buffer", "[0,0,0,2,0,0,0,0]"}},
                 "buffer-too-small"},
        Breakage{"buffer_emptied",
                 {{"dcb/buffer/buffer_size_bytes", "[524032,0,0,0,0,0,0,0]"}},
                 "buffer-too-small"},
        Breakage{"buffer_shared_with_best_effort",
                 {{"dcb/buffer/prio_buffer", "[0,0,0,0,0,0,0,0]"}},
                 "buffer-shared"},
        Breakage{"global_pause", {{"pause/rx", "true"}}, "pause-with-pfc", "pause-with-pfc"},
        Breakage{"dcbx_speaks_cee",
                 {{"dcb/dcbx/cee", "true"}, {"dcb/dcbx/ieee", "false"}},
                 "qos-dcbx-cee"},
        Breakage{"fec_off", {{"fec/active", R"("none")"}}, "fec-off", "fec-off"},
        Breakage{"fec_other_than_policy",
                 {{"fec/active", R"("llrs")"}},
                 "fec-not-policy",
                 {},
                 {"fec=[rs]"}},
        Breakage{"fec_unlike_siblings", {{"fec/active", R"("llrs")"}}, "fec-unlike-siblings"},
        Breakage{"a_quarter_of_the_speed",
                 {{"link/speed_mbps", "100000"}, {"port/verbs_speed_mbps", "100000"}},
                 "link-speed-below-policy",
                 {},
                 {"expect.speed_mbps=400000"}},
        Breakage{"speed_unlike_siblings",
                 {{"link/speed_mbps", "100000"}, {"port/verbs_speed_mbps", "100000"}},
                 "link-speed-unlike-siblings"},
        Breakage{"mtu_1500",
                 {{"mtu_bytes", "1500"}, {"port/active_mtu_bytes", "1024"}},
                 "mtu-active-below-policy"},
        Breakage{"mtu_4096_without_headers",
                 {{"mtu_bytes", "4096"}, {"port/active_mtu_bytes", "2048"}},
                 "mtu-active-below-policy"},
        Breakage{
            "no_routable_gid",
            {{"port/gids",
              R"([{"index":0,"gid":"fe80::1","type":"roce_v1","netdev":"ens3np0"},{"index":1,"gid":"fe80::1","type":"roce_v2","netdev":"ens3np0"}])"},
             {"addresses", "[]"}},
            "addressing-none",
            "addressing-none"},
        Breakage{"only_gids_of_v1",
                 {{"port/gids", R"([{"index":0,"gid":"fe80::1","type":"roce_v1",
                                     "netdev":"ens3np0"}])"}},
                 "gid-no-v2",
                 "gid-no-v2"},
        Breakage{"port_down",
                 {{"port/state", R"("down")"}, {"carrier", "false"}},
                 "port-down",
                 "port-down"},
        Breakage{"shares_unlike_siblings",
                 {{"dcb/ets/tc_bandwidth_percent", "[5,15,10,50,10,5,0,5]"}},
                 "ets-unlike-siblings"}),
    [](const auto& row) { return row.param.name; });

TEST(Breakages, OwnerOfDcbIsAskedForByName) {
  const auto firmware = patched(R"([
    {"op":"replace","path":"/host/netdevs/2/dcb/dcbx/host","value":false}])");
  EXPECT_THAT(root_causes(judge_with(firmware, profile("lossless-dscp26"), rules())), IsEmpty());
  EXPECT_THAT(
      root_causes(judge_with(firmware, profile("lossless-dscp26", {"dcbx.owner=host"}), rules())),
      ElementsAre(on_that_port("qos-dcbx-owner-not-policy")));
}

TEST(Breakages, ADeviceGoneIsOne) {
  const auto report = judge_with(patched(R"([{"op":"remove","path":"/host/devices/2"},
                             {"op":"remove","path":"/host/netdevs/2"}])"),
                                 profile("lossless-dscp26", {"expect.ports=4"}), rules());
  EXPECT_THAT(root_causes(report), ElementsAre("ports-expected@compute"));
}

// mlx5 after a driver load: what nobody set is healthy.
TEST(Breakages, AllVendorClassesAreNone) {
  auto host = healthy();
  for (auto& netdev : *host.host.netdevs.known()) {
    auto& ets = *netdev.dcb.ets.known();
    ets.prio_tc = {1, 0, 2, 3, 4, 5, 6, 7};
    ets.tc_tsa = std::vector(8, Tsa::vendor);
    ets.tc_bandwidth_percent = std::vector<std::int64_t>(8, 100);
  }
  const auto report = judge_with(host, profile("lossless-dscp26", {"expect.ports=4"}), rules());
  EXPECT_EQ(report.verdict, Verdict::ready);
}

}  // namespace
}  // namespace rocelint
