// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <linux/devlink.h>

#include "os/netlink/devlink_decode.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

std::string handle_of(std::string_view device) {
  return attributes({text(DEVLINK_ATTR_BUS_NAME, "pci"), text(DEVLINK_ATTR_DEV_NAME, device)});
}

class DevlinkModule : public testing::Test {
 protected:
  DevlinkModule() {
    answer(devlink_devices_request(), {handle_of("0000:03:00.0"), handle_of("0000:04:00.0")});
    answer(devlink_parameters_request(), {});
    answer(devlink_health_request(),
           {handle_of("0000:04:00.0") +
            attributes({nest(DEVLINK_ATTR_HEALTH_REPORTER,
                             {text(DEVLINK_ATTR_HEALTH_REPORTER_NAME, "fw_fatal"),
                              number(DEVLINK_ATTR_HEALTH_REPORTER_STATE, std::uint8_t{1})})})});
    answer(devlink_info_request("pci/0000:03:00.0"),
           {handle_of("0000:03:00.0") +
            attributes({nest(DEVLINK_ATTR_INFO_VERSION_RUNNING,
                             {text(DEVLINK_ATTR_INFO_VERSION_NAME, "fw"),
                              text(DEVLINK_ATTR_INFO_VERSION_VALUE, "28.1")})})});
    host_.tree.link("/sys/bus/pci/devices/0000:03:00.0/driver", "/sys/bus/pci/drivers/mlx5_core");
    host_.tree.directory("/sys/bus/pci/drivers/mlx5_core");
  }
  void answer(const NetlinkRequest& request, NetlinkReplies replies) const {
    host_.netlink->answer(NetlinkFamily::devlink, request, std::move(replies));
  }
  void refuse(const NetlinkRequest& request, Unknown why) const {
    host_.netlink->answer(NetlinkFamily::devlink, request, tl::unexpected(std::move(why)));
  }
  [[nodiscard]] Fact<std::vector<DevlinkDevice>> probe(bool deep = false) {
    auto parts = host_.live();
    parts.deep = deep;
    ProbeEnv env(std::move(parts));
    return run(checks::devlink, env).host.devlink;
  }
  FakeHost host_;
};

TEST_F(DevlinkModule, LeavesTheFirmwareAlone) {
  const auto devices = value_of(probe());
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(devices[0].handle, "pci/0000:03:00.0");
  EXPECT_TRUE(devices[0].driver.is("mlx5_core"));
  EXPECT_TRUE(devices[0].health.known() != nullptr && devices[0].health.known()->empty());
  EXPECT_TRUE(devices[0].parameters.known() != nullptr);
  EXPECT_EQ(devices[0].versions.unknown()->reason, Reason::needs_deep);
  EXPECT_EQ(reason_of(devices[1].driver), Reason::not_found);
}

TEST_F(DevlinkModule, ADeepProbeAsksHealthyDevices) {
  const auto devices = value_of(probe(true));
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(value_of(devices[0].versions).running.at("fw"), "28.1");
  EXPECT_EQ(devices[1].versions.unknown()->detail,
            "not asked, for health reporter fw_fatal is in error");
}

TEST_F(DevlinkModule, OneAnswerThatFailsCostsItsFacts) {
  refuse(devlink_parameters_request(), unknown_from_errno(EIO, ""));
  answer(devlink_info_request("pci/0000:03:00.0"), NetlinkReplies{});
  const auto devices = value_of(probe(true));
  EXPECT_EQ(reason_of(devices[0].parameters), Reason::io_error);
  EXPECT_EQ(reason_of(devices[0].versions), Reason::malformed);
  EXPECT_NE(devices[0].health.known(), nullptr);
}

TEST_F(DevlinkModule, WithoutNetlinkItIsUnsupported) {
  ProbeEnv env(host_.dead());
  EXPECT_EQ(reason_of(run(checks::devlink, env).host.devlink), Reason::unsupported);
}

}  // namespace
}  // namespace rocelint
