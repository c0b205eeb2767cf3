// SPDX-License-Identifier: Apache-2.0
#include "derive/job/job_devices.h"

#include <ostream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "derive/name_list.h"
#include "tests/support/reasons.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

/// mlx5_1, mlx5_10 and mlx5_11 speak RoCE, ibp0 InfiniBand; all with an active port.
struct JobDevices : testing::Test {
  Host host;

  JobDevices() {
    auto& devices = host.devices.emplace();
    for (const auto* name : {"mlx5_1", "mlx5_10", "mlx5_11", "ibp0"}) {
      auto& device = devices.emplace_back();
      device.name = name;
      device.protocol = device.name == "ibp0" ? RdmaProtocol::ib : RdmaProtocol::roce;
      auto& port = device.ports.emplace().emplace_back();
      port.number = 1;
      port.state = PortState::active;
    }
  }
  RdmaDevice& infiniband() { return host.devices.known()->back(); }
};

struct TakenRow {
  const char* list;
  std::vector<std::string> besides;
};
void PrintTo(const TakenRow& row, std::ostream* out) {
  *out << '"' << row.list << '"';
}

class DevicesTakenBesides : public JobDevices, public testing::WithParamInterface<TakenRow> {};

TEST_P(DevicesTakenBesides, AreThoseWhoseNameGoesOn) {
  const auto found = devices_taken_besides(host, NameList::parse(GetParam().list));
  EXPECT_THAT(*found.known(), ElementsAreArray(GetParam().besides));
}

INSTANTIATE_TEST_SUITE_P(Lists, DevicesTakenBesides,
                         testing::Values(TakenRow{"mlx5_1", {"mlx5_10", "mlx5_11"}},
                                         TakenRow{"mlx5_1:1", {"mlx5_10", "mlx5_11"}},
                                         TakenRow{"mlx5_1,mlx5_11", {"mlx5_10"}},
                                         TakenRow{"mlx5_1,mlx5", {}}, TakenRow{"=mlx5_1", {}},
                                         TakenRow{"^mlx5_1", {}}, TakenRow{"mlx5", {}},
                                         TakenRow{"ibp0", {}}, TakenRow{"", {}}));

TEST_F(JobDevices, ProtocolsAreThoseOfActivePortsThatAreTaken) {
  const auto taken = [&](const char* list) {
    return *protocols_taken(host, NameList::parse(list)).known();
  };
  EXPECT_THAT(taken(""), ElementsAre("ib", "roce"));
  EXPECT_THAT(taken("mlx5"), ElementsAre("roce"));
  EXPECT_THAT(taken("^mlx5"), ElementsAre("ib"));
  EXPECT_THAT(taken("mthca"), IsEmpty());
  infiniband().ports.known()->front().state = PortState::down;
  EXPECT_THAT(taken(""), ElementsAre("roce"));
}

TEST_F(JobDevices, ProtocolsAreUnknownAsSoonAsOneIs) {
  const auto is_known = [&](const char* list) {
    return protocols_taken(host, NameList::parse(list)).known() != nullptr;
  };
  infiniband().protocol = Unknown{};
  EXPECT_FALSE(is_known(""));
  EXPECT_TRUE(is_known("mlx5")) << "it is not taken";
  infiniband().protocol = RdmaProtocol::ib;
  infiniband().ports.known()->front().state = Unknown{};
  EXPECT_FALSE(is_known(""));
  infiniband().ports = Unknown{};
  EXPECT_FALSE(is_known(""));
}

TEST_F(JobDevices, ProtocolsTellEachReasonForTheirDoubt) {
  using testing_support::kDenied;
  using testing_support::kUnsupported;
  using testing_support::reasons;
  infiniband().protocol = kDenied;
  host.devices.known()->front().ports.known()->front().state = kUnsupported;
  EXPECT_EQ(reasons(protocols_taken(host, NameList::parse(""))), "unsupported permission");
  auto& ports = *infiniband().ports.known();
  ports.front().state = Unknown{};
  ports.push_back(ports.front());
  ports.back().state = kUnsupported;
  EXPECT_EQ(reasons(protocols_taken(host, NameList::parse("ibp0"))),
            "not_collected unsupported permission");
}

TEST_F(JobDevices, OfAHostWithoutAListOfDevicesNothingIsKnown) {
  host.devices = Unknown{};
  const NameList list;
  EXPECT_NE(entries_without_device(host, list).unknown(), nullptr);
  EXPECT_NE(devices_taken_besides(host, list).unknown(), nullptr);
  EXPECT_NE(protocols_taken(host, list).unknown(), nullptr);
}

}  // namespace
}  // namespace rocelint
