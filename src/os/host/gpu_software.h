// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/system.h"

#include "os/sysfs/files.h"

namespace rocelint {

/// What lets NICs reach GPU memory, as the files of the kernel tell of it.
[[nodiscard]] GpuSoftware read_gpu_software(const Files& files);

/// /proc/driver/nvidia/version: "535.129.03" out of its first line.
[[nodiscard]] Fact<std::string> parse_nvidia_version(std::string_view text);

}  // namespace rocelint
