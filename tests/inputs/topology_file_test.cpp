// SPDX-License-Identifier: Apache-2.0
#include "inputs/topology_file.h"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/command_run.h"
#include "tests/support/public_data.h"

namespace rocelint {
namespace {

struct Case {
  const char* name;
  std::string xml;
  TopologyCount count;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Topology : public testing::TestWithParam<Case> {};

TEST_P(Topology, IsCounted) {
  const auto count = count_topology(GetParam().xml);
  ASSERT_TRUE(count) << count.error().detail;
  EXPECT_EQ(count->gpus, GetParam().count.gpus);
  EXPECT_EQ(count->nics, GetParam().count.nics);
  EXPECT_EQ(count->slowest_link_mbps, GetParam().count.slowest_link_mbps);
}

INSTANTIATE_TEST_SUITE_P(
    Collect, Topology,
    testing::Values(
        Case{"Empty", "<system version=\"1\"/>", {.gpus = 0, .nics = 0, .slowest_link_mbps = {}}},
        Case{"BehindABridge",
             R"(<?xml version="1.0"?><system version="1"><cpu numaid="0">
             <pci busid="0:1" class="0x060400" link_speed="32.0 GT/s PCIe">
               <pci busid="0:2" class="0x030200"><gpu dev="0"><nvlink class="0x03"/></gpu></pci>
               <pci busid="0:3" class = '0x020000'><nic><net name="mlx5_0"/><net/></nic></pci>
               <pci busid="0:4" class="0x120000"/></pci></cpu></system>)",
             {.gpus = 2, .nics = 1, .slowest_link_mbps = {}}},
        Case{"TheSlowestLink",
             R"(<system><pci class="0x060400" link_speed="2.5 GT/s" link_width="1">
             <pci class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16"/></pci></system>)",
             {.gpus = 1, .nics = 0, .slowest_link_mbps = 2'500}},
        Case{"LinksThatAreNotTold",
             R"(<system><pci class="0x0302" link_speed="" link_width="0"/>
             <pci class="0x0302" link_speed="8 GT/s"/><pci class="0x0302" link_width="8"/>
             <pci class="0x0302" link_speed="8 GT/s" link_width="x8"/>
             <pci class="0x0302" link_speed="8 GT/s" link_width="33"/></system>)",
             {.gpus = 5, .nics = 0, .slowest_link_mbps = {}}},
        Case{"ANicWithoutPci",
             R"(<system><cpu><pci class="0x030200"><gpu/></pci><nic><net/></nic></cpu></system>)",
             {.gpus = 1, .nics = 1, .slowest_link_mbps = {}}},
        Case{"NotInComments",
             "<system><!-- <pci class=\"0x03\"> > --></system>",
             {.gpus = 0, .nics = 0, .slowest_link_mbps = {}}},
        Case{"ABracketInAValue",
             R"(<system><pci busid="a>b" class="0x0200"/></system>)",
             {.gpus = 0, .nics = 1, .slowest_link_mbps = {}}},
        Case{"AnotherAttributeOfThatEnding",
             R"(<system><pci subclass="0x02"/></system>)",
             {.gpus = 0, .nics = 0, .slowest_link_mbps = {}}},
        Case{"MoreIsClosedThanOpened",
             "<system></pci></pci><pci class=\"0x02\"></pci><nic/></system>",
             {.gpus = 0, .nics = 2, .slowest_link_mbps = {}}}),
    [](const auto& info) { return info.param.name; });

TEST(TopologyFile, WhatIsNoTopologyIsMalformed) {
  for (const auto* text : {"", "not xml", "<graphs version=\"1\"></graphs>", "<system", "<!-- x",
                           "<system a=\"></system>"}) {
    const auto count = count_topology(text);
    ASSERT_FALSE(count) << text;
    EXPECT_EQ(count.error().reason, Reason::malformed) << text;
  }
}

/// Counted by hand, with grep.
TEST(TopologyFile, OfPublicMachines) {
  const auto directory = test::public_data();
  if (!directory) {
    GTEST_SKIP() << test::kNoPublicData;
  }
  const auto& data = *directory;
  const std::vector<std::pair<const char*, TopologyCount>> machines{
      {"oracle-quickstart+oci-hpc/samples/gpu/H100-topology.xml",
       {.gpus = 8, .nics = 8, .slowest_link_mbps = {}}},
      {"oracle-quickstart+oci-hpc/samples/gpu/topo-flattened-b4.xml",
       {.gpus = 8, .nics = 8, .slowest_link_mbps = {}}},
      {"Azure+azhpc-images/topology/ndv5-topo.xml",
       {.gpus = 8, .nics = 8, .slowest_link_mbps = {}}},
      {"Azure+azhpc-images/topology/ndv2-topo.xml",
       {.gpus = 8, .nics = 1, .slowest_link_mbps = {}}},
      {"Azure+azhpc-images/topology/ncv4-topo.xml",
       {.gpus = 4, .nics = 1, .slowest_link_mbps = {}}},
      {"aws+aws-ofi-nccl/topology/p4d-24xl-topo.xml",
       {.gpus = 8, .nics = 4, .slowest_link_mbps = {}}}};
  for (const auto& [file, expected] : machines) {
    const auto count = count_topology(test::read_file(data / file));
    ASSERT_TRUE(count) << file;
    EXPECT_EQ(count->gpus, expected.gpus) << file;
    EXPECT_EQ(count->nics, expected.nics) << file;
  }
  EXPECT_FALSE(
      count_topology(test::read_file(data / "Azure+azhpc-images/topology/ncv4-graph.xml")));
}

}  // namespace
}  // namespace rocelint
