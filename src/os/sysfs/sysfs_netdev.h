// SPDX-License-Identifier: Apache-2.0
#pragma once

// Netdevs as /sys/class/net shows them, for dead trees: a live host is asked through rtnetlink.

#include <string>
#include <vector>

#include "os/netlink/rtnl_decode.h"
#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

/// Links by name, as far as sysfs tells; it knows no addresses.
[[nodiscard]] Read<std::vector<Link>> read_sysfs_links(const Files& files);

/// Driver and PCI function: rtnetlink does not tell the driver, so live hosts are read here too.
void read_netdev_hardware(const Files& files, Netdev& netdev);

}  // namespace rocelint
