// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "os/read.h"
#include "os/sysfs/files.h"

namespace rocelint {

struct Process {
  std::string directory;  ///< "/proc/4711"
  std::string name;       ///< comm: the first 15 bytes of its program's name
};

/// The processes of the host. Unknown(not_authoritative) where others than the own are hidden:
/// nobody knows then which there are.
[[nodiscard]] Read<std::vector<Process>> list_processes(const Files& files);

}  // namespace rocelint
