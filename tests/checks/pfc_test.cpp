// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <string>

#include <gtest/gtest.h>
#include <linux/dcbnl.h>

#include "os/netlink/dcbnl_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

std::string pfc_reply(std::uint8_t enabled) {
  ieee_pfc raw{};
  raw.pfc_cap = 8;
  raw.pfc_en = enabled;
  return message(dcbmsg{.dcb_family = 0, .cmd = DCB_CMD_IEEE_GET, .dcb_pad = 0},
                 {nest(DCB_ATTR_IEEE, {{DCB_ATTR_IEEE_PFC, bytes_of(raw)}}),
                  number(DCB_ATTR_DCBX, std::uint8_t{DCB_CAP_DCBX_HOST})});
}

class PfcModule : public testing::Test {
 protected:
  void dcb(const std::string& netdev, Read<NetlinkReplies> replies) const {
    host_.netlink->answer(NetlinkFamily::route, dcb_request(netdev), std::move(replies));
  }
  FakeHost host_;
};

TEST_F(PfcModule, AsksEachRdmaNetdevExactlyOnceAndNobodyElse) {
  dcb("eth0", NetlinkReplies{pfc_reply(8)});
  Snapshot so_far = host_of(1);
  Netdev& veth = so_far.host.netdevs.known()->emplace_back();
  veth.name = "veth1";
  veth.lowers = std::vector<std::string>{"veth1"};
  // Two RDMA devices on one netdev, as rxe on a NIC.
  so_far.host.devices.known()->push_back(so_far.host.devices.known()->front());
  auto* netlink = host_.netlink;
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::pfc, env, so_far);
  EXPECT_EQ(netlink->asked(NetlinkFamily::route, dcb_request("eth0")), 1);
  EXPECT_EQ(netlink->asked(), 1);
  EXPECT_EQ(value_of(snapshot.host.netdevs).size(), 1U);
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth0").dcb.pfc).enabled, std::vector<std::int64_t>{3});
}

TEST_F(PfcModule, AsksHowLongAStormMayLast) {
  dcb("eth0", NetlinkReplies{pfc_reply(8)});
  host_.ethtool->pfc_storm_prevention_ms["eth0"] = 8'000;
  const Snapshot so_far = host_of(2);
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::pfc, env, so_far);
  EXPECT_TRUE(netdev_of(snapshot, "eth0").dcb.pfc_storm_prevention_ms.is(8'000));
  const auto& other = netdev_of(snapshot, "eth1").dcb.pfc_storm_prevention_ms;
  ASSERT_NE(other.unknown(), nullptr);
  EXPECT_EQ(other.unknown()->reason, Reason::unsupported);
  EXPECT_EQ(other.unknown()->detail, "ethtool GTUNABLE: Operation not supported");
}

TEST_F(PfcModule, AsksANetdevOfTheSameDriverThatHasLostItsRdmaDevice) {
  dcb("eth0", NetlinkReplies{pfc_reply(8)});
  dcb("eth1", NetlinkReplies{pfc_reply(0)});
  Snapshot so_far = host_of(1);
  auto& netdevs = *so_far.host.netdevs.known();
  netdevs[0].driver = std::string("mlx5_core");
  for (const auto* name : {"eth1", "eth2", "eth1.100"}) {
    netdevs.emplace_back().name = name;
  }
  netdevs[1].driver = std::string("mlx5_core");
  netdevs[1].pci_address = std::string("0000:38:00.1");
  netdevs[2].driver = std::string("e1000e");
  netdevs[2].pci_address = std::string("0000:39:00.0");
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::pfc, env, so_far);
  EXPECT_EQ(value_of(snapshot.host.netdevs).size(), 2U);
  EXPECT_TRUE(value_of(netdev_of(snapshot, "eth1").dcb.pfc).enabled.empty());
}

TEST_F(PfcModule, AsksTheSlavesOfABondAndNotTheBond) {
  dcb("eth0", NetlinkReplies{pfc_reply(8)});
  dcb("eth1", NetlinkReplies{pfc_reply(0)});
  Snapshot so_far = host_of(1);
  auto& netdevs = *so_far.host.netdevs.known();
  netdevs[0].uppers = std::vector<std::string>{"bond0"};
  Netdev& slave = netdevs.emplace_back();
  slave.name = "eth1";
  Netdev& bond = netdevs.emplace_back();
  bond.name = "bond0";
  bond.link_kind = std::string("bond");
  bond.lowers = std::vector<std::string>{"eth0", "eth1"};
  auto* netlink = host_.netlink;
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::pfc, env, so_far);
  EXPECT_EQ(value_of(netdev_of(snapshot, "eth0").dcb.pfc).enabled, std::vector<std::int64_t>{3});
  EXPECT_TRUE(value_of(netdev_of(snapshot, "eth1").dcb.pfc).enabled.empty());
  EXPECT_EQ(netlink->asked(NetlinkFamily::route, dcb_request("bond0")), 0);
}

struct RefusalRow {
  const char* name;
  int sys_errno;
  Reason reason;
};
void PrintTo(const RefusalRow& row, std::ostream* out) {
  *out << row.name;
}
class DcbRefusal : public PfcModule, public testing::WithParamInterface<RefusalRow> {};
TEST_P(DcbRefusal, MakesEveryFactUnknown) {
  dcb("eth0", tl::unexpected(unknown_from_errno(GetParam().sys_errno, "")));
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::pfc, env, host_of(1));
  const Dcb& facts = netdev_of(snapshot, "eth0").dcb;
  for (const Reason reason :
       {reason_of(facts.pfc), reason_of(facts.ets), reason_of(facts.app), reason_of(facts.dcbx),
        reason_of(facts.buffer), reason_of(facts.tc_max_rate_kbps)}) {
    EXPECT_EQ(reason, GetParam().reason);
  }
}
INSTANTIATE_TEST_SUITE_P(
    Errnos, DcbRefusal,
    testing::Values(RefusalRow{"virtual_function", EOPNOTSUPP, Reason::unsupported},
                    RefusalRow{"unplugged_meanwhile", ENODEV, Reason::vanished},
                    RefusalRow{"denied", EPERM, Reason::permission},
                    RefusalRow{"broken", EIO, Reason::io_error}),
    [](const auto& row) { return row.param.name; });

TEST_F(PfcModule, TriesNothingOnceRtnlIsHeld) {
  dcb("eth0", NetlinkReplies{pfc_reply(8)});
  auto* netlink = host_.netlink;
  auto parts = host_.live();
  parts.rtnl_held = Unknown{.reason = Reason::timeout, .detail = "rtnl held; first stuck on eth5"};
  ProbeEnv env(std::move(parts));
  const auto snapshot = run(checks::pfc, env, host_of(1));
  EXPECT_EQ(netdev_of(snapshot, "eth0").dcb.pfc.unknown()->detail,
            "rtnl held; first stuck on eth5");
  EXPECT_EQ(netlink->asked(), 0);
}

TEST_F(PfcModule, KeepsWhatItHasBetweenNetdevs) {
  auto parts = host_.live();
  std::vector<std::size_t> sizes;
  parts.keep = [&](const Snapshot& part) { sizes.push_back(value_of(part.host.netdevs).size()); };
  ProbeEnv env(std::move(parts));
  (void)run(checks::pfc, env, host_of(3));
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 2, 3}));
}

TEST_F(PfcModule, LeavesEverythingUncollectedWithoutRdma) {
  ProbeEnv env(host_.live());
  EXPECT_EQ(run(checks::pfc, env), Snapshot{});
}

}  // namespace
}  // namespace rocelint
