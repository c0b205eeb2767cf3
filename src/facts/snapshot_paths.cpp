// SPDX-License-Identifier: Apache-2.0
#include "facts/snapshot_paths.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/host.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "facts/json/list_order.h"
#include "facts/json/unknown_form.h"

namespace rocelint {
namespace {

// Facts, lists and plain structures that say nothing of it have the check of what is around them.
void mark_below(const Type& type, void* at, bool is_theirs, std::string_view check,
                const Unknown& why) {
  if (type.fact && is_theirs && was_not_collected(type, at)) {
    type.set_unknown(at, why);
  }
  auto* const value = type.fact ? mutable_known(type, at) : at;
  if (value == nullptr) {
    return;
  }
  if (type.kind == Kind::list) {
    const auto size = type.size(value);
    for (std::size_t i = 0; i < size; ++i) {
      mark_below(*type.element, mutable_item(type, value, i), is_theirs, check, why);
    }
  }
  for (const auto& field : type.fields) {
    const bool is_its = field.check.empty() ? is_theirs : field.check == check;
    mark_below(*field.type, field.at(value), is_its, check, why);
  }
}

void sort_value(const Type& type, void* at) {
  auto* const value = type.fact ? mutable_known(type, at) : at;
  if (value == nullptr) {
    return;
  }
  for (const auto& field : type.fields) {
    sort_value(*field.type, field.at(value));
  }
  if (type.kind != Kind::list) {
    return;
  }
  const auto size = type.size(value);
  for (std::size_t i = 0; i < size; ++i) {
    sort_value(*type.element, mutable_item(type, value, i));
  }
  if (const auto* key = key_field(*type.element)) {
    sort_by_key(type, *key, value);
  }
}

}  // namespace

void mark_missing(Snapshot& snapshot, std::string_view check, const Unknown& why) {
  mark_below(kType<Host>, &snapshot.host, false, check, why);
}

const Field* key_field(const Type& structure) {
  if (structure.fact) {
    return nullptr;  // an element that may be unknown has no name to go by
  }
  const auto field = std::ranges::find(structure.fields, FieldRole::key, &Field::role);
  return field == structure.fields.end() ? nullptr : &*field;
}

void sort_lists(Snapshot& snapshot) {
  sort_value(kType<Snapshot>, &snapshot);
}

}  // namespace rocelint
