// SPDX-License-Identifier: Apache-2.0

// What policy learn writes of one fact or another, and what it says of those that it does not take.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/snapshot.h"

#include "advise/policy_fit.h"
#include "tests/judge/engine_support.h"
#include "tests/judge/learning.h"
#include "tests/support/healthy_hosts.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace testing_support;

struct Sentence {
  const char* name;
  std::function<std::vector<NamedHost>()> hosts;
  std::vector<std::string> has;
  std::vector<std::string> has_not = {};
};
void PrintTo(const Sentence& row, std::ostream* out) {
  *out << row.name;
}

class Learn : public testing::TestWithParam<Sentence> {};

TEST_P(Learn, Says) {
  const auto yaml = joined(learn(GetParam().hosts()));
  for (const auto& text : GetParam().has) {
    EXPECT_THAT(yaml, HasSubstr(text));
  }
  for (const auto& text : GetParam().has_not) {
    EXPECT_THAT(yaml, Not(HasSubstr(text)));
  }
}

constexpr auto kFixed = CnpPriorityMode::fixed;
constexpr auto kFromPacket = CnpPriorityMode::from_packet;

void mark_cnps(Snapshot& host, std::int64_t dscp, CnpPriorityMode mode) {
  for (auto& netdev : *host.host.netdevs.known()) {
    netdev.cc.cnp = {.dscp = dscp, .priority = 5, .priority_mode = mode};
  }
}

void react_to_cnps_on(Snapshot& host, const std::vector<std::int64_t>& priorities) {
  for (auto& netdev : *host.host.netdevs.known()) {
    netdev.cc.reaction_point = priorities;
    netdev.cc.notification_point = priorities;
  }
}

const std::vector<Sentence> kSentences{
    {"a_profile_that_fits",
     [] { return one(healthy(), [](Snapshot&) {}); },
     {"policy: learned", "mlx5_core-400g:", "dev.max_speed_mbps == 400000",
      "extends: lossless-dscp26`"}},
    {"any_of_many_dscps",
     [] { return one(mlx5_in_tree(), [](Snapshot&) {}); },
     {"roce: [{priority: 3}]", "DSCP 24-31 lead to it",
      "it wants a dscp in each class of roce trust: dscp"}},
    {"the_dscp_that_the_driver_forces",
     [] {
       return one(mlx5_ofed(), [](Snapshot& host) {
         auto& app = netdev_of(host, 0).dcb.app.known()->emplace_back();
         app = dscp_entry(27, 3);
       });
     },
     {"{priority: 3, dscp: 26"}},
    {"no_lossless_priority",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.pfc.known()->enabled = {};
         }
       });
     },
     {"lossless, no fact says mode: forbidden", "PFC is on for no priority"},
     {"roce:"}},
    {"cnps_on_a_lossless_priority",
     [] {
       return one(bnxt(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.app = std::vector{dscp_entry(26, 3), dscp_entry(48, 3)};
         }
       });
     },
     {"where CNPs would be paused priority: 3"}},
    {"cnps_in_the_priority_of_the_packet",
     [] { return one(healthy(), [](Snapshot& host) { mark_cnps(host, 40, kFromPacket); }); },
     {"Not told by any port (unsupported): cnp.priority", "cnp:\n      dscp: 40\n"},
     {"taken for"}},
    {"cnps_whose_dscp_leads_nowhere",
     [] { return one(healthy(), [](Snapshot& host) { mark_cnps(host, 40, kFixed); }); },
     {"cnp:\n      priority: 5\n      dscp: 40\n"}},
    {"cnps_where_the_dscp_map_is_not_told",
     [] { return one(bnxt(), [](Snapshot& host) { netdev_of(host, 2).dcb.app = Unknown{}; }); },
     {"7 on 3 ports; not told on 1 port (not_collected): a bnxt_re2 priority: 7"}},
    {"cnps_marked_as_roce",
     [] { return one(healthy(), [](Snapshot& host) { mark_cnps(host, 26, kFixed); }); },
     {"it is the DSCP of a class of RoCE too dscp: 26"}},
    {"a_port_without_a_dscp_map",
     [] {
       return one(healthy(),
                  [](Snapshot& host) { netdev_of(host, 2).dcb.app = unsupported("APP"); });
     },
     {"dscp of priority 3: 26 on 3 ports; not told on 1 port (unsupported): a mlx5_2\n"
      "    roce: [{priority: 3, tsa",
      "dscp on 3 ports; not told on 1 port (unsupported): a mlx5_2 trust: dscp"}},
    {"a_priority_that_no_dscp_leads_to",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.app = std::vector{dscp_entry(48, 6)};
         }
       });
     },
     {"dscp of priority 3: no DSCP leads to it\n    roce: [{priority: 3, tsa"}},
    {"two_priorities_in_one_traffic_class",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.pfc.known()->enabled = {3, 4};
           netdev.dcb.ets.known()->prio_tc[4] = 3;
           netdev.dcb.ets.known()->tc_bandwidth_percent[3] = 60;
           netdev.dcb.ets.known()->tc_bandwidth_percent[4] = 0;
           netdev.dcb.buffer.known()->prio_buffer[4] = 1;
           netdev.dcb.app.known()->push_back(dscp_entry(32, 4));
         }
       });
     },
     {"roce: [{priority: 3, dscp: 26, tsa: ets}, {priority: 4, dscp: 32, tsa: ets}]"}},
    {"congestion_control_on_other_priorities",
     [] { return one(healthy(), [](Snapshot& host) { react_to_cnps_on(host, {0}); }); },
     {"Not told by any port (DCQCN is on for some priorities only): cc.mode"}},
    {"congestion_control_that_is_off",
     [] { return one(healthy(), [](Snapshot& host) { react_to_cnps_on(host, {}); }); },
     {"cc:\n      mode: disabled\n"}},
    {"congestion_control_with_one_switch",
     [] {
       return one(bnxt(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.cc.enabled = false;
         }
       });
     },
     {"cc:\n      mode: disabled\n"}},
    {"a_device_that_does_not_tell_its_ports",
     [] {
       return one(healthy(),
                  [](Snapshot& host) { device_of(host, 1).ports = unsupported("ports"); });
     },
     {"400000 on 3 ports; not told on 1 port (unsupported): a mlx5_1 speed_mbps: 400000",
      "4096 on 3 ports; not told on 1 port (unsupported): a mlx5_1 active_bytes: 4096",
      "ipv4 on 3 ports; not told on 1 port (unsupported): a mlx5_1 family: ipv4",
      "dscp on 3 ports; not told on 1 port (unsupported): a mlx5_1 trust: dscp",
      "Not told by any host (unsupported): expect.ports"}},
    {"a_link_a_gid_and_addresses_that_are_not_told",
     [] {
       return one(healthy(), [](Snapshot& host) {
         netdev_of(host, 1).link = unsupported("link");
         port_of(host, 1).gids.known()->back().type = unsupported("type");
         netdev_of(host, 1).addresses = unsupported("addresses");
       });
     },
     {"400000 on 3 ports; not told on 1 port (unsupported): a mlx5_1 speed_mbps: 400000",
      "ipv4 on 3 ports; not told on 1 port (unsupported): a mlx5_1 family: ipv4",
      "false on 3 ports; not told on 1 port (unsupported): a mlx5_1 source_routing: false"}},
    {"gids_uppers_and_firmware_that_are_not_told",
     [] {
       return one(healthy(), [](Snapshot& host) {
         port_of(host, 0).gids = unsupported("gids");
         netdev_of(host, 1).uppers = unsupported("uppers");
         device_of(host, 2).firmware_version = unsupported("fw_ver");
       });
     },
     {"ipv4 on 3 ports; not told on 1 port (unsupported): a mlx5_0 family: ipv4",
      "forbidden on 3 ports; not told on 1 port (unsupported): a mlx5_1 bonding: forbidden",
      "on 3 ports; not told on 1 port (unsupported): a mlx5_2 allowed: [\"MT_0000000838"}},
    {"a_host_that_tells_nothing_of_itself",
     [] {
       return one(healthy(), [](Snapshot& host) {
         host.host.kernel_release = unsupported("kernel");
         host.host.system.cpu_governors = unsupported("governors");
         host.host.rdma_namespace_mode = unsupported("netns");
       });
     },
     {"Not told by any host (unsupported): system.kernel_release, system.cpu_governor, "
      "system.rdma_namespace_mode"}},
    {"a_host_that_fails_as_a_whole",
     [] {
       auto other = healthy();
       other.job.settings.emplace()["NCCL_IB_HCA"] = {.value = "rocep", .origin = "job.env:1"};
       other.host.kernel_release = std::string("5.15.0-91-generic");
       return std::vector{named("a", healthy()), named("b", std::move(other))};
     },
     {"from 2 hosts: a, b.", "Left out of system.*, for they fail job-hca-missing: b",
      "kernel_release: \"6.8.0\"", "\n      ports: 4\n"},
     {"5.15.0"}},
    {"a_host_whose_probe_was_cut_short",
     [] {
       auto other = healthy();
       other.probe.interrupted = true;
       netdev_of(other, 0).mtu_bytes = 4200;
       return std::vector{named("a", healthy()), named("b", std::move(other))};
     },
     {"from 1 host: a.", "Left out, for a signal cut their probe short: b", "netdev_bytes: 9000\n",
      "Not ready by this policy, 1 of 2 hosts: b: "},
     {"4200"}},
    {"gpus",
     [] { return one(healthy(), [](Snapshot& host) { add_gpu(host); }); },
     {"gpu_distances: [pix]", "gdr:\n      required: true\n"}},
    {"gpus_at_two_distances",
     [] {
       return one(healthy(), [](Snapshot& host) {
         add_gpu(host);
         add_gpu(host);
         host.host.pci_devices.known()->back().address = "0000:1a:00.0";
         host.host.pci_devices.known()->back().parent = std::string();
       });
     },
     {"gpu_distances: [pix, phb]"}},
    {"gpus_that_nobody_told_of",
     [] { return one(healthy(), [](Snapshot& host) { host.host.pci_devices = Unknown{}; }); },
     {"(not_collected): pcie.max_read_request_bytes, pcie.gpu_distances, pcie.ats, gdr.required"}},
    {"gpus_that_may_be_anywhere",
     [] {
       return one(healthy(), [](Snapshot& host) {
         add_gpu(host);
         host.host.pci_devices.known()->back().parent = unsupported("parent");
         host.host.gpu.peer_memory = unsupported("nvidia_peermem");
         device_of(host, 0).dmabuf = Unknown{};
       });
     },
     {"Not told by any port (unsupported): cc.mode, pcie.gpu_distances",
      "true on 3 ports; not told on 1 port (not_collected): a mlx5_0 required: true"}},
    {"a_bond_with_lacp",
     [] {
       return one(bond(), [](Snapshot& host) {
         host.host.netdevs.known()->back().bond.emplace().mode = BondMode::lacp;
       });
     },
     {"\n    bonding: required\n"}},
    {"a_bond_whose_mode_is_not_told",
     [] {
       return one(bond(),
                  [](Snapshot& host) { host.host.netdevs.known()->back().bond = Unknown{}; });
     },
     {"Not told by any port (not_collected): bonding"}},
    {"optics_that_a_deep_probe_told",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           auto& module = netdev.module.emplace();
           module.vendor = "ACME";
           module.part_number = "QSFP-1";
         }
       });
     },
     {"optics: [\"ACME QSFP-1\"]"}},
    {"optics_that_a_pattern_would_take_for_more",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           auto& module = netdev.module.emplace();
           module.vendor = "ACME";
           module.part_number = "QSFP-*";
         }
       });
     },
     {"(\"ACME QSFP-*\" has a character that stands for others in a pattern): optics"}},
    {"hosts_with_other_numbers_of_ports",
     [] { return std::vector{named("a", healthy()), named("b", with_nics(2))}; },
     {"2 on 1 host, 4 on 1: a ports: 2"}},
    {"a_value_that_one_port_does_not_tell",
     [] {
       return one(healthy(),
                  [](Snapshot& host) { netdev_of(host, 2).dcb.pfc = unsupported("PFC"); });
     },
     {"[3] on 3 ports; not told on 1 port (unsupported): a mlx5_2 mode: required"}},
    {"cnps_that_are_not_told",
     [] { return one(healthy(), [](Snapshot&) {}); },
     {"taken for that of CNPs\n      priority: 6"}},
    {"a_strict_class_that_may_be_anybodys",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.dcb.app = std::vector{dscp_entry(26, 3)};
         }
       });
     },
     {"Not ready by this policy, 1 of 1 host: a: ets-starved"},
     {"taken for"}},
    {"a_bond_that_rdma_cant_use",
     [] {
       return one(bond(), [](Snapshot& host) {
         host.host.netdevs.known()->back().bond.emplace().mode = BondMode::balance_rr;
       });
     },
     {"RDMA can't use a bond of mode balance_rr"},
     {"\n    bonding:"}},
    {"two_roles",
     [] {
       auto host = healthy();
       for (std::size_t i = 2; i < 4; ++i) {
         device_of(host, i).max_speed_mbps = 100000;
       }
       return std::vector{named("a", std::move(host))};
     },
     {"mlx5_core-400g:", "mlx5_core-100g:", "ports: 2"}},
    {"a_speed_that_is_not_told",
     [] {
       return one(healthy(), [](Snapshot& host) {
         device_of(host, 1).max_speed_mbps = unsupported("link modes");
       });
     },
     {"mlx5_core-ports:", "ports: 'dev.driver == \"mlx5_core\"'"}},
    {"boards_apart",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (std::size_t i = 2; i < 4; ++i) {
           device_of(host, i).board_id = std::string("MT_0000000999");
           device_of(host, i).firmware_version = std::string("28.99.1000");
         }
       });
     },
     {"groups:", "- where: \"dev.board_id == \\\"MT_0000000999\\\"\"",
      "allowed: [\"MT_0000000999 28.99.1000\"]"}},
    {"a_number_that_a_policy_does_not_take",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (auto& netdev : *host.host.netdevs.known()) {
           netdev.mtu_bytes = 65536;
         }
       });
     },
     {"a policy does not take this number: 65536 netdev_bytes: 65536"}},
    {"a_board_with_such_a_number",
     [] {
       return one(healthy(), [](Snapshot& host) {
         for (std::size_t i = 2; i < 4; ++i) {
           device_of(host, i).board_id = std::string("MT_0000000999");
           netdev_of(host, i).mtu_bytes = 65536;
         }
       });
     },
     {"65536 on 2 ports, 9000 on 2: a mlx5_0,1 netdev_bytes: 65536"}},
};

INSTANTIATE_TEST_SUITE_P(Rows, Learn, testing::ValuesIn(kSentences),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace rocelint
