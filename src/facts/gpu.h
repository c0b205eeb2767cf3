// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/facts/pcie.h"

namespace rocelint {

/// A graphics or AI processor of NVIDIA, AMD or Intel that a job may run on: the display of a
/// server's management controller is none. What can't be told is none.
[[nodiscard]] bool is_gpu(const PciDevice& device);

}  // namespace rocelint
