// SPDX-License-Identifier: Apache-2.0
#include "os/optics/transceiver_eeprom.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/ethtool_netlink.h>
#include <linux/netlink.h>

#include "tests/os/fake_module.h"
#include "tests/os/fakes.h"

namespace rocelint {
namespace {

using fake_module::cmis;
using fake_module::Memory;
using fake_module::path_state;
using fake_module::qsfp28;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ModuleEepromRequest, AsksForTheRange) {
  const auto request = module_eeprom_request("eth0", {.page = 0x11, .offset = 154, .length = 60});
  EXPECT_EQ(request.type, ETHTOOL_MSG_MODULE_EEPROM_GET);
  const auto attributes = Attributes::parse(request.payload);
  ASSERT_TRUE(attributes);
  EXPECT_EQ(attributes->number<std::uint32_t>(ETHTOOL_A_MODULE_EEPROM_OFFSET, ""), 154U);
  EXPECT_EQ(attributes->number<std::uint32_t>(ETHTOOL_A_MODULE_EEPROM_LENGTH, ""), 60U);
  EXPECT_EQ(attributes->number<std::uint8_t>(ETHTOOL_A_MODULE_EEPROM_PAGE, ""), 0x11);
  EXPECT_EQ(attributes->number<std::uint8_t>(ETHTOOL_A_MODULE_EEPROM_I2C_ADDRESS, ""), 0x50);
}

TEST(DecodeModuleEeprom, TakesAsManyBytesAsWereAskedFor) {
  const ModuleRange range{.page = 0, .offset = 0, .length = 3};
  const auto reply = [](std::string_view bytes) {
    return attributes({{ETHTOOL_A_MODULE_EEPROM_DATA, std::string(bytes)}});
  };
  EXPECT_EQ(decode_module_eeprom(reply("abc"), range), "abc");
  for (const auto& wrong : {reply("ab"), reply("abcd"), std::string(), std::string("x")}) {
    const auto read = decode_module_eeprom(wrong, range);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().reason, Reason::malformed);
  }
}

TEST(ReadSff8636, ReadsAModule) {
  const auto module = value_of(qsfp28().read(4));
  EXPECT_EQ(module.type, "QSFP28");
  EXPECT_EQ(module.vendor, "ACME");
  EXPECT_EQ(module.part_number, "Q28-SR4");
  EXPECT_EQ(module.revision, "1B");
  EXPECT_EQ(module.serial, "SN0002");
  EXPECT_EQ(reason_of(module.firmware_version), Reason::unsupported);
  EXPECT_TRUE(module.temperature_celsius.is(30.5));
  EXPECT_TRUE(module.voltage_mv.is(3250));
  EXPECT_TRUE(module.tx_power_limits.low_warning.is(144.5));
  const auto lanes = value_of(module.lanes);
  ASSERT_EQ(lanes.size(), 4U);
  EXPECT_TRUE(lanes[0].rx_power_uw.is(700));
  EXPECT_TRUE(lanes[0].tx_bias_ua.is(7000));
  EXPECT_TRUE(lanes[0].tx_power_uw.is(900));
  EXPECT_THAT(value_of(module.alarms), IsEmpty());
  EXPECT_THAT(value_of(module.warnings), IsEmpty());
}

TEST(ReadSff8472, ReadsWhoMadeIt) {
  Memory m;
  m.set(0, 0, 3);
  m.text(0, 20, 16, "ACME");
  m.text(0, 40, 16, "SFP28-SR");
  m.text(0, 56, 4, "C");
  m.text(0, 68, 16, "SN0003");
  const auto module = value_of(m.read());
  EXPECT_EQ(module.type, "SFP");
  EXPECT_EQ(module.part_number, "SFP28-SR");
  EXPECT_EQ(reason_of(module.alarms), Reason::unsupported);
}

struct Row {
  std::string name;
  Memory (*base)();
  std::function<void(Memory&)> change;
  std::vector<std::string> alarms;
  std::vector<std::string> warnings;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}

class Limits : public testing::TestWithParam<Row> {};

TEST_P(Limits, AreTheModulesOwn) {
  auto memory = GetParam().base();
  GetParam().change(memory);
  const auto module = value_of(memory.read(8));
  EXPECT_EQ(value_of(module.alarms), GetParam().alarms);
  EXPECT_EQ(value_of(module.warnings), GetParam().warnings);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Limits,
    testing::Values(Row{"too_hot",
                        cmis,
                        [](Memory& m) { m.set16(0, 14, 80 * 256); },
                        {"temperature above 75"},
                        {}},
                    Row{"warm",
                        cmis,
                        [](Memory& m) { m.set16(0, 14, 72 * 256); },
                        {},
                        {"temperature above 70"}},
                    Row{"too_cold",
                        cmis,
                        [](Memory& m) { m.set16(0, 14, 0xF600); },
                        {"temperature below -5"},
                        {}},
                    Row{"at_the_limit",
                        cmis,
                        [](Memory& m) { m.set16(0, 14, 75 * 256); },
                        {},
                        {"temperature above 70"}},
                    Row{"low_supply",
                        cmis,
                        [](Memory& m) { m.set16(0, 16, 30000); },
                        {"voltage below 3100"},
                        {}},
                    Row{"one_dark_lane",
                        cmis,
                        [](Memory& m) { m.set16(0x11, 186 + 4, 0); },
                        {"rx power of lane 3 below 100"},
                        {}},
                    Row{"a_dim_lane",
                        cmis,
                        [](Memory& m) { m.set16(0x11, 186, 1500); },
                        {},
                        {"rx power of lane 1 below 200"}},
                    Row{"a_dead_laser",
                        cmis,
                        [](Memory& m) {
                          m.set16(0x11, 154, 0);
                          m.set16(0x11, 170, 0);
                        },
                        {"tx power of lane 1 below 100", "tx bias of lane 1 below 2000"},
                        {}},
                    // The bias counts in more than 2 microamperes, in the value and in its limits.
                    Row{"bias_with_a_factor", cmis, [](Memory& m) { m.set(1, 160, 0x17); }, {}, {}},
                    Row{"fault_state",
                        cmis,
                        [](Memory& m) { m.set(0, 3, 5 << 1); },
                        {"the module is in its fault state"},
                        {}},
                    Row{"deactivated_paths_are_dark",
                        cmis,
                        [](Memory& m) {
                          for (unsigned lane = 0; lane < 8; ++lane) {
                            path_state(m, lane, 1);
                            m.set16(0x11, 154 + 2 * lane, 0);
                            m.set16(0x11, 186 + 2 * lane, 0);
                          }
                        },
                        {},
                        {}},
                    // Four paths of two host lanes and one of the medium; the second is not used.
                    Row{"breakout",
                        cmis,
                        [](Memory& m) {
                          m.set(0, 88, 0x21);
                          for (unsigned lane = 0; lane < 8; ++lane) {
                            m.set(0x11, 206 + lane, 0x10 | ((lane & 6U) << 1U));
                          }
                          path_state(m, 2, 1);
                          m.set16(0x11, 186 + 2, 0);
                          m.set16(0x11, 186 + 6, 0);
                        },
                        {"rx power of lane 4 below 100"},
                        {}},
                    // States of 0 are none: then what reads something counts.
                    Row{"no_path_states",
                        cmis,
                        [](Memory& m) {
                          for (unsigned lane = 0; lane < 8; ++lane) {
                            path_state(m, lane, 0);
                          }
                          m.set(0, 210, 0);
                          m.set16(0x11, 186, 0);
                        },
                        {"rx power of lane 1 below 100"},
                        {}},
                    Row{"no_limits_for_light",
                        cmis,
                        [](Memory& m) {
                          m.limits(2, 192, {0, 0, 0, 0});
                          m.set16(0x11, 186, 0);
                        },
                        {},
                        {}},
                    Row{"dark_qsfp_lane",
                        qsfp28,
                        [](Memory& m) { m.set16(0, 34, 0); },
                        {"rx power of lane 1 below 46.7"},
                        {}},
                    Row{"qsfp_lane_switched_off",
                        qsfp28,
                        [](Memory& m) {
                          m.set(0, 86, 1);
                          m.set16(0, 34, 0);
                        },
                        {},
                        {}},
                    Row{"one_wavelength",
                        qsfp28,
                        [](Memory& m) {
                          for (unsigned lane = 1; lane < 4; ++lane) {
                            m.set16(0, 34 + 2 * lane, 0);
                            m.set16(0, 42 + 2 * lane, 0);
                            m.set16(0, 50 + 2 * lane, 0);
                          }
                        },
                        {},
                        {}},
                    Row{"hot_qsfp",
                        qsfp28,
                        [](Memory& m) { m.set16(0, 22, 76 * 256); },
                        {"temperature above 75"},
                        {}},
                    Row{"no_tx_power_monitor",
                        qsfp28,
                        [](Memory& m) {
                          m.set(0, 220, 0x38);
                          m.set16(0, 50, 0);
                        },
                        {},
                        {}}),
    [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

TEST(ReadModule, CopperMeasuresNothing) {
  auto flat = cmis();
  flat.set(0, 2, 0x80);
  const auto cable = value_of(flat.read());
  EXPECT_EQ(cable.part_number, "QDD-400G-DR4");
  auto dac = qsfp28();
  dac.set(0, 2, 4);
  dac.set(0, 147, 0xB0);
  dac.set(0, 220, 0);
  for (const auto& module : {cable, value_of(dac.read())}) {
    EXPECT_EQ(reason_of(module.temperature_celsius), Reason::unsupported);
    EXPECT_EQ(reason_of(module.lanes), Reason::unsupported);
    EXPECT_EQ(reason_of(module.alarms), Reason::unsupported);
    EXPECT_EQ(reason_of(module.warnings), Reason::unsupported);
  }
}

TEST(ReadModule, AnActiveCableHasATemperatureAndNoLight) {
  auto aec = cmis();
  aec.set(1, 160, 0);
  aec.set16(0, 14, 76 * 256);
  const auto module = value_of(aec.read(8));
  EXPECT_EQ(reason_of(module.lanes), Reason::unsupported);
  EXPECT_THAT(value_of(module.alarms), ElementsAre("temperature above 75"));
}

TEST(ReadModule, AnOldQsfpSaysNotWhatItMeasures) {
  auto old = qsfp28();
  old.set(0, 1, 5);
  old.set(0, 220, 0x0C);
  EXPECT_TRUE(value_of(old.read()).temperature_celsius.is(30.5));
  old.set16(0, 26, 0);
  EXPECT_EQ(reason_of(value_of(old.read()).temperature_celsius), Reason::unsupported);
}

struct RefusalRow {
  std::string name;
  Memory (*base)();
  unsigned page;
  unsigned at;
  Reason alarms;
};
void PrintTo(const RefusalRow& row, std::ostream* out) {
  *out << row.name;
}

class Refusal : public testing::TestWithParam<RefusalRow> {};

TEST_P(Refusal, IsNotTakenForHealth) {
  auto memory = GetParam().base();
  memory.refuse(GetParam().page, GetParam().at, EIO);
  const auto module = memory.read(8);
  if (module.known() == nullptr) {
    EXPECT_EQ(reason_of(module), GetParam().alarms);
  } else {
    EXPECT_EQ(reason_of(module.known()->alarms), GetParam().alarms);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, Refusal,
    testing::Values(RefusalRow{"cmis_identifier", cmis, 0, 0, Reason::io_error},
                    RefusalRow{"cmis_identity", cmis, 0, 128, Reason::io_error},
                    RefusalRow{"cmis_state", cmis, 0, 3, Reason::io_error},
                    RefusalRow{"cmis_monitors", cmis, 0, 14, Reason::io_error},
                    RefusalRow{"cmis_applications", cmis, 0, 85, Reason::io_error},
                    RefusalRow{"cmis_advertised", cmis, 1, 159, Reason::io_error},
                    RefusalRow{"cmis_limits", cmis, 2, 128, Reason::io_error},
                    RefusalRow{"cmis_paths", cmis, 0x11, 128, Reason::io_error},
                    RefusalRow{"cmis_lanes", cmis, 0x11, 154, Reason::io_error},
                    RefusalRow{"qsfp_identity", qsfp28, 0, 128, Reason::io_error},
                    RefusalRow{"qsfp_monitors", qsfp28, 0, 22, Reason::io_error},
                    RefusalRow{"qsfp_controls", qsfp28, 0, 86, Reason::io_error},
                    RefusalRow{"qsfp_limits", qsfp28, 3, 128, Reason::io_error}),
    [](const testing::TestParamInfo<RefusalRow>& row) { return row.param.name; });

TEST(ReadModule, AnAlarmStandsWhateverElseIsNotReadable) {
  auto memory = cmis();
  memory.set16(0, 14, 80 * 256);
  memory.refuse(0x11, 154, EIO);
  EXPECT_THAT(value_of(value_of(memory.read()).alarms), ElementsAre("temperature above 75"));
}

TEST(ReadModule, AModuleThatIsNotReadySaysNothing) {
  auto memory = qsfp28();
  memory.set(0, 2, 1);
  memory.set16(0, 22, 0);
  const auto module = value_of(memory.read());
  EXPECT_EQ(reason_of(module.temperature_celsius), Reason::io_error);
  EXPECT_EQ(reason_of(module.alarms), Reason::io_error);
}

TEST(ReadModule, NamesWhatItDoesNotUnderstand) {
  Memory memory;
  memory.set(0, 0, 0x7F);
  const auto module = memory.read();
  EXPECT_EQ(reason_of(module), Reason::unsupported);
  EXPECT_THAT(module.unknown()->detail, HasSubstr("0x7f"));
}

TEST(ReadModule, AnEmptyCageIsNoNetdevThatWentAway) {
  for (const int sys_errno : {ENXIO, ENODEV, EIO, EINVAL}) {
    Memory memory;
    memory.refuse(0, 0, sys_errno);
    EXPECT_EQ(reason_of(memory.read()), Reason::io_error) << sys_errno;
  }
  Memory memory;
  memory.refuse(0, 0, EPERM);
  EXPECT_EQ(reason_of(memory.read()), Reason::permission);
}

TEST(ReadModule, OddCharactersOfAVendorDoNotPass) {
  auto memory = cmis();
  memory.text(0, 129, 16, "AC\x1b[2JME\xff");
  EXPECT_EQ(value_of(memory.read()).vendor, "AC?[2JME?");
}

TEST(ReadModule, AReaderThatGivesTooFewBytesIsMalformed) {
  const auto module =
      read_module([](const ModuleRange&) -> Read<std::string> { return "x"; }, std::nullopt);
  EXPECT_EQ(reason_of(module), Reason::malformed);
}

}  // namespace
}  // namespace rocelint
