// SPDX-License-Identifier: Apache-2.0
#include "derive/pcie/gpu_paths.h"

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/ports.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

PciDevice bridge(const std::string& address, const std::string& parent,
                 const std::string& host_bridge = "pci0000:00") {
  PciDevice device;
  device.address = address;
  device.parent = parent;
  device.host_bridge = host_bridge;
  device.class_code = std::string("0x060400");
  device.vendor_id = std::string("0x8086");
  device.numa_node = host_bridge == "pci0000:80" ? 1 : 0;
  device.acs = AccessControl{};
  return device;
}

PciDevice gpu(const std::string& address, const std::string& parent,
              const std::string& host_bridge = "pci0000:00") {
  auto device = bridge(address, parent, host_bridge);
  device.class_code = std::string("0x030200");
  device.vendor_id = std::string("0x10de");
  device.acs = Unknown{.reason = Reason::unsupported, .detail = "", .sys_errno = 0};
  return device;
}

/// A switch (01) with the NIC 03 and the GPU 05 below it, a switch below that switch (07) with the
/// GPU 09, a GPU below another root port, below another host bridge of the same node, and below one
/// of another node.
struct GpuPathsTest : testing::Test {
  Host host;
  RdmaDevice nic;

  GpuPathsTest() {
    host.pci_devices = std::vector<PciDevice>{bridge("0000:00:01.0", ""),
                                              bridge("0000:01:00.0", "0000:00:01.0"),
                                              bridge("0000:02:00.0", "0000:01:00.0"),
                                              bridge("0000:02:01.0", "0000:01:00.0"),
                                              bridge("0000:02:02.0", "0000:01:00.0"),
                                              bridge("0000:03:00.0", "0000:02:00.0"),
                                              gpu("0000:05:00.0", "0000:02:01.0"),
                                              bridge("0000:07:00.0", "0000:02:02.0"),
                                              bridge("0000:08:00.0", "0000:07:00.0"),
                                              gpu("0000:09:00.0", "0000:08:00.0"),
                                              bridge("0000:00:02.0", ""),
                                              gpu("0000:20:00.0", "0000:00:02.0"),
                                              gpu("0000:40:00.0", "", "pci0000:40"),
                                              gpu("0000:80:00.0", "", "pci0000:80")};
    nic.name = "mlx5_0";
    nic.pci_address = std::string("0000:03:00.0");
  }

  PciDevice& device(const std::string& address) {
    for (auto& device : *host.pci_devices.known()) {
      if (device.address == address) {
        return device;
      }
    }
    ADD_FAILURE() << address;
    return host.pci_devices.known()->front();
  }

  [[nodiscard]] PortGpus gpus() const {
    PortView view;
    view.device = &nic;
    return derive_port_gpus({&view}, host).front();
  }

  [[nodiscard]] Fact<PciDistance> distance(const std::string& address) const {
    return pci_distance(host, nic.pci_address, address);
  }
};

TEST_F(GpuPathsTest, DistancesAreThoseOfTheTree) {
  EXPECT_TRUE(distance("0000:05:00.0").is(PciDistance::pix));
  EXPECT_TRUE(distance("0000:09:00.0").is(PciDistance::pxb));
  EXPECT_TRUE(distance("0000:20:00.0").is(PciDistance::phb));
  EXPECT_TRUE(distance("0000:40:00.0").is(PciDistance::node));
  EXPECT_TRUE(distance("0000:80:00.0").is(PciDistance::sys));
}

TEST_F(GpuPathsTest, TwoFunctionsOfOneCardAreNextToEachOther) {
  host.pci_devices.known()->push_back(gpu("0000:03:00.1", "0000:02:00.0"));
  EXPECT_TRUE(distance("0000:03:00.1").is(PciDistance::pix));
}

TEST_F(GpuPathsTest, WithoutNodesOnlyTheFarOnesAreUnknown) {
  device("0000:80:00.0").numa_node =
      Unknown{.reason = Reason::not_found, .detail = "-1", .sys_errno = 0};
  EXPECT_NE(distance("0000:80:00.0").unknown(), nullptr);
  EXPECT_TRUE(distance("0000:20:00.0").is(PciDistance::phb));
  host.system.numa_nodes = 1;
  EXPECT_TRUE(distance("0000:80:00.0").is(PciDistance::node));
}

TEST_F(GpuPathsTest, TheNearestAreThoseAtTheLeastDistance) {
  const auto found = gpus();
  ASSERT_NE(found.nearest.known(), nullptr);
  ASSERT_EQ(found.nearest.known()->size(), 1U);
  EXPECT_EQ(found.nearest.known()->front().address, "0000:05:00.0");
  EXPECT_EQ(found.paths.known()->size(), 5U);
}

TEST_F(GpuPathsTest, OneUnknownDistanceLeavesTheNearestOpen) {
  device("0000:09:00.0").parent = Unknown{};
  EXPECT_NE(gpus().nearest.unknown(), nullptr);
  EXPECT_NE(gpus().served.unknown(), nullptr);
}

TEST_F(GpuPathsTest, APortServesWhatNoOtherIsNearerTo) {
  RdmaDevice far;
  far.name = "mlx5_1";
  far.pci_address = std::string("0000:81:00.0");
  host.pci_devices.known()->push_back(bridge("0000:81:00.0", "", "pci0000:80"));
  PortView near_view;
  near_view.device = &nic;
  PortView far_view;
  far_view.device = &far;
  const auto both = derive_port_gpus({&near_view, &far_view}, host);
  EXPECT_THAT(*both[0].served.known(),
              ElementsAre("0000:05:00.0", "0000:09:00.0", "0000:20:00.0", "0000:40:00.0"));
  EXPECT_THAT(*both[1].served.known(), ElementsAre("0000:80:00.0"));
}

struct RedirectRow {
  const char* what;
  const char* bridge;
  bool on_path;
};
void PrintTo(const RedirectRow& row, std::ostream* out) {
  *out << row.what;
}

class Redirects : public GpuPathsTest, public testing::WithParamInterface<RedirectRow> {};

TEST_P(Redirects, CountOnlyBelowTheMeetingPoint) {
  device(GetParam().bridge).acs.known()->request_redirect = true;
  const auto nearest = *gpus().nearest.known();
  ASSERT_EQ(nearest.size(), 1U);
  if (GetParam().on_path) {
    EXPECT_THAT(*nearest[0].redirects.known(), ElementsAre(GetParam().bridge));
  } else {
    EXPECT_THAT(*nearest[0].redirects.known(), IsEmpty());
  }
}

INSTANTIATE_TEST_SUITE_P(Bridges, Redirects,
                         testing::Values(RedirectRow{"above the NIC", "0000:02:00.0", true},
                                         RedirectRow{"above the GPU", "0000:02:01.0", true},
                                         RedirectRow{"above another", "0000:02:02.0", false},
                                         RedirectRow{"where they meet", "0000:01:00.0", false},
                                         RedirectRow{"the root port", "0000:00:01.0", false}));

TEST_F(GpuPathsTest, AnUnreadableBridgeLeavesRedirectionOpenUnlessAnotherRedirects) {
  device("0000:02:00.0").acs = Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 13};
  EXPECT_NE(gpus().nearest.known()->front().redirects.unknown(), nullptr);
  device("0000:02:01.0").acs.known()->completion_redirect = true;
  EXPECT_THAT(*gpus().nearest.known()->front().redirects.known(), ElementsAre("0000:02:01.0"));
}

TEST_F(GpuPathsTest, EachReasonForADoubtIsTold) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  device("0000:02:00.0").acs = kDenied;
  device("0000:02:01.0").acs = Unknown{};
  EXPECT_EQ(reasons(gpus().nearest.known()->front().redirects), "permission not_collected");
  device("0000:80:00.0").numa_node = kUnsupported;
  device("0000:03:00.0").numa_node = kDenied;
  host.system.numa_nodes = 2;
  EXPECT_EQ(reasons(distance("0000:80:00.0")), "permission unsupported");
  device("0000:09:00.0").parent = Unknown{};
  EXPECT_EQ(reasons(gpus().nearest), "not_collected permission unsupported");
  EXPECT_EQ(reasons(gpus().served), "not_collected permission unsupported");
}

TEST_F(GpuPathsTest, WithoutTheTreeNothingIsKnown) {
  host.pci_devices = Unknown{.reason = Reason::permission, .detail = "", .sys_errno = 0};
  const auto found = gpus();
  EXPECT_NE(found.paths.unknown(), nullptr);
  EXPECT_NE(found.nearest.unknown(), nullptr);
  EXPECT_NE(found.served.unknown(), nullptr);
}

TEST_F(GpuPathsTest, AHostWithoutGpusHasNone) {
  std::erase_if(*host.pci_devices.known(),
                [](const PciDevice& device) { return device.vendor_id.is("0x10de"); });
  const auto found = gpus();
  EXPECT_THAT(*found.paths.known(), IsEmpty());
  EXPECT_THAT(*found.nearest.known(), IsEmpty());
  EXPECT_THAT(*found.served.known(), IsEmpty());
}

}  // namespace
}  // namespace rocelint
