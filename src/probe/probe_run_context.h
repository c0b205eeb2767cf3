// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rocelint/snapshot.h"

#include "os/sysfs/files.h"

namespace rocelint {

/// From where this process looks at the host: what would make an unknown known depends on it.
[[nodiscard]] Probe read_run_context(const Files& files);

/// The capabilities that matter to a probe, out of /proc/self/status.
[[nodiscard]] Fact<std::vector<std::string>> decode_capabilities(std::string_view status);

/// Whether /proc/self/uid_map is that of the initial user namespace.
[[nodiscard]] Fact<bool> decode_initial_user_namespace(std::string_view uid_map);

}  // namespace rocelint
