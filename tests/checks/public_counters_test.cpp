// SPDX-License-Identifier: Apache-2.0

// Counters of real hosts, which their owners publish (tests/support/public_data.h). What they mean
// is held here, checked by hand against the files.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/facts/reflect.h"

#include "os/netlink/nldev_decode.h"
#include "tests/checks/public_host.h"
#include "tests/checks/run.h"
#include "tests/os/nldev_replies.h"

namespace rocelint {
namespace {

/// The meanings that have a value.
template <class Counters>
CounterMap known_of(const Counters& counters) {
  CounterMap known;
  for (const auto& field : kFields<Counters>) {
    const auto& fact = *static_cast<const Fact<std::int64_t>*>(member(field, &counters));
    if (fact.known() != nullptr) {
      known[std::string(field.name)] = *fact.known();
    }
  }
  return known;
}

using PublicCounters = PublicHost;

TEST_F(PublicCounters, OfAnH100Node) {
  const auto snapshot = collect(
      "leptonai+gpud/components/accelerator/nvidia/infiniband/class/testdata/"
      "sys-class-infiniband-h100.0",
      "/sys/class/infiniband");
  for (const auto& device : value_of(snapshot.host.devices)) {
    const RdmaPort& port = port_of(snapshot, device.name);
    EXPECT_EQ(value_of(port.hw_counters).size(), 25U) << device.name;
    EXPECT_EQ(value_of(port.counters).size(), 21U) << device.name;
  }
  EXPECT_EQ(known_of(port_of(snapshot, "mlx5_0").transport),
            (CounterMap{{"rx_packets", 317'548'853'677},
                        {"tx_packets", 315'487'941'081},
                        {"out_of_sequence", 0},
                        {"duplicate_request", 0},
                        {"sequence_nak", 0},
                        {"implied_nak", 0},
                        {"ack_timeout", 0},
                        {"rnr_nak", 0},
                        {"out_of_buffer", 0},
                        {"icrc_error", 0},
                        {"requester_cqe_error", 0},
                        {"responder_cqe_error", 0},
                        {"adaptive_retransmission", 3},
                        {"slow_restart", 0}}));
}

TEST_F(PublicCounters, OfProcfs) {
  const auto snapshot = collect("prometheus+procfs/fixtures/sys", "/sys");
  const auto transport = [&](std::string_view device, std::int64_t port) {
    return known_of(port_of(snapshot, device, port).transport);
  };
  EXPECT_EQ(transport("mlx5_0", 1), (CounterMap{{"rx_packets", 541'889'824},
                                                {"tx_packets", 10'907'922'116},
                                                {"out_of_sequence", 1},
                                                {"duplicate_request", 41},
                                                {"sequence_nak", 1},
                                                {"implied_nak", 0},
                                                {"ack_timeout", 131},
                                                {"rnr_nak", 0},
                                                {"out_of_buffer", 0},
                                                {"requester_cqe_error", 3'481},
                                                {"responder_cqe_error", 8'109},
                                                {"adaptive_retransmission", 99},
                                                {"slow_restart", 0}}));
  EXPECT_EQ(transport("mlx4_0", 1),
            (CounterMap{{"rx_packets", 87'169'372}, {"tx_packets", 85'734'114}}));
  EXPECT_EQ(transport("mlx4_0", 2),
            (CounterMap{{"rx_packets", 89'332'064}, {"tx_packets", 88'622'850}}));
  EXPECT_EQ(transport("hfi1_0", 1),
            (CounterMap{{"rx_packets", 638'036'947}, {"tx_packets", 568'318'856}}));
  EXPECT_EQ(value_of(port_of(snapshot, "hfi1_0").counters).at("port_rcv_data"), 345'091'702'026);
}

TEST_F(PublicCounters, OfNodeExporter) {
  const auto snapshot = collect("prometheus+node_exporter/sys", "/sys");
  const RdmaPort& without_agent = port_of(snapshot, "i40iw0");
  EXPECT_EQ(reason_of(without_agent.counters), Reason::unsupported);
  EXPECT_EQ(without_agent.counters.unknown()->detail, "N/A (no PMA)");
  EXPECT_EQ(known_of(without_agent.transport), CounterMap{});
  EXPECT_EQ(known_of(port_of(snapshot, "mlx4_0", 1).transport),
            (CounterMap{{"rx_packets", 6'825'908'347}, {"tx_packets", 6'235'865}}));
  EXPECT_EQ(value_of(port_of(snapshot, "mlx4_0", 1).counters).at("port_xmit_discards"), 5);
  EXPECT_EQ(known_of(port_of(snapshot, "mlx4_0", 2).transport), CounterMap{});
}

// ionic: texts of `ethtool -S` and `rdma statistic -j`.
class PublicIonicCounters : public PublicCounters {
 protected:
  void SetUp() override {
    PublicCounters::SetUp();
    directory_ = data_ / "ROCm+device-metrics-exporter/docker/mockdata/nic";
  }
  [[nodiscard]] FakeEthtool::Statistics statistics(const std::string& netdev) const {
    FakeEthtool::Statistics out;
    std::ifstream file(directory_ / ("ethtool_S_" + netdev + ".txt"));
    for (std::string line; std::getline(file, line);) {
      const auto start = line.find_first_not_of(' ');
      const auto colon = line.rfind(": ");
      if (start != std::string::npos && colon != std::string::npos) {
        out.emplace_back(line.substr(start, colon - start), std::stoull(line.substr(colon + 2)));
      }
    }
    EXPECT_GT(out.size(), 100U) << netdev;
    return out;
  }
  [[nodiscard]] NetlinkReplies counters(const std::string& device) const {
    std::vector<std::pair<std::string, std::uint64_t>> counters;
    std::ifstream file(directory_ / "rdma_statistic_j.txt");
    for (const auto& row : nlohmann::json::parse(file)) {
      for (const auto& [name, value] : row.items()) {
        if (row["ifname"] == device && value.is_number() && name != "port") {
          counters.emplace_back(name, value.get<std::uint64_t>());
        }
      }
    }
    return {counters_reply(counters)};
  }
  /// The port of `device` on `netdev`.
  Snapshot collect_port(const std::string& device, const std::string& netdev) {
    Snapshot so_far = host_of(1);
    so_far.host.devices.known()->front().name = device;
    so_far.host.devices.known()->front().driver = std::string("ionic");
    so_far.host.devices.known()->front().ports.known()->front().netdev = netdev;
    so_far.host.netdevs.known()->front().name = netdev;
    so_far.host.netdevs.known()->front().driver = std::string("ionic");
    so_far.host.netdevs.known()->front().lowers = std::vector{netdev};
    host_.netlink->answer(NetlinkFamily::rdma, rdma_counters_request(0, 1), counters(device));
    host_.ethtool->statistics[netdev] = statistics(netdev);
    ProbeEnv env(host_.live());
    return run(checks::counters, env, so_far);
  }
  static CounterMap phy(std::int64_t rx_packets, std::int64_t tx_packets, std::int64_t rx_bytes,
                        std::int64_t tx_bytes) {
    return {{"rx_packets", rx_packets},
            {"tx_packets", tx_packets},
            {"rx_bytes", rx_bytes},
            {"tx_bytes", tx_bytes},
            {"rx_discards", 0},
            {"crc_errors", 0},
            {"oversize_packets", 0},
            {"pause_rx", 0},
            {"pause_tx", 0}};
  }
  static CounterMap transport(std::int64_t rx_packets, std::int64_t tx_packets) {
    return {{"rx_packets", rx_packets},
            {"tx_packets", tx_packets},
            {"out_of_sequence", 0},
            {"duplicate_request", 0},
            {"sequence_nak", 0},
            {"implied_nak", 0},
            {"retry_exceeded", 0},
            {"rnr_nak", 0},
            {"out_of_buffer", 0},
            {"requester_cqe_error", 0},
            {"responder_cqe_error", 0},
            {"ecn_marked", 0},
            {"cnp_sent", 0},
            {"cnp_handled", 0}};
  }
  std::filesystem::path directory_;
};

TEST_F(PublicIonicCounters, OfAVirtualFunction) {
  const auto snapshot = collect_port("ionic_1", "enp132s0v0");
  EXPECT_EQ(known_of(port_of(snapshot, "ionic_1").transport), transport(49'221'925, 32'852'846));
  const Netdev& netdev = netdev_of(snapshot, "enp132s0v0");
  EXPECT_EQ(known_of(netdev.phy),
            phy(69'867'940'174, 95'668'494'684, 75'542'062'592'239, 103'623'222'172'110));
  const auto prio = value_of(netdev.prio);
  ASSERT_EQ(prio.size(), 8U);
  EXPECT_EQ(
      known_of(prio.at("3")),
      (CounterMap{{"rx_packets", 0}, {"tx_packets", 0}, {"pause_rx_us", 0}, {"pause_tx_us", 0}}));
}

TEST_F(PublicIonicCounters, OfAPort) {
  const auto snapshot = collect_port("rocep68s0", "enp68s0");
  EXPECT_EQ(known_of(port_of(snapshot, "rocep68s0").transport), transport(0, 0));
  EXPECT_EQ(known_of(netdev_of(snapshot, "enp68s0").phy),
            phy(283'924'076'469, 470'001'797'593, 306'471'174'847'120, 509'011'967'971'838));
}

}  // namespace
}  // namespace rocelint
