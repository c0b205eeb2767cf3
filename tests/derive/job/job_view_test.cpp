// SPDX-License-Identifier: Apache-2.0
#include "derive/job/job_view.h"

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "derive/ports.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using Values = std::map<std::string, std::string>;

Job job_of(const Values& values) {
  Job job;
  auto& settings = job.settings.emplace();
  for (const auto& [name, value] : values) {
    settings[name] = {.value = value, .origin = "a file:1"};
  }
  return job;
}

Snapshot host_with(const Values& values) {
  Snapshot snapshot;
  snapshot.job = job_of(values);
  auto& device = snapshot.host.devices.emplace().emplace_back();
  device.name = "mlx5_0";
  auto& netdevs = snapshot.host.netdevs.emplace();
  for (const auto* name : {"eth0", "eth1", "ens9"}) {
    auto& netdev = netdevs.emplace_back();
    netdev.name = name;
    netdev.admin_up = netdev.name != "eth1";
    netdev.addresses.emplace().emplace_back().address = "192.0.2.1";
  }
  return snapshot;
}

TEST(JobView, WithoutAJobNothingIsKnown) {
  const auto view = derive_job({});
  EXPECT_EQ(view.settings.unknown()->reason, Reason::not_collected);
  EXPECT_NE(view.nccl.used.unknown(), nullptr);
  EXPECT_NE(view.nccl.traffic_class.unknown(), nullptr);
  EXPECT_NE(view.nccl.overrides.unknown(), nullptr);
  EXPECT_NE(view.ucx.traffic_class.unknown(), nullptr);
  EXPECT_NE(view.nccl.protocols.unknown(), nullptr);
  EXPECT_NE(view.nccl.hca_takes_more.unknown(), nullptr);
}

TEST(JobView, TellsOfItsTopologyFile) {
  auto snapshot = host_with({});
  EXPECT_NE(derive_job(snapshot).topology_slowest_link_mbps.unknown(), nullptr);
  auto& file = snapshot.job.topology_file.emplace();
  file.path = "/etc/topo.xml";
  file.slowest_link_mbps = 2500;
  const auto view = derive_job(snapshot);
  EXPECT_TRUE(view.topology_slowest_link_mbps.is(2500));
  EXPECT_NE(view.topology_gpus.unknown(), nullptr);
}

TEST(JobView, WhatIsNotSetHasNcclsDefault) {
  const auto view = derive_job(host_with({{"NCCL_DEBUG", "WARN"}, {"NCCL_IB_TC", ""}}));
  EXPECT_TRUE(view.nccl.used.is(true));
  EXPECT_TRUE(view.nccl.ib_disabled.is(false));
  EXPECT_TRUE(view.nccl.traffic_class.is(0));
  EXPECT_TRUE(view.nccl.timeout.is(20));
  EXPECT_TRUE(view.nccl.retry_count.is(7));
  EXPECT_TRUE(view.nccl.cross_nic.is(2));
  EXPECT_TRUE(view.nccl.adaptive_routing.is(-2));
  EXPECT_TRUE(view.nccl.queue_pairs.is(1));
  EXPECT_TRUE(view.nccl.address_range.is(""));
  EXPECT_TRUE(view.nccl.names_sockets.is(false));
  EXPECT_THAT(*view.nccl.socket_interfaces.known(), IsEmpty());
  EXPECT_THAT(*view.nccl.hca_without_device.known(), IsEmpty());
  EXPECT_TRUE(view.ucx.traffic_class.is(-1));
  EXPECT_THAT(*view.origins.known(),
              ElementsAre(Pair("NCCL_DEBUG", "a file:1"), Pair("NCCL_IB_TC", "a file:1")));
}

TEST(JobView, AJobOfUcxAloneIsNoneOfNccls) {
  EXPECT_TRUE(derive_job(host_with({{"UCX_TLS", "rc"}})).nccl.used.is(false));
  EXPECT_TRUE(derive_job(host_with({{"RCCL_MSCCL_ENABLE", "0"}})).nccl.used.is(true));
}

struct NumberRow {
  const char* text;
  std::optional<std::int64_t> number;
};
void PrintTo(const NumberRow& row, std::ostream* out) {
  *out << '"' << row.text << '"';
}

class JobNumber : public testing::TestWithParam<NumberRow> {};

TEST_P(JobNumber, IsReadAsStrtollDoesAndStrictly) {
  const auto view = derive_job(host_with({{"NCCL_IB_TC", GetParam().text}}));
  if (GetParam().number) {
    EXPECT_TRUE(view.nccl.traffic_class.is(*GetParam().number));
  } else {
    ASSERT_NE(view.nccl.traffic_class.unknown(), nullptr);
    EXPECT_EQ(view.nccl.traffic_class.unknown()->reason, Reason::malformed);
  }
}

INSTANTIATE_TEST_SUITE_P(Texts, JobNumber,
                         testing::Values(NumberRow{"106", 106}, NumberRow{"0x6a", 106},
                                         NumberRow{"0X6A", 106}, NumberRow{"0152", 106},
                                         NumberRow{"0", 0}, NumberRow{"-1", -1}, NumberRow{"+7", 7},
                                         NumberRow{"106 ", {}}, NumberRow{"106,105", {}},
                                         NumberRow{"--1", {}}, NumberRow{"0x", {}},
                                         NumberRow{"089", {}}, NumberRow{"dscp26", {}},
                                         NumberRow{"99999999999999999999", {}}));

TEST(JobView, ListsWhatMatchesNothing) {
  const auto view = derive_job(host_with(
      {{"NCCL_IB_HCA", "mlx5,mthca,rocep1:1"}, {"UCX_NET_DEVICES", "mlx5_0:1,eth0,mlx5,all"}}));
  EXPECT_THAT(*view.nccl.hca_without_device.known(), ElementsAre("mthca", "rocep1:1"));
  EXPECT_THAT(*view.ucx.devices_not_found.known(), ElementsAre("mlx5"));
}

TEST(JobView, SocketsAreUpAndHaveAnAddress) {
  auto snapshot = host_with({{"NCCL_SOCKET_IFNAME", "eth"}});
  EXPECT_THAT(*derive_job(snapshot).nccl.socket_interfaces.known(), ElementsAre("eth0"));
  snapshot.job = job_of({{"NCCL_SOCKET_IFNAME", "^eth"}});
  EXPECT_THAT(*derive_job(snapshot).nccl.socket_interfaces.known(), ElementsAre("ens9"));
  snapshot.host.netdevs.known()->back().addresses = Unknown{};
  EXPECT_NE(derive_job(snapshot).nccl.socket_interfaces.unknown(), nullptr);
  auto& netdev = snapshot.host.netdevs.known()->back();
  netdev.admin_up = false;
  EXPECT_THAT(*derive_job(snapshot).nccl.socket_interfaces.known(), IsEmpty());
  netdev.admin_up = Unknown{};
  netdev.addresses.emplace().emplace_back().address = "192.0.2.1";
  EXPECT_NE(derive_job(snapshot).nccl.socket_interfaces.unknown(), nullptr) << "up or not";
  netdev.addresses.known()->clear();
  EXPECT_THAT(*derive_job(snapshot).nccl.socket_interfaces.known(), IsEmpty());
}

TEST(JobView, SocketsTellEachReasonForTheirDoubt) {
  auto snapshot = host_with({{"NCCL_SOCKET_IFNAME", "^none"}});
  auto& netdevs = *snapshot.host.netdevs.known();
  netdevs[0].admin_up = testing_support::kDenied;
  netdevs[2].addresses = testing_support::kUnsupported;
  EXPECT_EQ(testing_support::reasons(derive_job(snapshot).nccl.socket_interfaces),
            "permission unsupported");
}

TEST(JobView, WhatUcxNamesMayBeANetdevThatIsNotKnown) {
  auto snapshot = host_with({{"UCX_NET_DEVICES", "all,eth0"}});
  snapshot.host.netdevs = Unknown{};
  EXPECT_NE(derive_job(snapshot).ucx.devices_not_found.unknown(), nullptr);
  snapshot.job = job_of({{"UCX_NET_DEVICES", "all"}});
  EXPECT_THAT(*derive_job(snapshot).ucx.devices_not_found.known(), IsEmpty());
}

TEST(JobView, OverridesAreSorted) {
  const auto view =
      derive_job(host_with({{"NCCL_PROTO", "Simple"}, {"NCCL_ALGO", "Ring"}, {"NCCL_DEBUG", "x"}}));
  EXPECT_THAT(*view.nccl.overrides.known(), ElementsAre("NCCL_ALGO", "NCCL_PROTO"));
}

TEST(JobIntent, IsWhatTheJobSaysItself) {
  EXPECT_FALSE(intent_of({}).traffic_class);
  EXPECT_FALSE(intent_of(job_of({{"NCCL_DEBUG", "WARN"}})).traffic_class);
  EXPECT_FALSE(intent_of(job_of({{"UCX_IB_TRAFFIC_CLASS", "auto"}})).traffic_class);
  EXPECT_FALSE(intent_of(job_of({{"NCCL_IB_TC", "300"}})).traffic_class);
  EXPECT_EQ(intent_of(job_of({{"UCX_IB_TRAFFIC_CLASS", "104"}})).traffic_class, 104);
  const auto both = intent_of(
      job_of({{"NCCL_IB_TC", "106"}, {"UCX_IB_TRAFFIC_CLASS", "96"}, {"NCCL_IB_SL", "3"}}));
  EXPECT_EQ(both.traffic_class, 106);
  EXPECT_EQ(both.service_level, 3);
}

struct JobPortTest : testing::Test {
  RdmaDevice device;
  RdmaPort port;

  JobPortTest() {
    device.name = "mlx5_0";
    port.number = 1;
    port.gids = std::vector<Gid>{
        {.index = 0, .gid = "fe80::1", .type = GidType::roce_v2, .netdev = std::string("ens0")},
        {.index = 3,
         .gid = "::ffff:192.0.2.6",
         .type = GidType::roce_v2,
         .netdev = std::string("ens0")}};
  }

  [[nodiscard]] JobPort view(const Values& values) const {
    PortView view;
    view.device = &device;
    view.port = &port;
    return derive_job_port(job_of(values), view);
  }
};

TEST_F(JobPortTest, IsUsedUnlessTheListLeavesItOut) {
  EXPECT_TRUE(view({}).used.is(true));
  EXPECT_TRUE(view({{"NCCL_IB_HCA", "mlx5_0:1"}}).used.is(true));
  EXPECT_TRUE(view({{"NCCL_IB_HCA", "mlx5_0:2"}}).used.is(false));
}

TEST_F(JobPortTest, ThePinnedEntryIsLookedAt) {
  const auto good = view({{"NCCL_IB_GID_INDEX", "3"}});
  EXPECT_TRUE(good.pinned_index.is(3));
  EXPECT_TRUE(good.pinned_gid.is("::ffff:192.0.2.6"));
  EXPECT_TRUE(good.pinned_routable.is(true));
  EXPECT_TRUE(view({{"NCCL_IB_GID_INDEX", "0"}}).pinned_routable.is(false));
  EXPECT_TRUE(view({{"NCCL_IB_GID_INDEX", "2"}}).pinned_gid.is(""));
  EXPECT_TRUE(view({{"NCCL_IB_GID_INDEX", "2"}}).pinned_routable.is(false));
  EXPECT_TRUE(view({{"NCCL_IB_GID_INDEX", "-1"}, {"UCX_IB_GID_INDEX", "3"}}).pinned_index.is(3));
  EXPECT_TRUE(view({}).pinned_index.is(-1));
}

TEST_F(JobPortTest, WhatCouldNotBeReadStaysOpen) {
  port.gids.known()->back().type = Unknown{};
  EXPECT_NE(view({{"NCCL_IB_GID_INDEX", "3"}}).pinned_routable.unknown(), nullptr);
  port.gids.known()->back().type = GidType::roce_v2;
  port.gids.known()->back().gid = "no address";
  EXPECT_NE(view({{"NCCL_IB_GID_INDEX", "3"}}).pinned_routable.unknown(), nullptr);
  port.gids = Unknown{};
  EXPECT_NE(view({{"NCCL_IB_GID_INDEX", "3"}}).pinned_gid.unknown(), nullptr);
  EXPECT_NE(view({{"NCCL_IB_GID_INDEX", "x"}}).pinned_routable.unknown(), nullptr);
}

}  // namespace
}  // namespace rocelint
