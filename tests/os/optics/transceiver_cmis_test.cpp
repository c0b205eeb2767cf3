// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/os/fake_module.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using fake_module::cmis;
using testing::IsEmpty;

TEST(ReadCmis, ReadsAModule) {
  const auto module = value_of(cmis().read(8));
  EXPECT_EQ(module.type, "QSFP-DD");
  EXPECT_EQ(module.vendor, "ACME");
  EXPECT_EQ(module.part_number, "QDD-400G-DR4");
  EXPECT_EQ(module.revision, "A");
  EXPECT_EQ(module.serial, "SN0001");
  EXPECT_TRUE(module.firmware_version.is("2.7"));
  EXPECT_TRUE(module.temperature_celsius.is(45));
  EXPECT_TRUE(module.voltage_mv.is(3300));
  EXPECT_TRUE(module.temperature_limits.low_alarm.is(-5));
  EXPECT_TRUE(module.rx_power_limits.low_warning.is(200));
  EXPECT_TRUE(module.tx_bias_limits.high_alarm.is(20000));
  const auto lanes = value_of(module.lanes);
  ASSERT_EQ(lanes.size(), 4U);
  EXPECT_EQ(lanes[3].lane, 4);
  EXPECT_TRUE(lanes[3].rx_power_uw.is(800));
  EXPECT_TRUE(lanes[3].tx_power_uw.is(1000));
  EXPECT_TRUE(lanes[3].tx_bias_ua.is(8000));
  EXPECT_THAT(value_of(module.alarms), IsEmpty());
  EXPECT_THAT(value_of(module.warnings), IsEmpty());
}

TEST(ReadCmis, ABiasOfAScaleThatNobodyKnowsIsUnknown) {
  const auto scaled = [](unsigned bits) {
    auto memory = cmis();
    memory.set(1, 160, 0x07U | bits << 3U);
    return value_of(memory.read(8));
  };
  EXPECT_TRUE(value_of(scaled(2).lanes)[0].tx_bias_ua.is(4 * 8000));
  EXPECT_TRUE(scaled(2).tx_bias_limits.high_alarm.is(4 * 20000));

  const auto reserved = scaled(3);
  EXPECT_EQ(reason_of(value_of(reserved.lanes)[0].tx_bias_ua), Reason::malformed);
  EXPECT_EQ(reason_of(reserved.tx_bias_limits.high_alarm), Reason::malformed);
  EXPECT_TRUE(value_of(reserved.lanes)[0].tx_power_uw.is(1000));
  EXPECT_EQ(reason_of(reserved.alarms), Reason::malformed);
}

}  // namespace
}  // namespace rocelint
