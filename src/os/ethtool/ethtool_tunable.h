// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "os/ethtool/ethtool_ioctl.h"
#include "os/read.h"

namespace rocelint {

/// ETHTOOL_PFC_PREVENTION_TOUT: how long the NIC may send pause frames before it stops itself, in
/// milliseconds; 0 is for ever, 65535 as the driver thinks fit (include/uapi/linux/ethtool.h).
[[nodiscard]] Read<std::int64_t> read_pfc_storm_prevention_ms(EthtoolIoctl& ioctl,
                                                              std::string_view netdev);

}  // namespace rocelint
