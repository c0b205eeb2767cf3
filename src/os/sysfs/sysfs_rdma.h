// SPDX-License-Identifier: Apache-2.0
#pragma once

// RDMA devices as /sys/class/infiniband shows them: for dead trees, and for kernels and containers
// where netlink or verbs do not answer.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rocelint/facts/rdma.h"

#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

/// /sys/class/infiniband/D, and /sys/class/infiniband/D/ports/N.
[[nodiscard]] std::string rdma_directory(const std::string& device);
[[nodiscard]] std::string rdma_port_directory(const std::string& device, std::int64_t port);

/// Devices by name with protocol, GUIDs, firmware and port numbers. No RDMA core is no device.
[[nodiscard]] Read<std::vector<RdmaDevice>> read_sysfs_rdma_devices(const Files& files);

/// State, physical state and netdev of a port.
[[nodiscard]] RdmaPort read_sysfs_rdma_port(const Files& files, const std::string& device,
                                            std::int64_t port);

/// Driver, PCI function, board and kind of virtual device: nobody but sysfs tells them.
void read_rdma_hardware(const Files& files, RdmaDevice& device);

/// Slots of the GID table: one file each.
[[nodiscard]] Fact<std::int64_t> read_sysfs_gid_table_length(const Files& files,
                                                             const std::string& device,
                                                             std::int64_t port);

/// "400 Gb/sec (4X NDR)" → 400000.
[[nodiscard]] Fact<std::int64_t> parse_rate_mbps(std::string_view text);

/// One slot of the table as sysfs has it. The netdev may be one of another namespace: only the
/// name is told.
struct SysfsGid {
  Gid gid;
  Read<std::string> netdev_name;
};

/// The taken slots, by index.
[[nodiscard]] Read<std::vector<SysfsGid>> read_sysfs_gids(const Files& files,
                                                          const RdmaDevice& device,
                                                          std::int64_t port);

/// One slot: nothing when it is empty. Reading its type is EINVAL then, or the GID is zero.
struct GidSlot {
  std::int64_t index = 0;
  Read<std::string> gid;
  Read<std::string> type;
  Read<std::string> netdev;
};
[[nodiscard]] Read<std::optional<SysfsGid>> decode_gid_slot(const GidSlot& slot,
                                                            const Fact<RdmaProtocol>& protocol);

}  // namespace rocelint
