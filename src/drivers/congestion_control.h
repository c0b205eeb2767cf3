// SPDX-License-Identifier: Apache-2.0
#pragma once

// Congestion control as the drivers show it, each in a place of its own: congestion_*.cpp.

#include <string>

#include "rocelint/facts.h"

#include "os/probe_env.h"
#include "os/sysfs/files.h"

namespace rocelint::congestion {

/// All of it unknown, for one reason.
[[nodiscard]] CongestionControl all_unknown(const Unknown& why);

/// Whether the netdev has, or may have, what only the OFED drivers of NVIDIA show in sysfs.
[[nodiscard]] bool may_have_ofed(const Files& files, const std::string& netdev);
[[nodiscard]] CongestionControl read_ofed(ProbeEnv& env, const Netdev& netdev);
/// The mlx5 driver of the kernel.
[[nodiscard]] CongestionControl read_mlx5(ProbeEnv& env, const Netdev& netdev);
[[nodiscard]] CongestionControl read_bnxt(ProbeEnv& env, const Netdev& netdev,
                                          const std::string& rdma_device);
[[nodiscard]] CongestionControl read_irdma(ProbeEnv& env, const Netdev& netdev,
                                           const std::string& rdma_device);

}  // namespace rocelint::congestion
