// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rocelint/report.h"

#include "judge/host_view.h"

namespace rocelint {

/// What the ports of a role have in common, for the report of a healthy host: link, path, cnp, gid.
/// Only what is known is said; where ports differ, the line says "unlike".
[[nodiscard]] std::vector<SummaryLine> summary_of(const HostView& host, const JudgedRole& role);

/// "ConnectX-7 fw 28.43.2566 mlx5_core".
[[nodiscard]] std::string hardware_of(const HostView& host, const JudgedRole& role);

}  // namespace rocelint
