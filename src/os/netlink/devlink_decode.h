// SPDX-License-Identifier: Apache-2.0
#pragma once

// Devlink's generic netlink family: include/uapi/linux/devlink.h, net/devlink. A device is named by
// its handle, "pci/0000:03:00.0".

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/devlink.h"

#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

using DevlinkParameters = std::map<std::string, DevlinkParameter, std::less<>>;
template <class T>
using ByHandle = std::map<std::string, T, std::less<>>;

/// Each of these three asks for all devices of this network namespace.
[[nodiscard]] NetlinkRequest devlink_devices_request();
[[nodiscard]] NetlinkRequest devlink_parameters_request();
[[nodiscard]] NetlinkRequest devlink_health_request();
/// Of one device: its driver asks the firmware.
[[nodiscard]] NetlinkRequest devlink_info_request(std::string_view handle);

/// Handles alone, sorted.
[[nodiscard]] Read<std::vector<DevlinkDevice>> decode_devlink_devices(
    const NetlinkReplies& replies);
[[nodiscard]] Read<ByHandle<DevlinkParameters>> decode_devlink_parameters(
    const NetlinkReplies& replies);
/// The reporters of a port are named with its index before: "65535/tx".
[[nodiscard]] Read<ByHandle<std::vector<HealthReporter>>> decode_devlink_health(
    const NetlinkReplies& replies);
[[nodiscard]] Read<DevlinkVersions> decode_devlink_info(std::string_view reply);

}  // namespace rocelint
