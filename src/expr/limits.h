// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace rocelint::expr {

// Rules and policies come from people and programs that we do not know. Within these bounds neither
// the stack nor the clock can be made to run out.
inline constexpr std::size_t kMaxExpressionBytes = 4096;
inline constexpr std::size_t kMaxTemplateBytes = 16384;
inline constexpr std::size_t kMaxDepth = 64;
inline constexpr std::size_t kMaxNodes = 1000;
inline constexpr std::size_t kMaxSteps = 1'000'000;

}  // namespace rocelint::expr
