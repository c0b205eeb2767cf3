// SPDX-License-Identifier: Apache-2.0
#include "probe/blame.h"

#include <cstring>

#include <gtest/gtest.h>

namespace rocelint {
namespace {

using std::chrono::milliseconds;

const AnnouncedRead kDcb{
    .device = "ens2", .operation = "dcbnl IEEE_GET", .lock = Lock::rtnl, .under_way = true};

template <std::size_t N>
void put(char (&into)[N], std::string_view text) {
  std::memcpy(into, text.data(), std::min(N, text.size()));
}

TEST(AnnouncedRead, IsTheLastReadOfTheModule) {
  Breadcrumb crumb;
  EXPECT_EQ(place_in(crumb, "dcb"), std::nullopt);
  put(crumb.module, "dcb");
  EXPECT_EQ(place_in(crumb, "dcb"), std::nullopt);
  put(crumb.device, "ens2");
  put(crumb.operation, "dcbnl IEEE_GET");
  crumb.lock = Lock::rtnl;
  crumb.sequence = 7;
  EXPECT_EQ(place_in(crumb, "dcb"), kDcb);
  EXPECT_EQ(place_in(crumb, "link"), std::nullopt);
  crumb.sequence = 8;
  EXPECT_FALSE(place_in(crumb, "dcb")->under_way);
}

TEST(AnnouncedRead, TakesAnyBytes) {
  Breadcrumb crumb;
  put(crumb.module, "dcb");
  std::memset(crumb.device, 0xff, sizeof crumb.device);
  std::memset(crumb.operation, 'x', sizeof crumb.operation);
  crumb.lock = static_cast<Lock>(0xee);
  const auto place = place_in(crumb, "dcb");
  ASSERT_TRUE(place);
  EXPECT_EQ(place->device.size(), sizeof crumb.device);
  EXPECT_EQ(place->operation.size(), sizeof crumb.operation);
  EXPECT_EQ(place->lock, Lock::none);
}

TEST(Blame, SaysWhatDidNotAnswer) {
  EXPECT_EQ(timed_out("dcb", kDcb, milliseconds(1000)),
            (Unknown{Reason::timeout, "dcbnl IEEE_GET of ens2 did not answer within 1.0 s", 0}));
  EXPECT_EQ(timed_out("dcb", std::nullopt, milliseconds(250)).detail,
            "module dcb did not finish within 250 ms");
  AnnouncedRead place = kDcb;
  place.under_way = false;
  EXPECT_EQ(timed_out("dcb", place, milliseconds(1500)).detail,
            "module dcb did not finish within 1.5 s (last read: dcbnl IEEE_GET of ens2)");
  place = {.device = "", .operation = "RTM_GETLINK", .lock = Lock::rtnl, .under_way = true};
  EXPECT_EQ(timed_out("links", place, milliseconds(1000)).detail,
            "RTM_GETLINK did not answer within 1.0 s");
}

TEST(Blame, SaysWhatItDiedOf) {
  EXPECT_EQ(crashed("dcb", kDcb, "died of SIGSEGV"),
            (Unknown{Reason::crashed, "module dcb died of SIGSEGV at dcbnl IEEE_GET of ens2", 0}));
  EXPECT_EQ(crashed("dcb", std::nullopt, "exited with status 0").detail,
            "module dcb exited with status 0");
}

Host host_with_two_cards() {
  Host host;
  auto& netdevs = host.netdevs.emplace();
  for (const auto& [name, function] :
       {std::pair("ens1", "0000:17:00.0"), std::pair("ens2", "0000:9a:00.0"),
        std::pair("ens2v0", "")}) {
    auto& netdev = netdevs.emplace_back();
    netdev.name = name;
    if (*function != '\0') {
      netdev.pci_address = std::string(function);
    }
  }
  auto& device = host.devices.emplace().emplace_back();
  device.name = "mlx5_2";
  device.pci_address = std::string("0000:9a:00.0");
  return host;
}

TEST(SameHardware, IsWhatSharesThePciFunction) {
  using Names = std::vector<std::string>;
  const Host host = host_with_two_cards();
  EXPECT_EQ(same_hardware(host, "ens2"), (Names{"ens2", "mlx5_2"}));
  EXPECT_EQ(same_hardware(host, "mlx5_2"), (Names{"ens2", "mlx5_2"}));
  EXPECT_EQ(same_hardware(host, "ens1"), (Names{"ens1"}));
  EXPECT_EQ(same_hardware(host, "ens2v0"), (Names{"ens2v0"})) << "its function is not known";
  EXPECT_EQ(same_hardware(Host{}, "ens2"), (Names{"ens2"}));
}

TEST(LeaveAlone, HoldsTheHardwareAndTheLock) {
  LeaveAlone list;
  const Unknown why = timed_out("dcb", kDcb, milliseconds(1000));
  leave_alone(list, kDcb, why, host_with_two_cards());
  EXPECT_EQ(list.devices, (DeviceReasons{{"ens2", why}, {"mlx5_2", why}}));
  EXPECT_EQ(list.rtnl, (Unknown{Reason::timeout, "rtnl held; first stuck on ens2", 0}));

  AnnouncedRead second = kDcb;
  second.device = "ens1";
  leave_alone(list, second, why, Host{});
  EXPECT_EQ(list.rtnl->detail, "rtnl held; first stuck on ens2");
  EXPECT_TRUE(list.devices.contains("ens1"));
}

TEST(LeaveAlone, NothingThatAnswered) {
  LeaveAlone list;
  AnnouncedRead place = kDcb;
  place.under_way = false;
  leave_alone(list, place, {}, Host{});
  EXPECT_TRUE(list.devices.empty());
  EXPECT_FALSE(list.rtnl);
}

TEST(LeaveAlone, NoLockWhereNoneIsNeeded) {
  LeaveAlone list;
  leave_alone(list, {.device = "mlx5_2", .operation = "x", .lock = Lock::none, .under_way = true},
              {}, Host{});
  EXPECT_TRUE(list.devices.contains("mlx5_2"));
  EXPECT_FALSE(list.rtnl);
}

}  // namespace
}  // namespace rocelint
