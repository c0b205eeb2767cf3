// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "rocelint/facts/system.h"

#include "os/sysfs/files.h"

namespace rocelint {

/// The limits that systemd gives to a service whose unit names none: systemd-system.conf(5).
[[nodiscard]] ProcessLimits read_systemd_limits(const Files& files);

/// A limit of systemd's configuration, one value or "soft:hard".
struct SystemdLimit {
  std::int64_t soft = 0;
  std::int64_t hard = 0;
};
/// "infinity", "64G", "1024:524288"; nothing where it is no limit.
[[nodiscard]] std::optional<SystemdLimit> parse_systemd_limit(std::string_view text);

}  // namespace rocelint
