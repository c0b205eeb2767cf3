// SPDX-License-Identifier: Apache-2.0
#include "derive/pcie/pcie_path.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/ports.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Link {
  std::int64_t speed = 32'000;
  std::int64_t max_speed = 32'000;
  std::int64_t width = 16;
  std::int64_t max_width = 16;
};

PciDevice function(const std::string& address, const std::string& parent, const Link& link = {},
                   const std::string& class_code = "0x060400") {
  PciDevice device;
  device.address = address;
  device.parent = parent;
  device.class_code = class_code;
  device.vendor_id = std::string("0x8086");
  device.link_speed_mtps = link.speed;
  device.max_link_speed_mtps = link.max_speed;
  device.link_width = link.width;
  device.max_link_width = link.max_width;
  device.max_payload_bytes = 256;
  return device;
}

constexpr auto kNic = "0000:03:00.0";

/// NIC, downstream port, upstream port, root port.
struct PciePathTest : testing::Test {
  std::vector<PciDevice> functions{
      function("0000:00:01.0", ""), function("0000:01:00.0", "0000:00:01.0"),
      function("0000:02:00.0", "0000:01:00.0"), function(kNic, "0000:02:00.0", {}, "0x020000")};

  [[nodiscard]] PciePath path() const {
    Host host;
    host.pci_devices = functions;
    RdmaDevice device;
    device.name = "mlx5_0";
    device.pci_address = std::string(kNic);
    PortView view;
    view.device = &device;
    return derive_pcie_path(view, host);
  }
};

TEST_F(PciePathTest, TheInsideOfASwitchIsNoLink) {
  const auto hops = *path().hops.known();
  ASSERT_THAT(hops, SizeIs(2));
  EXPECT_EQ(hops[0].address, kNic);
  EXPECT_EQ(hops[0].parent, "0000:02:00.0");
  EXPECT_EQ(hops[1].address, "0000:01:00.0");
  EXPECT_EQ(hops[1].parent, "0000:00:01.0");
}

TEST_F(PciePathTest, EndpointsMayBeFineWhileTheSwitchIsSlow) {
  functions[1].link_width = 8;
  const auto found = path();
  const auto hops = *found.hops.known();
  EXPECT_TRUE(hops[0].link_width.is(16));
  EXPECT_TRUE(hops[1].link_width.is(8));
  EXPECT_TRUE(hops[1].possible_width.is(16));
  EXPECT_TRUE(found.narrowest.is("0000:01:00.0"));
  EXPECT_TRUE(found.throughput_mbps.is(32'000LL * 8 * 128 / 130));
  EXPECT_TRUE(found.possible_throughput_mbps.is(32'000LL * 16 * 128 / 130));
}

TEST_F(PciePathTest, ALinkCanDoWhatItsLesserEndCan) {
  functions[2].max_link_speed_mtps = 16'000;
  functions[3].link_speed_mtps = 16'000;
  const auto hop = path().hops.known()->front();
  EXPECT_TRUE(hop.possible_speed_mtps.is(16'000));
  EXPECT_TRUE(hop.link_speed_mtps.is(16'000));
}

TEST_F(PciePathTest, OldLinksLoseMoreToTheirEncoding) {
  functions[3].link_speed_mtps = 5'000;
  EXPECT_TRUE(path().hops.known()->front().throughput_mbps.is(5'000LL * 16 * 8 / 10));
  functions[3].link_speed_mtps = 64'000;
  EXPECT_TRUE(path().hops.known()->front().throughput_mbps.is(64'000LL * 16 * 236 / 256));
}

TEST_F(PciePathTest, ALinkThatNothingCanCountIsUnknown) {
  for (const auto width : {std::numeric_limits<std::int64_t>::min(), std::int64_t{1} << 47}) {
    functions[3].link_width = width;
    const auto hop = path().hops.known()->front();
    ASSERT_NE(hop.throughput_mbps.unknown(), nullptr) << width;
    EXPECT_EQ(hop.throughput_mbps.unknown()->reason, Reason::malformed) << width;
  }
}

TEST_F(PciePathTest, AnUnknownLinkMayBeTheNarrowest) {
  functions[1].link_speed_mtps =
      Unknown{.reason = Reason::not_found, .detail = "Unknown", .sys_errno = 0};
  const auto found = path();
  EXPECT_NE(found.throughput_mbps.unknown(), nullptr);
  EXPECT_NE(found.narrowest.unknown(), nullptr);
  EXPECT_NE(found.hops.known(), nullptr);
}

TEST_F(PciePathTest, OnTheRootBusThereIsNoLink) {
  functions = {function(kNic, "", {}, "0x020000")};
  EXPECT_THAT(*path().hops.known(), IsEmpty());
  EXPECT_THAT(path().throughput_mbps.unknown()->detail, HasSubstr("no link"));
}

TEST_F(PciePathTest, ABridgeThatIsMissingIsUnknown) {
  functions.erase(functions.begin() + 1);
  EXPECT_THAT(path().hops.unknown()->detail, HasSubstr("0000:01:00.0"));
}

TEST_F(PciePathTest, ACircleEnds) {
  functions[0].parent = std::string("0000:02:00.0");
  EXPECT_THAT(path().hops.unknown()->detail, HasSubstr("circle"));
}

TEST_F(PciePathTest, TellsWhetherThereAreGpus) {
  EXPECT_TRUE(path().has_gpus.is(false));
  functions.push_back(function("0000:04:00.0", "", {}, "0x030200"));
  functions.back().vendor_id = std::string("0x10de");
  EXPECT_TRUE(path().has_gpus.is(true));
}

TEST_F(PciePathTest, OfANicThatIsNotListedOnlyTheGpusAreKnown) {
  functions.pop_back();
  const auto found = path();
  for (const auto& field : kFields<PciePath>) {
    EXPECT_EQ(field.type->unknown(member(field, &found)) != nullptr, field.name != "has_gpus")
        << field.name;
  }
}

/// A card with a function on each of two root ports, four lanes each.
struct PcieCard : testing::Test {
  Host host;

  PcieCard() {
    const Link four{.width = 4, .max_width = 4};
    host.pci_devices =
        std::vector{function("0000:00:01.0", ""), function(kNic, "0000:00:01.0", four),
                    function("0002:00:01.0", ""), function("0002:03:00.0", "0002:00:01.0", four)};
    for (const auto* address : {kNic, "0002:03:00.0"}) {
      auto& device =
          (host.devices.known() == nullptr ? host.devices.emplace() : *host.devices.known())
              .emplace_back();
      device.name = address;
      device.pci_address = std::string(address);
      device.system_image_guid = std::string("1");
    }
  }

  [[nodiscard]] Fact<std::int64_t> throughput() const {
    PortView view;
    view.device = host.devices.known()->data();
    return derive_pcie_path(view, host).card_throughput_mbps;
  }
  RdmaDevice& other() { return host.devices.known()->back(); }
};

constexpr std::int64_t kFourLanes = 126'030;

TEST_F(PcieCard, HasTheLinksOfAllItsFunctions) {
  EXPECT_TRUE(throughput().is(2 * kFourLanes));
  other().system_image_guid = std::string("2");
  EXPECT_TRUE(throughput().is(kFourLanes)) << "another card";
}

TEST_F(PcieCard, FunctionsBelowOneBridgeShareItsLink) {
  host.pci_devices.known()->back().parent = std::string("0000:00:01.0");
  EXPECT_TRUE(throughput().is(kFourLanes));
}

TEST_F(PcieCard, AVirtualFunctionHasNoLinkOfItsOwn) {
  other().virtual_function = true;
  EXPECT_TRUE(throughput().is(kFourLanes));
}

TEST_F(PcieCard, TellsEachReasonForItsDoubt) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  host.pci_devices.known()->back().link_width = Unknown{};
  host.devices.known()->push_back(other());
  host.devices.known()->push_back(other());
  auto& devices = *host.devices.known();
  devices[2].pci_address = kUnsupported;
  devices[3].pci_address = kDenied;
  EXPECT_EQ(reasons(throughput()), "not_collected unsupported permission");
  devices[2].system_image_guid = kDenied;
  devices[3].system_image_guid = kUnsupported;
  EXPECT_EQ(reasons(throughput()), "permission unsupported");
  host.pci_devices.known()->at(1).link_width = Unknown{};
  EXPECT_EQ(reasons(throughput()), "not_collected permission unsupported");
}

TEST_F(PciePathTest, ANicThatCanNotBeFoundTellsEachReasonButNotOfTheGpus) {
  Host host;
  host.pci_devices = testing_support::kUnsupported;
  RdmaDevice device;
  device.pci_address = testing_support::kDenied;
  PortView view;
  view.device = &device;
  const auto found = derive_pcie_path(view, host);
  EXPECT_EQ(testing_support::reasons(found.hops), "unsupported permission");
  EXPECT_EQ(testing_support::reasons(found.numa_node), "unsupported permission");
  EXPECT_EQ(testing_support::reasons(found.has_gpus), "unsupported");
}

TEST_F(PcieCard, WhatMayBeOfItLeavesItOpen) {
  other().pci_address = Unknown{};
  EXPECT_NE(throughput().unknown(), nullptr);
  other().system_image_guid = Unknown{};
  EXPECT_NE(throughput().unknown(), nullptr);
  host.devices.known()->pop_back();
  EXPECT_TRUE(throughput().is(kFourLanes));
}

}  // namespace
}  // namespace rocelint
