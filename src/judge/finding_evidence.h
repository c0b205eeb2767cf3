// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rocelint/report.h"

#include "expr/expression.h"
#include "judge/subjects.h"

namespace rocelint {

enum class Witnesses : std::uint8_t {
  all,
  policy,  ///< only what the policy wants: why the rule was asked at all
};

/// Adds what decided to the finding: facts as evidence, parameters as expected with where they were
/// written, a path as the facts that it was derived from. Each once.
void add_witnesses(std::span<const expr::Witness> witnesses, const RuleSubject& subject,
                   Witnesses which, Finding& finding);

}  // namespace rocelint
