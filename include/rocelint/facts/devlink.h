// SPDX-License-Identifier: Apache-2.0
#pragma once

// Devlink instances: include/uapi/linux/devlink.h, Documentation/networking/devlink.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {

/// Versions by name: "fw", "fw.version", "fw.psid".
using VersionMap = std::map<std::string, std::string, std::less<>>;

struct DevlinkVersions {
  VersionMap fixed;
  VersionMap running;
  VersionMap stored;

  bool operator==(const DevlinkVersions&) const = default;
};
inline constexpr auto kDevlinkInfo = "DEVLINK_CMD_INFO_GET";
template <>
struct Fields<DevlinkVersions> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::fixed>("what can't change, the board's id among it", kDevlinkInfo),
      field<&T::running>("what the device runs", kDevlinkInfo),
      field<&T::stored>("what it will run after a reset", kDevlinkInfo),
  };
};

/// A parameter's values, as text: true, false, a number or a string.
struct DevlinkParameter {
  Fact<std::string> runtime;
  Fact<std::string> driverinit;
  Fact<std::string> permanent;

  bool operator==(const DevlinkParameter&) const = default;
};
inline constexpr auto kDevlinkParam = "DEVLINK_CMD_PARAM_GET";
template <>
struct Fields<DevlinkParameter> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::runtime>("in force now", kDevlinkParam),
      field<&T::driverinit>("to be used when the driver loads next", kDevlinkParam),
      field<&T::permanent>("kept in the device, used after a reset", kDevlinkParam),
  };
};

struct HealthReporter {
  std::string name;
  Fact<bool> healthy;
  Fact<std::int64_t> error_count;
  Fact<std::int64_t> recover_count;

  bool operator==(const HealthReporter&) const = default;
};
inline constexpr auto kDevlinkHealth = "DEVLINK_CMD_HEALTH_REPORTER_GET";
template <>
struct Fields<HealthReporter> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("what it watches: fw, fw_fatal; of a port with its index before: 65535/tx",
                      kDevlinkHealth, FieldRole::key),
      field<&T::healthy>("not in a state of error", kDevlinkHealth),
      field<&T::error_count>("errors since the driver was loaded", kDevlinkHealth,
                             FieldRole::counter),
      field<&T::recover_count>("recoveries since the driver was loaded", kDevlinkHealth,
                               FieldRole::counter),
  };
};

struct DevlinkDevice {
  std::string handle;
  Fact<std::string> driver;
  Fact<DevlinkVersions> versions;
  Fact<std::map<std::string, DevlinkParameter, std::less<>>> parameters;
  Fact<std::vector<HealthReporter>> health;

  bool operator==(const DevlinkDevice&) const = default;
};
template <>
struct Fields<DevlinkDevice> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::handle>("bus and name: pci/0000:03:00.0", "DEVLINK_CMD_GET", FieldRole::key),
      field<&T::driver>("driver that answers", "/sys/bus/*/devices/*/driver", FieldRole::identity),
      field<&T::versions>("firmware and board; read with --deep", kDevlinkInfo),
      field<&T::parameters>("parameters by name", kDevlinkParam),
      field<&T::health>("health reporters", kDevlinkHealth),
  };
};

/// A kernel module that RDMA, GPUs or their drivers may consist of; one that is built into the
/// kernel without parameters and version does not show.
struct KernelModule {
  std::string name;
  Fact<std::string> version;
  Fact<std::string> source_version;
  Fact<bool> out_of_tree;
  Fact<std::string> disk_version;
  Fact<std::string> disk_source_version;

  bool operator==(const KernelModule&) const = default;
};
inline constexpr auto kDiskSource = "/lib/modules/R/modules.dep, .modinfo of the file";
template <>
struct Fields<KernelModule> {
  template <class T>
  static constexpr std::array kRows = {
      field<&T::name>("name as loaded, with underscores", "/sys/module", FieldRole::key),
      field<&T::version>("version that its source states; drivers of the kernel's own "
                         "tree mostly state none",
                         "/sys/module/M/version"),
      field<&T::source_version>("digest of the sources that it was built from",
                                "/sys/module/M/srcversion"),
      field<&T::out_of_tree>("built outside the kernel's tree", "/sys/module/M/taint O"),
      field<&T::disk_version>("version of the file that would be loaded next", kDiskSource),
      field<&T::disk_source_version>("digest of the sources of that file", kDiskSource),
  };
};

}  // namespace rocelint
