// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/host.h"
#include "rocelint/facts/rdma.h"

#include "os/counter_set.h"
#include "os/netlink/netlink.h"
#include "os/read.h"

namespace rocelint {

/// RDMA_NLDEV_CMD_GET of every device.
[[nodiscard]] NetlinkRequest rdma_devices_request();
/// RDMA_NLDEV_CMD_PORT_GET of every port of one device.
[[nodiscard]] NetlinkRequest rdma_ports_request(std::int64_t device_index);
/// RDMA_NLDEV_CMD_STAT_GET: the hardware counters of one port. Those that are optional and switched
/// off are not in the answer, and nothing here switches one on.
[[nodiscard]] NetlinkRequest rdma_counters_request(std::int64_t device_index, std::int64_t port);
/// RDMA_NLDEV_CMD_STAT_GET_STATUS (Linux 5.16): which hardware counters one port has. The driver is
/// not asked for it.
[[nodiscard]] NetlinkRequest rdma_counter_names_request(std::int64_t device_index,
                                                        std::int64_t port);
/// RDMA_NLDEV_CMD_SYS_GET.
[[nodiscard]] NetlinkRequest rdma_system_request();

/// Devices by name, each with its ports, of which only the number is filled in.
[[nodiscard]] Read<std::vector<RdmaDevice>> decode_rdma_devices(const NetlinkReplies& replies);
/// Ports by number, with state and netdev.
[[nodiscard]] Read<std::vector<RdmaPort>> decode_rdma_ports(const NetlinkReplies& replies);
[[nodiscard]] Read<CounterSet> decode_rdma_counters(std::string_view reply);
[[nodiscard]] Fact<RdmaNamespaceMode> decode_rdma_system(std::string_view reply);

/// The kernel tells GUIDs as numbers; they are written from the most significant 16 bits on, as
/// rdma(8) and sysfs do: "a088:c203:0000:4100".
[[nodiscard]] std::string guid_text(std::uint64_t guid);

/// A kernel state number, or malformed.
[[nodiscard]] Fact<PortState> port_state(std::int64_t number);
[[nodiscard]] Fact<PortPhysicalState> port_physical_state(std::int64_t number);

}  // namespace rocelint
