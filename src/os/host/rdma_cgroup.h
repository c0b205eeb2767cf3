// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

/// What the control group of this process and those above it leave it of RDMA devices. Devices that
/// none of them limits are left out.
[[nodiscard]] Fact<std::vector<RdmaCgroupLimit>> read_rdma_cgroup(const Files& files);

/// The lines of rdma.max: "mlx5_0 hca_handle=2 hca_object=max".
[[nodiscard]] Read<std::vector<RdmaCgroupLimit>> parse_rdma_max(std::string_view text);

}  // namespace rocelint
