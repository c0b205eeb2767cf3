// SPDX-License-Identifier: Apache-2.0

// What one thing costs that is wrong with a port: verdict, score, the commands that fix it, and
// what is told as its consequence.

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

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::finding;
using testing_support::judge_with;
using testing_support::on_netdev;
using testing_support::on_port;
using testing_support::patch;
using testing_support::patched;
using testing_support::profile;
using testing_support::root_causes;

const RuleSet& rules() {
  static const RuleSet kRules = testing_support::shipped_rule_set();
  return kRules;
}

/// One thing wrong with the third port.
struct Breakage {
  std::string name;
  std::string patch;
  std::string root_cause;
  Verdict verdict = Verdict::not_ready;
  std::vector<std::string> fix = {};  ///< the commands
  std::vector<std::string> follows = {};
};
void PrintTo(const Breakage& row, std::ostream* out) {
  *out << row.name;
}

class Broken : public testing::TestWithParam<Breakage> {};

TEST_P(Broken, HasOneRootCauseOnThatPort) {
  const auto& row = GetParam();
  const auto report =
      judge_with(patched(row.patch), profile("lossless-dscp26", {"expect.ports=4"}), rules());
  EXPECT_THAT(root_causes(report), ElementsAre(row.root_cause));
  EXPECT_EQ(report.verdict, row.verdict);
  EXPECT_EQ(report.gate, Gate::stop);
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_EQ(report.score.value, 20 * static_cast<int>(row.verdict) + 14);  // 19 x 3 of 4 ports
  const auto& cause = finding(report, row.root_cause);
  EXPECT_EQ(report.findings.front().id, row.root_cause);
  EXPECT_THAT(cause.follows, testing::UnorderedElementsAreArray(row.follows));
  std::vector<std::string> commands;
  for (const auto& step : cause.fix) {
    commands.push_back(step.run);
  }
  EXPECT_EQ(commands, row.fix);
  EXPECT_THAT(cause.evidence, testing::Not(IsEmpty()));
  for (const auto& port : report.ports) {
    const bool hit = port.device == "mlx5_2";
    EXPECT_EQ(port.verdict, hit ? row.verdict : Verdict::ready) << port.device;
  }
}

std::string app(int priority) {
  return R"([{"selector":"dscp","protocol":26,"priority":)" + std::to_string(priority) +
         R"(},{"selector":"dscp","protocol":48,"priority":6}])";
}

const std::string kPfcCommand = "dcb pfc set dev ens3np0 prio-pfc all:off 3:on";
const std::string kRelink =
    "ip link set dev ens3np0 down && ip link set dev ens3np0 up # removes IPv6 addresses and "
    "routes: restore them afterward";

INSTANTIATE_TEST_SUITE_P(
    Rows, Broken,
    testing::Values(Breakage{"no_carrier",
                             patch({on_port("state", R"("down")"), on_netdev("carrier", "false")}),
                             "port-down@0000:38:00.0/1",
                             Verdict::not_ready,
                             {"# ens3np0 is administratively up but has no carrier: check the "
                              "cable or transceiver, then the switch port"}},
                    Breakage{"admin_down",
                             patch({on_port("state", R"("down")"), on_netdev("carrier", "false"),
                                    on_netdev("admin_up", "false")}),
                             "port-down@0000:38:00.0/1",
                             Verdict::not_ready,
                             {"ip link set dev ens3np0 up"}},
                    Breakage{"only_link_local",
                             patch({on_port("gids",
                                            R"([{"index":0,"gid":"fe80::1","type":"roce_v1",
                                     "netdev":"ens3np0"},
                                    {"index":1,"gid":"fe80::1","type":"roce_v2",
                                     "netdev":"ens3np0"}])")}),
                             "gid-address-missing@0000:38:00.0/1",
                             Verdict::not_ready,
                             {kRelink},
                             {"gid-no-routable-v2", "gid-index-unlike-siblings"}},
                    Breakage{"no_address",
                             patch({on_port("gids",
                                            R"([{"index":0,"gid":"fe80::1","type":"roce_v1",
                                     "netdev":"ens3np0"},
                                    {"index":1,"gid":"fe80::1","type":"roce_v2",
                                     "netdev":"ens3np0"}])"),
                                    on_netdev("addresses", "[]")}),
                             "addressing-none@0000:38:00.0/1",
                             Verdict::not_ready,
                             {"# give ens3np0 its address on this rail: ip address add "
                              "ADDRESS/PREFIXLEN dev ens3np0"},
                             {"gid-no-routable-v2", "gid-index-unlike-siblings"}},
                    Breakage{"only_foreign_gids",
                             patch({on_port("gids",
                                            R"([{"index":0,"gid":"fe80::1","type":"roce_v1",
                                     "netdev":"ens3np0"},
                                    {"index":1,"gid":"fe80::1","type":"roce_v2",
                                     "netdev":"ens3np0"},
                                    {"index":2,"gid":"::ffff:192.0.2.9","type":"roce_v1",
                                     "netdev":{"unknown":"not_found"}},
                                    {"index":3,"gid":"::ffff:192.0.2.9","type":"roce_v2",
                                     "netdev":{"unknown":"not_found"}}])")}),
                             "gid-address-missing@0000:38:00.0/1",
                             Verdict::not_ready,
                             {kRelink},
                             {"gid-no-routable-v2", "gid-nccl-foreign-netns"}},
                    Breakage{"small_mtu",
                             patch({on_port("active_mtu_bytes", "1024"),
                                    on_netdev("mtu_bytes", "1500")}),
                             "mtu-active-below-policy@0000:38:00.0/1",
                             Verdict::degraded,
                             {"ip link set dev ens3np0 mtu 9000"},
                             {"mtu-active-1024", "mtu-netdev-unlike-siblings"}},
                    Breakage{"pfc_off",
                             patch({on_netdev("dcb/pfc/enabled", "[]")}),
                             "pfc-off@0000:38:00.0/1",
                             Verdict::not_ready,
                             {kPfcCommand},
                             {"path-not-lossless"}},
                    Breakage{"pfc_on_the_wrong_priority",
                             patch({on_netdev("dcb/pfc/enabled", "[4]")}),
                             "pfc-off@0000:38:00.0/1",
                             Verdict::not_ready,
                             {kPfcCommand},
                             {"buffer-shared", "path-not-lossless", "pfc-on-other-priority"}},
                    Breakage{"pfc_on_one_too_many",
                             patch({on_netdev("dcb/pfc/enabled", "[3,4]")}),
                             "pfc-on-other-priority@0000:38:00.0/1",
                             Verdict::degraded,
                             {kPfcCommand},
                             {"buffer-shared"}},
                    Breakage{"global_pause",
                             patch({on_netdev("pause/rx", "true")}),
                             "pause-with-pfc@0000:38:00.0/1",
                             Verdict::degraded,
                             {"ethtool -A ens3np0 rx off tx off"},
                             {"pause-where-pfc-expected"}},
                    Breakage{"dscp_elsewhere",
                             patch({on_netdev("dcb/app", app(0))}),
                             "qos-dscp-wrong-priority@0000:38:00.0/1",
                             Verdict::not_ready,
                             {"dcb app replace dev ens3np0 dscp-prio 26:3"},
                             {"path-not-lossless"}},
                    Breakage{"trust_pcp",
                             patch({on_netdev("dcb/app", "[]")}),
                             "qos-trust-not-policy@0000:38:00.0/1",
                             Verdict::not_ready,
                             {"dcb app replace dev ens3np0 dscp-prio 26:3"},
                             {"path-not-lossless"}}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace rocelint
