// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/rule.h"

namespace rocelint {

/// A path that the assert reads and has() asks for, in the assert itself or in `when`.
struct GuardedOperand {
  std::string guard;
  std::string operand;
};
/// has() on what the assert reads would pass in silence where the fact does not exist.
[[nodiscard]] std::optional<GuardedOperand> find_guarded_operand(const Rule& rule);

/// What decides the outcome, sorted: facts, derived facts and policy parameters by their paths.
[[nodiscard]] std::vector<std::string> paths_read(const Rule& rule);

/// Fills in which parameters the rule stands on, whether it is judged once per role, and whether it
/// needs a window.
void note_use_of_policy(Rule& rule);

}  // namespace rocelint
