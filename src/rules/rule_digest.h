// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/tree.h"

namespace rocelint {

/// Over what one file says, whatever its name, comments, layout and inline tests.
[[nodiscard]] std::uint64_t rule_file_digest(const TreeNode& tree);

/// 16 hex digits over what the files say, given the digest of each, whatever their order. It tells
/// sets of rules apart, it does not guard them.
[[nodiscard]] std::string rules_digest(std::vector<std::uint64_t> files);

}  // namespace rocelint
