// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rocelint/base/diagnostic.h"
#include "rocelint/check.h"

namespace rocelint {

struct RunOrder {
  std::vector<const Check*> modules;
  Diagnostics errors;  ///< slips in the modules' tables: an unknown need, a cycle, an id twice
};

/// The modules so that each comes after those that it needs, otherwise as listed. Every module is
/// in it, even when there are errors: one that can't be placed comes last.
[[nodiscard]] RunOrder order_modules(std::span<const Check* const> checks);

}  // namespace rocelint
