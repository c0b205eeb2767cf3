// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command_line.h"

namespace rocelint::cli {

/// What is wrong with what an option names; empty when nothing is. An empty name is a variable of a
/// script that nobody has set: to go on without it would judge by another policy, or another host.
[[nodiscard]] std::string validate_name(const std::string& name);

/// What is wrong where two inputs of the command that was asked for are to come from standard
/// input, which can be read but once; empty when nothing is. Looks at all that was given: no option
/// takes "-" for anything else.
[[nodiscard]] std::string diagnostic_about_stdin(const CommandLine& command);

}  // namespace rocelint::cli
