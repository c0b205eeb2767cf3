// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/report.h"
#include "rocelint/snapshot.h"

#include "cli/command_line.h"

namespace rocelint::cli {

/// --output FORMAT=FILE, as often as it is given.
[[nodiscard]] Option output_option(std::vector<std::string>& outputs);

/// Writes each file beside its place and moves it there, so that a reader never sees half of it.
/// The format `snapshot` is what was judged. Returns what could not be written.
[[nodiscard]] Diagnostics write_outputs(const std::vector<std::string>& outputs,
                                        const Report& report, const Snapshot& snapshot,
                                        Verbosity verbosity);

}  // namespace rocelint::cli
