// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "rules/rule.h"

namespace rocelint::cli {

// Rules as `rules` and `explain` write them.

/// One line a rule: id, severity, scope and what it expects.
[[nodiscard]] std::string catalogue_as_text(std::span<const Rule* const> rules);
[[nodiscard]] std::string catalogue_as_json(std::span<const Rule* const> rules);

/// All that a rule says, on a page.
[[nodiscard]] std::string rule_as_text(const Rule& rule);
/// The same as an object of JSON, which begins as in the catalogue.
[[nodiscard]] std::string rule_as_json(const Rule& rule);

}  // namespace rocelint::cli
