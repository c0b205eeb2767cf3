// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/facts/reflect.h"

namespace rocelint {

/// Whether two keys of a map, or two names that tell the elements of a list apart, are written
/// alike: of bytes that are no UTF-8 JSON has one form only.
[[nodiscard]] bool keys_are_written_alike(const Type& type, const void* at);

}  // namespace rocelint
