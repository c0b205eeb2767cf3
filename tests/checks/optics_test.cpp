// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <linux/ethtool_netlink.h>

#include "os/optics/transceiver_eeprom.h"
#include "tests/checks/run.h"

namespace rocelint {
namespace {

/// Zeros all over, with a few bytes at the start of the range.
void teach(FakeNetlink& netlink, const std::string& netdev, const ModuleRange& range,
           const std::string& bytes) {
  auto data = bytes;
  data.resize(range.length, '\0');
  netlink.answer(NetlinkFamily::ethtool, module_eeprom_request(netdev, range),
                 NetlinkReplies{attributes({{ETHTOOL_A_MODULE_EEPROM_DATA, data}})});
}

TEST(OpticsModule, ReadsEachRdmaNetdev) {
  FakeHost host;
  // A passive cable: memory of one page.
  teach(*host.netlink, "eth0", {.page = 0, .offset = 0, .length = 3}, "\x19\x50\x80");
  teach(*host.netlink, "eth0", {.page = 0, .offset = 14, .length = 27}, "");
  teach(*host.netlink, "eth0", {.page = 0, .offset = 128, .length = 128},
        "\x19"
        "ACME            ");
  host.netlink->answer(NetlinkFamily::ethtool,
                       module_eeprom_request("eth1", {.page = 0, .offset = 0, .length = 3}),
                       tl::unexpected(unknown_from_errno(EPERM, "")));
  ProbeEnv env(host.live());
  const auto snapshot = run(checks::optics, env, host_of(3));
  const auto module = value_of(netdev_of(snapshot, "eth0").module);
  EXPECT_EQ(module.type, "OSFP");
  EXPECT_EQ(module.vendor, "ACME");
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth1").module), Reason::permission);
  EXPECT_EQ(reason_of(netdev_of(snapshot, "eth2").module), Reason::unsupported);
}

TEST(OpticsModule, AsksNothingOnceRtnlIsHeld) {
  FakeHost host;
  auto* netlink = host.netlink;
  auto parts = host.live();
  parts.rtnl_held = Unknown{.reason = Reason::timeout, .detail = "rtnl held", .sys_errno = 0};
  ProbeEnv env(std::move(parts));
  EXPECT_EQ(reason_of(netdev_of(run(checks::optics, env, host_of(1)), "eth0").module),
            Reason::timeout);
  EXPECT_EQ(netlink->asked(), 0);
}

TEST(OpticsModule, IsDeep) {
  EXPECT_TRUE(checks::optics.deep);
}

}  // namespace
}  // namespace rocelint
