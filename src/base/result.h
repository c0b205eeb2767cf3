// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include "rocelint/base/diagnostic.h"

namespace rocelint {

/// For operations that fail on an input: the value, or what is wrong with the input and where.
/// (A fact that can't be read is not an error but an Unknown.)
template <class T>
using Result = tl::expected<T, Diagnostic>;

}  // namespace rocelint
