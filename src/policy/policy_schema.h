// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint {

/// JSON Schema (2020-12) of a policy file, for editors and for who writes policies by a program.
/// The parameters come from their table. It knows the form only: expressions and contradictions are
/// for `policy lint`.
[[nodiscard]] std::string policy_json_schema();

}  // namespace rocelint
