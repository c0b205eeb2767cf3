// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::cli {

/// What is wrong with what an option names; empty when nothing is. An empty name is a variable of a
/// script that nobody has set: to go on without it would judge by another policy, or another host.
[[nodiscard]] std::string name_complaint(const std::string& name);

}  // namespace rocelint::cli
