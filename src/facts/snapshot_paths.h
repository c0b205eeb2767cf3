// SPDX-License-Identifier: Apache-2.0
#pragma once

// Walks over a snapshot by its field tables.

#include <string_view>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

namespace rocelint {

/// Adds `from` to `into`. A known fact always wins over an unknown one, and a reason over
/// not_collected; lists with a key field merge element by element and end up sorted; everything
/// else is replaced by what `from` has to say. (An empty string outside a fact says nothing.)
void merge_snapshot(Snapshot& into, const Snapshot& from);

/// Turns every fact that `check` reads and that is still not_collected into `why`: in each element
/// of the lists that there are.
void mark_missing(Snapshot& snapshot, std::string_view check, const Unknown& why);

/// The field of a structure that names its elements in a list, or null.
[[nodiscard]] const Field* key_field(const Type& structure);

/// Sorts every list of a snapshot that has a key, so that two probes of one host compare equal.
void sort_lists(Snapshot& snapshot);

}  // namespace rocelint
