// SPDX-License-Identifier: Apache-2.0
#include "os/netlink/devlink_decode.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/devlink.h>

#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using testing::ElementsAre;
using testing::Pair;

std::string reply(std::string_view device, std::initializer_list<Part> parts) {
  return attributes({text(DEVLINK_ATTR_BUS_NAME, "pci"), text(DEVLINK_ATTR_DEV_NAME, device)}) +
         attributes(parts);
}

TEST(DevlinkDevices, AreHandlesInTheirOrder) {
  const auto devices = decode_devlink_devices(
      {reply("0000:03:00.1", {}),
       reply("0000:03:00.0", {number(DEVLINK_ATTR_RELOAD_FAILED, std::uint8_t{0})})});
  ASSERT_TRUE(devices);
  ASSERT_EQ(devices->size(), 2U);
  EXPECT_EQ(devices->front().handle, "pci/0000:03:00.0");
}

TEST(DevlinkDevices, RefuseNamesThatAreNoFileNames) {
  for (const std::string_view name : {"", "..", "../../etc", "a/b"}) {
    ASSERT_FALSE(decode_devlink_devices({reply(name, {})})) << name;
  }
  EXPECT_FALSE(decode_devlink_devices({attributes({text(DEVLINK_ATTR_BUS_NAME, "pci")})}));
  EXPECT_FALSE(decode_devlink_devices({std::string(3, '\x01')}));
}

TEST(DevlinkInfo, IsAskedOfOneDevice) {
  const auto request = devlink_info_request("pci/0000:03:00.0");
  EXPECT_FALSE(request.dump);
  EXPECT_EQ(request.type, DEVLINK_CMD_INFO_GET);
  EXPECT_EQ(request.payload, reply("0000:03:00.0", {}));
}

Part version(int kind, std::string_view name, std::string_view value) {
  return nest(kind, {text(DEVLINK_ATTR_INFO_VERSION_NAME, name),
                     text(DEVLINK_ATTR_INFO_VERSION_VALUE, value)});
}

TEST(DevlinkInfo, HasThreeKindsOfVersions) {
  const auto versions = decode_devlink_info(reply(
      "0000:03:00.0", {text(DEVLINK_ATTR_INFO_DRIVER_NAME, "mlx5_core"),
                       version(DEVLINK_ATTR_INFO_VERSION_FIXED, "fw.psid", "MT_0000000838"),
                       version(DEVLINK_ATTR_INFO_VERSION_RUNNING, "fw.version", "28.43.2566"),
                       version(DEVLINK_ATTR_INFO_VERSION_RUNNING, "", "nameless"),
                       version(DEVLINK_ATTR_INFO_VERSION_STORED, "fw.version", "28.44.1036")}));
  ASSERT_TRUE(versions);
  EXPECT_THAT(versions->fixed, ElementsAre(Pair("fw.psid", "MT_0000000838")));
  EXPECT_THAT(versions->running, ElementsAre(Pair("fw.version", "28.43.2566")));
  EXPECT_THAT(versions->stored, ElementsAre(Pair("fw.version", "28.44.1036")));
  EXPECT_FALSE(decode_devlink_info(reply(
      "x",
      {nest(DEVLINK_ATTR_INFO_VERSION_STORED, {text(DEVLINK_ATTR_INFO_VERSION_NAME, "fw")})})));
}

std::string parameter(std::string_view name, std::uint8_t type,
                      std::initializer_list<Part> values) {
  return reply("0000:03:00.0",
               {nest(DEVLINK_ATTR_PARAM, {text(DEVLINK_ATTR_PARAM_NAME, name),
                                          {DEVLINK_ATTR_PARAM_GENERIC, ""},
                                          number(DEVLINK_ATTR_PARAM_TYPE, type),
                                          nest(DEVLINK_ATTR_PARAM_VALUES_LIST, values)})});
}
Part value(std::uint8_t mode, std::initializer_list<Part> data) {
  std::string bytes = attributes({number(DEVLINK_ATTR_PARAM_VALUE_CMODE, mode)});
  bytes += attributes(data);
  return {DEVLINK_ATTR_PARAM_VALUE, bytes};
}
constexpr int kData = DEVLINK_ATTR_PARAM_VALUE_DATA;

TEST(DevlinkParameters, AreTextInTheirModes) {
  const auto all = decode_devlink_parameters(
      {parameter("enable_roce", 6, {value(DEVLINK_PARAM_CMODE_DRIVERINIT, {{kData, ""}})}),
       parameter("enable_rdma", 6,
                 {value(DEVLINK_PARAM_CMODE_DRIVERINIT, {}), text(9999, "of a later kernel")}),
       parameter("io_eq_size", 3,
                 {value(DEVLINK_PARAM_CMODE_DRIVERINIT, {number(kData, std::uint32_t{1024})}),
                  value(DEVLINK_PARAM_CMODE_PERMANENT, {number(kData, std::uint8_t{1})})}),
       parameter("flow_steering_mode", 5,
                 {value(DEVLINK_PARAM_CMODE_RUNTIME, {text(kData, "smfs")}),
                  value(17, {text(kData, "of a later kernel")})}),
       parameter("of_a_later_type", 99, {value(DEVLINK_PARAM_CMODE_RUNTIME, {})})});
  ASSERT_TRUE(all) << all.error().detail;
  const auto& found = all->at("pci/0000:03:00.0");
  EXPECT_TRUE(found.at("enable_roce").driverinit.is("true"));
  EXPECT_EQ(reason_of(found.at("enable_roce").runtime), Reason::unsupported);
  EXPECT_TRUE(found.at("enable_rdma").driverinit.is("false"));
  EXPECT_TRUE(found.at("io_eq_size").driverinit.is("1024"));
  EXPECT_EQ(reason_of(found.at("io_eq_size").permanent), Reason::malformed);
  EXPECT_TRUE(found.at("flow_steering_mode").runtime.is("smfs"));
  EXPECT_EQ(reason_of(found.at("of_a_later_type").runtime), Reason::malformed);
}

TEST(DevlinkParameters, HaveNumbersOfFourWidths) {
  const auto of = [](std::uint8_t type, const Part& data) {
    const auto all = decode_devlink_parameters(
        {parameter("x", type, {value(DEVLINK_PARAM_CMODE_RUNTIME, {data})})});
    return all->at("pci/0000:03:00.0").at("x").runtime;
  };
  EXPECT_TRUE(of(1, number(kData, std::uint8_t{UINT8_MAX})).is("255"));
  EXPECT_TRUE(of(2, number(kData, std::uint16_t{UINT16_MAX})).is("65535"));
  EXPECT_TRUE(of(3, number(kData, std::uint32_t{UINT32_MAX})).is("4294967295"));
  EXPECT_TRUE(of(4, number(kData, std::uint64_t{UINT64_MAX})).is("18446744073709551615"));
  EXPECT_EQ(reason_of(of(2, number(kData, std::uint8_t{1}))), Reason::malformed);
}

TEST(DevlinkParameters, CutShortAreMalformed) {
  const auto whole =
      parameter("enable_roce", 6, {value(DEVLINK_PARAM_CMODE_DRIVERINIT, {{kData, ""}})});
  for (std::size_t size = 0; size + kPadding < whole.size(); ++size) {
    EXPECT_FALSE(decode_devlink_parameters({whole.substr(0, size)})) << size;
  }
}

Part reporter(std::string_view name, std::uint8_t state, std::uint64_t errors) {
  return nest(DEVLINK_ATTR_HEALTH_REPORTER,
              {text(DEVLINK_ATTR_HEALTH_REPORTER_NAME, name),
               number(DEVLINK_ATTR_HEALTH_REPORTER_STATE, state),
               number(DEVLINK_ATTR_HEALTH_REPORTER_ERR_COUNT, errors),
               number(DEVLINK_ATTR_HEALTH_REPORTER_RECOVER_COUNT, std::uint64_t{0})});
}

TEST(DevlinkHealth, NamesThePortOfAReporter) {
  const auto all = decode_devlink_health(
      {reply("0000:03:00.0", {reporter("fw_fatal", 1, 3)}),
       reply("0000:03:00.0", {reporter("fw", 0, 0)}),
       reply("0000:03:00.0",
             {number(DEVLINK_ATTR_PORT_INDEX, std::uint32_t{65535}), reporter("tx", 7, 0)})});
  ASSERT_TRUE(all) << all.error().detail;
  const auto& found = all->at("pci/0000:03:00.0");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].name, "65535/tx");
  EXPECT_EQ(reason_of(found[0].healthy), Reason::malformed);
  EXPECT_EQ(found[1].name, "fw");
  EXPECT_TRUE(found[1].healthy.is(true));
  EXPECT_TRUE(found[2].healthy.is(false));
  EXPECT_TRUE(found[2].error_count.is(3));
  EXPECT_TRUE(found[2].recover_count.is(0));
}

TEST(DevlinkHealth, NeedsANameOfTheReporter) {
  EXPECT_FALSE(decode_devlink_health({reply("x", {})}));
  EXPECT_FALSE(decode_devlink_health({reply("x", {nest(DEVLINK_ATTR_HEALTH_REPORTER, {})})}));
}

}  // namespace
}  // namespace rocelint
