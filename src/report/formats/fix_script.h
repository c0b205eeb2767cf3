// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rocelint/report.h"

namespace rocelint {

/// What fixes the failures of the report, worst first, as a bash script that is meant to be read:
/// one block a finding, what it interrupts in capitals. What hands must do and what could not be
/// read are comments. Whatever the host's strings hold, they stay inside a comment or a quoted
/// word.
[[nodiscard]] std::string write_script(const Report& report);

}  // namespace rocelint
