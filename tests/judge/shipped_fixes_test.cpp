// SPDX-License-Identifier: Apache-2.0

// Commands of shipped rules that depend on what the host has, or on what a driver refuses.

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/report.h"

#include "tests/judge/engine_support.h"
#include "tests/judge/third_port.h"

namespace rocelint {
namespace {

using testing_support::finding;
using testing_support::judge_with;
using testing_support::on_netdev;
using testing_support::patch;
using testing_support::patched;
using testing_support::profile;
using testing_support::replace;

struct Row {
  std::string name;
  std::string rule;
  std::vector<std::string> set;      ///< over lossless-dscp26
  std::vector<std::string> changes;  ///< of the third port
  std::string command;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class ShippedFix : public testing::TestWithParam<Row> {};

TEST_P(ShippedFix, IsTheCommandForThisPort) {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  const auto& row = GetParam();
  const auto report =
      judge_with(patched(patch(row.changes)), profile("lossless-dscp26", row.set), kRules);
  const auto& found = finding(report, row.rule + "@0000:38:00.0/1");
  EXPECT_EQ(found.outcome, Outcome::fail);
  ASSERT_THAT(found.fix, testing::SizeIs(1));
  EXPECT_EQ(found.fix[0].run, row.command);
}

std::string tsa(const std::string& kinds) {
  return on_netdev("dcb/ets/tc_tsa", kinds);
}
std::string shares(const std::string& percents) {
  return on_netdev("dcb/ets/tc_bandwidth_percent", percents);
}

std::string default_route(const std::string& family, const std::string& netdev,
                          const std::string& gateway) {
  return R"({"destination":"default","table":254,"source":"","metric":0,"from":"","family":")" +
         family + R"(","netdev":")" + netdev + R"(","gateway":")" + gateway + R"("})";
}
std::string take_away(const std::string& route) {
  return "# make sure that a default route uses 'mgmt*', then delete '" + route +
         "': ip route delete default, ip -6 route delete default; routers advertise the IPv6 route "
         "again where accept_ra is on";
}
std::string routes(const std::string& list) {
  return replace("/host/routing/routes", '[' + list + ']');
}

const std::string kAllEts = R"(["ets","ets","ets","ets","ets","ets","ets","ets"])";
const std::string kTwoStrict = R"(["strict","ets","ets","ets","ets","ets","strict","ets"])";
const std::string kSharesOfTwoStrict = "[0,20,10,50,10,5,0,5]";
const std::string kThreeWithZero = "[0,1,2,0,4,5,6,7]";
const std::vector<std::string> kStrictCnps{"cnp.strict=true"};
const std::vector<std::string> kMgmt{"socket_interfaces=[mgmt*]"};
const std::string kBnxt = replace("/host/devices/2/driver", R"("bnxt_en")");

INSTANTIATE_TEST_SUITE_P(
    Rows, ShippedFix,
    testing::Values(
        Row{"one_encoding_of_several",
            "fec-not-policy",
            {"fec=[llrs, rs]"},
            {on_netdev("fec/active", R"("baser")")},
            "ethtool --set-fec ens3np0 encoding rs"},
        Row{"the_encoding_of_the_policy",
            "fec-not-policy",
            {"fec=[llrs]"},
            {on_netdev("fec/active", R"("rs")")},
            "ethtool --set-fec ens3np0 encoding llrs"},
        Row{"no_encoding",
            "fec-not-policy",
            {"fec=[none]"},
            {on_netdev("fec/active", R"("rs")")},
            "ethtool --set-fec ens3np0 encoding off"},
        Row{"cnps_without_a_share",
            "ets-cnp-not-strict",
            kStrictCnps,
            {tsa(kAllEts)},
            "dcb ets set dev ens3np0 tc-tsa 6:strict tc-bw 6:0"},
        Row{"cnps_whose_share_goes_to_roce",
            "ets-cnp-not-strict",
            kStrictCnps,
            {tsa(kAllEts), shares("[10,10,10,50,5,5,5,5]")},
            "dcb ets set dev ens3np0 tc-tsa 6:strict tc-bw 6:0 3:55"},
        Row{"cnps_whose_share_roce_has_no_use_for",
            "ets-cnp-not-strict",
            kStrictCnps,
            {tsa(R"(["ets","ets","ets","strict","ets","ets","ets","ets"])"),
             shares("[30,20,20,0,10,10,5,5]")},
            "# make the CNP class strict and give its share to another class (the shares must sum "
            "to 100): dcb ets set dev ens3np0 tc-tsa 6:strict tc-bw CLASS:PERCENT"},
        Row{"cnps_of_mlx5_as_it_is_loaded",
            "ets-cnp-not-strict",
            kStrictCnps,
            {tsa(R"(["vendor","vendor","vendor","vendor","vendor","vendor","vendor","vendor"])"),
             shares("[100,100,100,100,100,100,100,100]")},
            "dcb ets set dev ens3np0 tc-tsa 6:strict tc-bw 0:0 1:0 2:0 3:0 4:0 5:0 6:0 7:0"},
        Row{"class_of_mlx5_shared_with_best_effort",
            "ets-tc-shared-with-default",
            {},
            {on_netdev("dcb/ets/prio_tc", kThreeWithZero)},
            "dcb ets set dev ens3np0 prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 tc-bw 6:0"},
        Row{"class_of_bnxt_shared_with_best_effort",
            "ets-tc-shared-with-default",
            {},
            {on_netdev("dcb/ets/prio_tc", kThreeWithZero), kBnxt},
            "# give each priority with PFC on ens3np0 its own class with a share (the shares must "
            "sum to 100): dcb ets set dev ens3np0 prio-tc PRIORITY:CLASS tc-tsa CLASS:ets tc-bw "
            "CLASS:PERCENT"},
        Row{"class_of_bnxt_shared_with_another",
            "ets-tc-shared",
            {},
            {on_netdev("dcb/ets/prio_tc", "[0,1,2,3,4,3,6,7]"), kBnxt},
            "# give priority 3 its own class with a share (the shares must sum to 100): dcb ets "
            "set dev ens3np0 prio-tc PRIORITY:CLASS tc-tsa CLASS:ets tc-bw CLASS:PERCENT"},
        Row{"strict_class_of_mlx5",
            "ets-starved",
            {},
            {tsa(kTwoStrict), shares(kSharesOfTwoStrict)},
            "dcb ets set dev ens3np0 tc-tsa 0:ets tc-bw 0:0 6:0"},
        Row{"strict_class_of_bnxt",
            "ets-starved",
            {},
            {tsa(kTwoStrict), shares(kSharesOfTwoStrict), kBnxt},
            "# give the classes of priority 0 a share as well (the shares must sum to 100): dcb "
            "ets set dev ens3np0 tc-tsa CLASS:ets tc-bw CLASS:PERCENT"},
        Row{"default_route_beside_another",
            "routing-default-route",
            kMgmt,
            {routes(default_route("ipv4", "ens3np0", "10.3.0.1") + ',' +
                    default_route("ipv4", "mgmt0", "198.51.100.1"))},
            "ip route delete default dev ens3np0"},
        Row{"the_only_default_route",
            "routing-default-route",
            kMgmt,
            {routes(default_route("ipv4", "ens3np0", "10.3.0.1"))},
            take_away("ens3np0 via 10.3.0.1")},
        Row{"default_route_of_ipv6",
            "routing-default-route",
            kMgmt,
            {routes(default_route("ipv6", "ens3np0", "fe80::1") + ',' +
                    default_route("ipv4", "mgmt0", "198.51.100.1"))},
            take_away("ens3np0 via fe80::1")}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
