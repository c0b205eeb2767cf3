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

/// Turns every fact at `path` ("host.netdevs.dcb.pfc": lists are walked through) that is still
/// not_collected into `why`; at a plain structure, every fact in it. Does nothing where an object
/// on the way is unknown, or where there is no such path.
void mark_unknown(Snapshot& snapshot, std::string_view path, const Unknown& why);

/// The field at the end of `path`, or null if there is none.
[[nodiscard]] const Field* find_field(const Type& type, std::string_view path);

/// The field of a structure that names its elements in a list, or null.
[[nodiscard]] const Field* key_field(const Type& structure);

/// Sorts every list of a snapshot that has a key, so that two probes of one host compare equal.
void sort_lists(Snapshot& snapshot);

}  // namespace rocelint
