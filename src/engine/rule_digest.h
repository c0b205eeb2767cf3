// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/rule.h"

namespace rocelint {

/// 16 hex digits over what the files say, whatever their order, names, comments, layout and inline
/// tests. It tells sets of rules apart, it does not guard them.
[[nodiscard]] std::string rules_digest(std::span<const RuleFile> files);

}  // namespace rocelint
