// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <rdma/rdma_netlink.h>

#include "os/ethtool/ethtool_standard.h"
#include "os/netlink/nldev_decode.h"
#include "tests/checks/run.h"
#include "tests/os/nldev_replies.h"

namespace rocelint {
namespace {

class CountersModule : public testing::Test {
 protected:
  CountersModule() {
    for (auto& device : *so_far_.host.devices.known()) {
      device.driver = std::string("mlx5_core");
    }
  }
  void nldev(Read<NetlinkReplies> replies) const {
    host_.netlink->answer(NetlinkFamily::rdma, rdma_counters_request(0, 1), std::move(replies));
  }
  void refuse(int sys_errno) const { nldev(tl::unexpected(unknown_from_errno(sys_errno, ""))); }
  void nldev_names(Read<NetlinkReplies> replies) const {
    host_.netlink->answer(NetlinkFamily::rdma, rdma_counter_names_request(0, 1),
                          std::move(replies));
  }
  void sysfs(const std::string& path, const std::string& value) const {
    host_.tree.file("/sys/class/infiniband/mlx5_0/" + path, value + "\n");
  }
  Snapshot collect() {
    ProbeEnv env(host_.live());
    return run(checks::counters, env, so_far_);
  }

  FakeHost host_;
  Snapshot so_far_ = host_of(1);
};

TEST_F(CountersModule, ReadsAPortAndItsNetdev) {
  nldev(NetlinkReplies{counters_reply({{"out_of_sequence", 3}, {"np_cnp_sent", 4}})});
  sysfs("ports/1/counters/port_rcv_packets", "100");
  sysfs("ports/1/counters/symbol_error", "N/A (no PMA)");
  sysfs("hw_counters/out_of_sequence", "3");
  host_.ethtool->statistics["eth0"] = {{"rx_packets_phy", 200},
                                       {"rx_prio3_pause", 5},
                                       {"tx_vport_rdma_unicast_packets", 90},
                                       {"rx_crc_errors_phy", UINT64_MAX}};
  host_.netlink->answer(
      NetlinkFamily::ethtool, standard_statistics_request("eth0"),
      NetlinkReplies{attributes(
          {nest(ETHTOOL_A_STATS_GRP,
                {number(ETHTOOL_A_STATS_GRP_ID, std::uint32_t{ETHTOOL_STATS_ETH_MAC}),
                 nest(ETHTOOL_A_STATS_GRP_STAT,
                      {number(ETHTOOL_A_STATS_ETH_MAC_2_TX_PKT, std::uint64_t{300})})})})});
  host_.netlink->answer(
      NetlinkFamily::ethtool, link_state_request("eth0"),
      NetlinkReplies{attributes({number(ETHTOOL_A_LINKSTATE_EXT_SUBSTATE + 1, std::uint32_t{2})})});
  const auto snapshot = collect();

  const RdmaPort& port = port_of(snapshot, "mlx5_0");
  EXPECT_TRUE(port.hw_counters.is({{"out_of_sequence", 3}, {"np_cnp_sent", 4}}));
  EXPECT_TRUE(port.counters.is({{"port_rcv_packets", 100}}));
  EXPECT_TRUE(device_of(snapshot, "mlx5_0").hw_counters.is({{"out_of_sequence", 3}}));
  EXPECT_GT(value_of(port.counters_at_us), 0);
  EXPECT_TRUE(port.transport.out_of_sequence.is(3));
  EXPECT_TRUE(port.transport.cnp_sent.is(4));
  EXPECT_TRUE(port.transport.rx_packets.is(100));
  EXPECT_TRUE(port.transport.tx_packets.is(90)) << "sysfs does not have it, the netdev does";

  const Netdev& eth0 = netdev_of(snapshot, "eth0");
  EXPECT_EQ(value_of(eth0.statistics).size(), 3U) << "a counter too large is left out";
  EXPECT_EQ(reason_of(eth0.phy.crc_errors), Reason::malformed);
  EXPECT_TRUE(eth0.phy.rx_packets.is(200));
  EXPECT_TRUE(eth0.phy.tx_packets.is(300));
  EXPECT_TRUE(value_of(eth0.prio).at("3").pause_rx.is(5));
  EXPECT_TRUE(eth0.standard_statistics.is({{"eth-mac-FramesTransmittedOK", 300}}));
  EXPECT_TRUE(eth0.link_down_count.is(2));
  EXPECT_GE(value_of(eth0.counters_at_us), value_of(port.counters_at_us));
}

TEST_F(CountersModule, FallsBackToSysfsWhereNldevCantTell) {
  for (const int refusal : {EMSGSIZE, EINVAL, EOPNOTSUPP}) {
    FakeHost host;
    host.netlink->answer(NetlinkFamily::rdma, rdma_counters_request(0, 1),
                         tl::unexpected(unknown_from_errno(refusal, "")));
    host.tree.file("/sys/class/infiniband/mlx5_0/ports/1/hw_counters/np_cnp_sent", "9\n");
    host.tree.file("/sys/class/infiniband/mlx5_0/ports/1/hw_counters/lifespan", "10\n");
    ProbeEnv env(host.live());
    const auto snapshot = run(checks::counters, env, so_far_);
    EXPECT_TRUE(port_of(snapshot, "mlx5_0").hw_counters.is({{"np_cnp_sent", 9}})) << refusal;
    EXPECT_TRUE(port_of(snapshot, "mlx5_0").transport.cnp_sent.is(9));
  }
}

TEST_F(CountersModule, AsksADeviceThatRefusesOnce) {
  auto* netlink = host_.netlink;
  refuse(EPERM);
  sysfs("ports/1/hw_counters/np_cnp_sent", "9");
  ProbeEnv env(host_.live());
  const auto snapshot = run(checks::counters, env, so_far_);
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").hw_counters), Reason::permission);
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").transport.cnp_sent), Reason::permission);
  EXPECT_EQ(netlink->asked(NetlinkFamily::rdma, rdma_counters_request(0, 1)), 1);
}

// EINVAL is what nldev makes of whatever the driver's errno was.
TEST_F(CountersModule, AsksADriverThatFailsOnce) {
  refuse(EINVAL);
  nldev_names(NetlinkReplies{attributes({number(RDMA_NLDEV_ATTR_PORT_INDEX, std::uint32_t{1})})});
  sysfs("ports/1/hw_counters/np_cnp_sent", "9");
  const RdmaPort port = port_of(collect(), "mlx5_0");
  EXPECT_EQ(reason_of(port.hw_counters), Reason::io_error);
  EXPECT_EQ(port.hw_counters.unknown()->sys_errno, EINVAL);
  EXPECT_EQ(port.hw_counters.unknown()->detail, "nldev STAT_GET: the driver failed to read them");
  EXPECT_EQ(reason_of(port.transport.cnp_sent), Reason::io_error);
}

TEST_F(CountersModule, KnowsADriverWithoutCounters) {
  refuse(EINVAL);
  nldev_names(tl::unexpected(unknown_from_errno(EINVAL, "")));
  host_.tree.directory("/sys/class/infiniband/mlx5_0/ports/1");
  const RdmaPort port = port_of(collect(), "mlx5_0");
  EXPECT_EQ(reason_of(port.hw_counters), Reason::unsupported);
  EXPECT_EQ(port.hw_counters.unknown()->detail, "the driver has no hardware counters");
  EXPECT_EQ(reason_of(port.transport.cnp_sent), Reason::unsupported);
  EXPECT_EQ(reason_of(port.counters), Reason::not_found);
}

TEST_F(CountersModule, TakesNoZeroThatNobodyAskedFor) {
  so_far_ = host_of(2);
  for (const std::int64_t index : {0, 1}) {
    RdmaDevice& device = so_far_.host.devices.known()->at(static_cast<std::size_t>(index));
    device.driver = std::string("bnxt_en");
    device.virtual_function = index == 1;
    host_.netlink->answer(NetlinkFamily::rdma, rdma_counters_request(index, 1),
                          NetlinkReplies{counters_reply({{"rx_out_of_buffer", 0},
                                                         {"tx_cnp_pkts", 0},
                                                         {"rx_ecn_marked_pkts", 5},
                                                         {"seq_err_naks_rcvd", 0}})});
  }
  const auto snapshot = collect();
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").transport.cnp_sent.is(0));
  const auto& of_virtual = port_of(snapshot, "mlx5_1").transport;
  EXPECT_EQ(reason_of(of_virtual.cnp_sent), Reason::unsupported);
  EXPECT_EQ(reason_of(of_virtual.out_of_buffer), Reason::unsupported);
  EXPECT_TRUE(of_virtual.ecn_marked.is(5)) << "then it was asked for";
  EXPECT_TRUE(of_virtual.sequence_nak.is(0)) << "this is asked for on every function";
}

// The device belongs to another network namespace in exclusive mode: sysfs does not show it either.
TEST_F(CountersModule, SaysNothingOfADeviceThatItCantSee) {
  refuse(EINVAL);
  EXPECT_EQ(reason_of(port_of(collect(), "mlx5_0").hw_counters), Reason::not_found);
}

// In shared mode nldev answers in a pod, where sysfs has neither directory.
TEST_F(CountersModule, ReadsAPortInAPod) {
  nldev(NetlinkReplies{counters_reply({{"np_cnp_sent", 4}})});
  host_.tree.directory("/sys/class/infiniband/mlx5_0/ports/1");
  host_.ethtool->statistics["eth0"] = {{"rx_vport_rdma_unicast_packets", 8}};
  const RdmaPort port = port_of(collect(), "mlx5_0");
  EXPECT_TRUE(port.transport.cnp_sent.is(4));
  EXPECT_TRUE(port.transport.rx_packets.is(8));
  EXPECT_EQ(reason_of(port.counters), Reason::not_found);
}

TEST_F(CountersModule, LosesOneDeviceOnly) {
  so_far_ = host_of(2);
  host_.netlink->answer(NetlinkFamily::rdma, rdma_counters_request(0, 1), NetlinkReplies{"junk."});
  host_.netlink->answer(NetlinkFamily::rdma, rdma_counters_request(1, 1),
                        NetlinkReplies{counters_reply({{"np_cnp_sent", 4}})});
  host_.ethtool->statistics["eth1"] = {{"rx_packets_phy", 1}};
  const auto snapshot = collect();
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").hw_counters), Reason::malformed);
  EXPECT_TRUE(port_of(snapshot, "mlx5_1").transport.cnp_sent.is(4))
      << "the driver is not known, its names are";
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").statistics), Reason::vanished);
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").phy.rx_packets), Reason::vanished);
  EXPECT_TRUE(netdev_of(snapshot, "eth1").phy.rx_packets.is(1));
}

TEST_F(CountersModule, AsksNoNetdevWhileRtnlIsHeld) {
  nldev(NetlinkReplies{counters_reply({{"np_cnp_sent", 4}})});
  host_.ethtool->statistics["eth0"] = {{"rx_packets_phy", 1}};
  auto* ethtool = host_.ethtool;
  auto parts = host_.live();
  parts.rtnl_held = Unknown{.reason = Reason::timeout, .detail = "rtnl held"};
  ProbeEnv env(std::move(parts));
  const auto snapshot = run(checks::counters, env, so_far_);
  EXPECT_TRUE(ethtool->asked.empty());
  const Netdev& eth0 = netdev_of(snapshot, "eth0");
  EXPECT_EQ(reason_of(eth0.statistics), Reason::timeout);
  EXPECT_EQ(reason_of(eth0.phy.rx_packets), Reason::timeout);
  EXPECT_EQ(reason_of(eth0.prio), Reason::timeout);
  EXPECT_EQ(reason_of(eth0.link_down_count), Reason::timeout);
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").transport.cnp_sent.is(4)) << "nldev needs no rtnl";
}

TEST_F(CountersModule, LeavesASickDeviceAlone) {
  auto* netlink = host_.netlink;
  sysfs("ports/1/counters/port_rcv_packets", "100");
  auto parts = host_.live();
  parts.sick_devices["mlx5_0"] = Unknown{.reason = Reason::crashed, .detail = ""};
  ProbeEnv env(std::move(parts));
  const auto snapshot = run(checks::counters, env, so_far_);
  EXPECT_EQ(netlink->asked(NetlinkFamily::rdma, rdma_counters_request(0, 1)), 0);
  const RdmaPort& port = port_of(snapshot, "mlx5_0");
  EXPECT_EQ(reason_of(port.hw_counters), Reason::crashed);
  EXPECT_EQ(reason_of(port.counters), Reason::crashed);
  EXPECT_EQ(reason_of(port.transport.cnp_sent), Reason::crashed);
}

TEST_F(CountersModule, ReadsADeadTreeWithoutAClock) {
  sysfs("ports/1/hw_counters/np_cnp_sent", "9");
  ProbeEnv env(host_.dead());
  const auto snapshot = run(checks::counters, env, so_far_);
  EXPECT_TRUE(port_of(snapshot, "mlx5_0").transport.cnp_sent.is(9));
  EXPECT_EQ(reason_of(port_of(snapshot, "mlx5_0").counters_at_us), Reason::unsupported);
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth0").statistics), Reason::unsupported);
}

// mlx5 tells PFC counts through dcbnl that are as old as the last time its statistics were read.
TEST(CountersOrder, IsBeforePfc) {
  EXPECT_LT(checks::counters.id, checks::pfc.id);
  EXPECT_EQ(checks::counters.needs.size(), checks::pfc.needs.size());
}

}  // namespace
}  // namespace rocelint
