// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rocelint/facts/reflect.h"

namespace rocelint {

/// The member of that kind of a structure that holds one value in one of several kinds: all its
/// members are facts of boolean, integer and text, each kind once. Null for other structures. Such
/// a value may be written bare: `80` for `{"number": 80}`.
[[nodiscard]] const Field* member_of_kind(const Type& structure, Kind kind);

}  // namespace rocelint
