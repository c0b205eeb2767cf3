// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/checks/run.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

constexpr std::string_view kEcn = "/sys/class/net/eth0/ecn/";
constexpr std::string_view kMlx5 = "/sys/kernel/debug/mlx5/0000:18:00.0/cc_params/";
constexpr std::string_view kBnxt = "/sys/kernel/debug/bnxt_re/0000:18:00.0/cc_config/";

class CcModule : public testing::Test {
 protected:
  using Files = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  void files(std::string_view directory, Files files) const {
    for (const auto& [name, text] : files) {
      host_.tree.file(std::string(directory) + std::string(name), std::string(text) + '\n');
    }
  }
  void ofed(std::string_view reaction, std::string_view notification) const {
    for (std::size_t p = 0; p < 8; ++p) {
      const auto number = "enable/" + std::to_string(p);
      files(std::string(kEcn) + "roce_rp/", {{number, reaction.substr(p, 1)}});
      files(std::string(kEcn) + "roce_np/", {{number, notification.substr(p, 1)}});
    }
    files(std::string(kEcn) + "roce_rp/", {{"rpg_ai_rate", "5"}, {"rpg_gd", "11"}});
    files(std::string(kEcn) + "roce_np/",
          {{"cnp_dscp", "48"}, {"cnp_802p_prio", "6"}, {"min_time_between_cnps", "4"}});
  }
  [[nodiscard]] CongestionControl read(const std::string& driver, bool deep) const {
    auto parts = host_.dead();
    parts.deep = deep;
    ProbeEnv env(std::move(parts));
    auto so_far = host_of(1);
    auto& netdev = so_far.host.netdevs.known()->front();
    netdev.driver = driver;
    netdev.pci_address = std::string("0000:18:00.0");
    return netdev_of(run(checks::cc, env, so_far), "eth0").cc;
  }

  FakeHost host_;
};

TEST_F(CcModule, ReadsTheSwitchesOfOfed) {
  ofed("11111111", "00010000");
  const auto cc = read("mlx5_core", false);
  EXPECT_THAT(value_of(cc.reaction_point), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(value_of(cc.notification_point), ElementsAre(3));
  EXPECT_TRUE(cc.cnp.dscp.is(48));
  EXPECT_TRUE(cc.cnp.priority.is(6));
  EXPECT_EQ(cc.cnp.priority_mode.unknown()->reason, Reason::needs_deep);
  EXPECT_THAT(value_of(cc.parameters), ElementsAre(Pair("cnp_802p_prio", 6), Pair("cnp_dscp", 48),
                                                   Pair("min_time_between_cnps", 4),
                                                   Pair("rpg_ai_rate", 5), Pair("rpg_gd", 11)));
  EXPECT_EQ(reason_of(cc.enabled), Reason::unsupported);
  EXPECT_EQ(reason_of(cc.sends_ecn_capable), Reason::unsupported);
}

TEST_F(CcModule, TakesOnlyThePriorityModeFromDebugfsWhereOfedIs) {
  ofed("00000000", "00000000");
  files(kMlx5, {{"np_cnp_prio_mode", "0"}, {"np_cnp_dscp", "1"}, {"rp_gd", "99"}});
  const auto cc = read("mlx5_core", true);
  EXPECT_TRUE(cc.cnp.priority_mode.is(CnpPriorityMode::fixed));
  EXPECT_TRUE(cc.cnp.dscp.is(48));
  EXPECT_THAT(value_of(cc.reaction_point), IsEmpty());
  EXPECT_FALSE(value_of(cc.parameters).contains("rp_gd"));
}

TEST_F(CcModule, OneOddFileOfOfedIsNotTakenForANumber) {
  ofed("11111111", "11111111");
  host_.tree.file("/sys/class/net/eth0/ecn/roce_rp/enable/3", "on\n");
  host_.tree.file("/sys/class/net/eth0/ecn/roce_rp/rpg_gd", "\n");
  const auto cc = read("mlx5_core", false);
  EXPECT_EQ(reason_of(cc.reaction_point), Reason::malformed);
  EXPECT_EQ(reason_of(cc.parameters), Reason::malformed);
  EXPECT_EQ(value_of(cc.notification_point).size(), 8U);
}

TEST_F(CcModule, ReadsMlx5DebugfsOnlyWhenDeep) {
  files(kMlx5, {{"np_cnp_dscp", "48"},
                {"np_cnp_prio", "6"},
                {"np_cnp_prio_mode", "0"},
                {"rp_ai_rate", "5"}});
  const auto plain = read("mlx5_core", false);
  EXPECT_EQ(plain.parameters.unknown()->reason, Reason::needs_deep);
  EXPECT_EQ(plain.cnp.dscp.unknown()->reason, Reason::needs_deep);
  EXPECT_EQ(reason_of(plain.reaction_point), Reason::unsupported);

  const auto deep = read("mlx5_core", true);
  EXPECT_TRUE(deep.cnp.dscp.is(48));
  EXPECT_TRUE(deep.cnp.priority.is(6));
  EXPECT_TRUE(deep.cnp.priority_mode.is(CnpPriorityMode::fixed));
  EXPECT_EQ(value_of(deep.parameters).size(), 4U);
  EXPECT_EQ(reason_of(deep.reaction_point), Reason::unsupported);
}

TEST_F(CcModule, APriorityThatIsNotUsedIsNoPriority) {
  files(kMlx5, {{"np_cnp_dscp", "48"}, {"np_cnp_prio", "6"}, {"np_cnp_prio_mode", "1"}});
  const auto cc = read("mlx5_core", true);
  EXPECT_TRUE(cc.cnp.priority_mode.is(CnpPriorityMode::from_packet));
  EXPECT_EQ(reason_of(cc.cnp.priority), Reason::not_authoritative);
  EXPECT_EQ(value_of(cc.parameters).at("np_cnp_prio"), 6);
}

TEST_F(CcModule, AModeThatNobodyKnowsIsMalformed) {
  files(kMlx5, {{"np_cnp_prio_mode", "2"}});
  EXPECT_EQ(reason_of(read("mlx5_core", true).cnp.priority_mode), Reason::malformed);
}

TEST_F(CcModule, AFirmwareThatMayNotBeAskedHasNone) {
  host_.tree.directory("/sys/kernel/debug/mlx5/0000:18:00.0");
  const auto cc = read("mlx5_core", true);
  EXPECT_EQ(reason_of(cc.parameters), Reason::unsupported);
  EXPECT_EQ(reason_of(cc.cnp.dscp), Reason::unsupported);
}

TEST_F(CcModule, AnEmptyDebugfsIsNotMistakenForADriverWithoutIt) {
  host_.tree.directory("/sys/kernel/debug");
  const auto cc = read("mlx5_core", true);
  EXPECT_EQ(reason_of(cc.parameters), Reason::io_error);
  EXPECT_THAT(cc.parameters.unknown()->detail, HasSubstr("not mounted"));
}

// Each is a circle of links, which nobody can look into.
TEST_F(CcModule, ADirectoryThatIsHiddenIsNotMistakenForNone) {
  host_.tree.link("/sys/kernel/debug/mlx5/0000:18:00.0", "0000:18:00.0");
  EXPECT_EQ(reason_of(read("mlx5_core", true).parameters), Reason::io_error);
  host_.tree.link("/sys/kernel/config/bnxt_re", "bnxt_re");
  EXPECT_EQ(reason_of(read("bnxt_en", true).enabled), Reason::io_error);
  host_.tree.link("/sys/kernel/config/irdma", "irdma");
  EXPECT_EQ(reason_of(read("ice", false).enabled), Reason::io_error);
  host_.tree.link("/sys/class/net/eth0/ecn", "ecn");
  EXPECT_EQ(reason_of(read("mlx5_core", false).reaction_point), Reason::io_error);
}

TEST_F(CcModule, ReadsBnxtDebugfs) {
  files(kBnxt, {{"enable_cc", "1"},
                {"tos_ecn", "1"},
                {"tos_dscp", "26"},
                {"alt_vlan_dscp", "48"},
                {"alt_vlan_pcp", "7"}});
  host_.tree.directory(std::string(kBnxt) + "tx_queue");  // would be an error to read
  const auto cc = read("bnxt_en", true);
  EXPECT_TRUE(cc.enabled.is(true));
  EXPECT_TRUE(cc.sends_ecn_capable.is(true));
  EXPECT_TRUE(cc.cnp.dscp.is(48));
  EXPECT_TRUE(cc.cnp.priority.is(7));
  EXPECT_TRUE(cc.cnp.priority_mode.is(CnpPriorityMode::fixed));
  EXPECT_EQ(value_of(cc.parameters).at("tos_dscp"), 26);
  EXPECT_EQ(reason_of(cc.reaction_point), Reason::unsupported);
  EXPECT_EQ(read("bnxt_en", false).enabled.unknown()->reason, Reason::needs_deep);
}

TEST_F(CcModule, ReadsTheConfigfsThatSomebodyMade) {
  files("/sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc/",
        {{"ecn_enable", "0x1"}, {"ecn_marking", "0x0"}, {"cnp_dscp", "0x30"}, {"cnp_prio", "0x7"}});
  const auto bnxt = read("bnxt_en", false);
  EXPECT_TRUE(bnxt.enabled.is(true));
  EXPECT_TRUE(bnxt.sends_ecn_capable.is(false));
  EXPECT_TRUE(bnxt.cnp.dscp.is(48));
  EXPECT_TRUE(bnxt.cnp.priority.is(7));

  files("/sys/kernel/config/irdma/mlx5_0/", {{"roce_dcqcn_enable", "0"}});
  const auto irdma = read("ice", false);
  EXPECT_TRUE(irdma.enabled.is(false));
  EXPECT_EQ(reason_of(irdma.cnp.dscp), Reason::unsupported);
}

TEST_F(CcModule, TheFirmwareKnowsBetterThanConfigfs) {
  files("/sys/kernel/config/bnxt_re/mlx5_0/ports/1/cc/", {{"ecn_enable", "0x0"}});
  files(kBnxt, {{"enable_cc", "1"}});
  EXPECT_TRUE(read("bnxt_en", true).enabled.is(true));
  EXPECT_TRUE(read("bnxt_en", false).enabled.is(false));
}

TEST_F(CcModule, DriversThatShowNothingAreUnsupported) {
  for (const auto* driver : {"ice", "ionic", "hns3", "mana"}) {
    const auto cc = read(driver, true);
    EXPECT_EQ(reason_of(cc.parameters), Reason::unsupported) << driver;
    EXPECT_EQ(reason_of(cc.enabled), Reason::unsupported) << driver;
    EXPECT_EQ(reason_of(cc.cnp.priority_mode), Reason::unsupported) << driver;
  }
}

TEST_F(CcModule, ASickDeviceIsLeftAlone) {
  ofed("11111111", "11111111");
  auto parts = host_.dead();
  parts.sick_devices["eth0"] = {.reason = Reason::timeout, .detail = "hung", .sys_errno = 0};
  ProbeEnv env(std::move(parts));
  const auto cc = netdev_of(run(checks::cc, env, host_of(1)), "eth0").cc;
  EXPECT_EQ(reason_of(cc.reaction_point), Reason::timeout);
  EXPECT_EQ(reason_of(cc.parameters), Reason::timeout);
}

TEST_F(CcModule, LeavesEverythingUncollectedWithoutRdma) {
  ProbeEnv env(host_.dead());
  EXPECT_EQ(run(checks::cc, env), Snapshot{});
}

}  // namespace
}  // namespace rocelint
