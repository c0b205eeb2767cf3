// SPDX-License-Identifier: Apache-2.0
#pragma once

// The pluggable module of a port, out of its memory: CMIS (OIF-CMIS-05) or SFF-8636. Latched alarm
// flags clear when they are read, so they are left alone: a value is held against the module's own
// thresholds instead.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// A measured value with the limits that the module itself states. Powers in microwatts, bias in
/// microamperes, temperature in degrees Celsius, voltage in millivolts.
struct ModuleLimits {
  Fact<double> high_alarm;
  Fact<double> low_alarm;
  Fact<double> high_warning;
  Fact<double> low_warning;

  bool operator==(const ModuleLimits&) const = default;
};
inline constexpr auto kModuleSource = "ETHTOOL_MSG_MODULE_EEPROM_GET";
template <>
struct Fields<ModuleLimits> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::high_alarm>("above it the module fails or is damaged", kModuleSource),
      field<&T::low_alarm>("below it the module fails", kModuleSource),
      field<&T::high_warning>("above it the module is outside its normal range", kModuleSource),
      field<&T::low_warning>("below it the module is outside its normal range", kModuleSource),
  };
};

struct ModuleLane {
  std::int64_t lane = 0;
  Fact<double> rx_power_uw;
  Fact<double> tx_power_uw;
  Fact<double> tx_bias_ua;

  bool operator==(const ModuleLane&) const = default;
};
template <>
struct Fields<ModuleLane> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::lane>("lane of the module, from 1", kModuleSource, FieldRole::key),
      field<&T::rx_power_uw>("received optical power, microwatts", kModuleSource),
      field<&T::tx_power_uw>("sent optical power, microwatts", kModuleSource),
      field<&T::tx_bias_ua>("laser bias current, microamperes", kModuleSource),
  };
};

struct Module {
  std::string type;
  std::string vendor;
  std::string part_number;
  std::string revision;
  std::string serial;
  Fact<std::string> firmware_version;
  Fact<double> temperature_celsius;
  Fact<double> voltage_mv;
  Fact<std::vector<ModuleLane>> lanes;
  ModuleLimits temperature_limits;
  ModuleLimits voltage_limits;
  ModuleLimits rx_power_limits;
  ModuleLimits tx_power_limits;
  ModuleLimits tx_bias_limits;
  Fact<std::vector<std::string>> alarms;
  Fact<std::vector<std::string>> warnings;

  bool operator==(const Module&) const = default;
};
template <>
struct Fields<Module> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::type>("form factor: QSFP28, QSFP-DD, OSFP, …", kModuleSource, FieldRole::identity),
      field<&T::vendor>("vendor's name", kModuleSource, FieldRole::identity),
      field<&T::part_number>("vendor's part number", kModuleSource, FieldRole::identity),
      field<&T::revision>("vendor's revision", kModuleSource, FieldRole::identity),
      field<&T::serial>("serial number", kModuleSource, FieldRole::identity),
      field<&T::firmware_version>("active firmware of the module", kModuleSource),
      field<&T::temperature_celsius>("temperature inside", kModuleSource),
      field<&T::voltage_mv>("supply voltage, millivolts", kModuleSource),
      field<&T::lanes>("light by lane; unsupported by copper", kModuleSource),
      field<&T::temperature_limits>("of the temperature", kModuleSource),
      field<&T::voltage_limits>("of the supply voltage", kModuleSource),
      field<&T::rx_power_limits>("of the received power", kModuleSource),
      field<&T::tx_power_limits>("of the sent power", kModuleSource),
      field<&T::tx_bias_limits>("of the bias current", kModuleSource),
      field<&T::alarms>(
          "values beyond an alarm limit, in words: \"temperature above 75\", \"rx power of lane 3 "
          "below 100\"",
          "computed from the same reading"),
      field<&T::warnings>("values beyond a warning limit but no alarm limit, the same way",
                          "computed from the same reading"),
  };
};

}  // namespace rocelint
