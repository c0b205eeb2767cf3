// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "rocelint/base/diagnostic.h"

namespace rocelint {

/// Deeper documents are refused; a snapshot is about ten levels deep.
inline constexpr std::size_t kMaxJsonDepth = 64;

/// What is wrong with a document that the fast parser refused, with its line and column.
/// `diagnostic` is the fast parser's own, for want of a better one.
[[nodiscard]] Diagnostic explain_json_syntax(std::string_view json, std::string_view file,
                                             std::string_view diagnostic);

}  // namespace rocelint
