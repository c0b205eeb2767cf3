// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rocelint/report.h"

#include "judge/subjects.h"
#include "rules/rule.h"

namespace rocelint {

/// The steps of the first fix whose condition holds. A condition or value that is not known makes a
/// shell comment, never a command.
[[nodiscard]] std::vector<FixStep> render_fixes(const Rule& rule, const RuleSubject& subject);

/// The command that shows whether it worked; empty when a value of it is not known.
[[nodiscard]] std::string render_verify(const Rule& rule, const RuleSubject& subject);

}  // namespace rocelint
