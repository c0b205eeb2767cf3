// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "facts/json/list_order.h"
#include "facts/json/unknown_form.h"
#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

/// Where a value stands: outside every fact an empty string only says that nobody set it.
enum class Within : std::uint8_t { snapshot, fact };

void merge_value(const Type& type, void* into, const void* from, Within within);
void merge_plain(const Type& type, void* into, const void* from, Within within);

template <class Value>
void copy(void* into, const void* from) {
  *static_cast<Value*>(into) = *static_cast<const Value*>(from);
}

/// How much an unknown tells: a reason more than "nothing tried", that with a detail more than
/// bare.
int weight(const Type& fact, const void* at) {
  if (was_not_collected(fact, at)) {
    return 0;
  }
  return fact.unknown(at)->reason == Reason::not_collected ? 1 : 2;
}

/// A structure with plain members comes from one read: members of two reads must not mix.
bool is_one_read(const Type& type) {
  return std::ranges::any_of(type.fields,
                             [](const Field& field) { return !may_be_absent(*field.type); });
}

/// The element of the same key among the first `old` ones, which are sorted, or the last one, which
/// a list that names an element twice has just added; else a new one.
void* element_like(const Type& list, const Field& key, void* into, const void* element,
                   std::size_t old) {
  std::size_t low = 0;
  std::size_t high = old;
  while (low < high) {
    const auto middle = low + ((high - low) / 2);
    if (std::is_lt(compare_keys(key, list.item(into, middle), element))) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const auto size = list.size(into);
  for (const auto i : {low, size - 1}) {
    if (i < size && std::is_eq(compare_keys(key, list.item(into, i), element))) {
      return mutable_item(list, into, i);
    }
  }
  return list.append(into);
}

void merge_keyed_list(const Type& list, const Field& key, void* into, const void* from) {
  sort_by_key(list, key, into);
  const auto old = list.size(into);
  for (const auto i : order_by_key(list, key, from)) {
    const auto* element = list.item(from, i);
    merge_value(*list.element, element_like(list, key, into, element, old), element, Within::fact);
  }
  sort_by_key(list, key, into);
}

void replace_list(const Type& list, void* into, const void* from) {
  list.clear(into);
  const auto size = list.size(from);
  for (std::size_t i = 0; i < size; ++i) {
    merge_value(*list.element, list.append(into), list.item(from, i), Within::fact);
  }
}

void merge_fact(const Type& type, void* into, const void* from) {
  const auto* value = type.known(from);
  auto* old = mutable_known(type, into);
  if (value == nullptr) {
    if (old == nullptr && weight(type, from) >= weight(type, into)) {
      type.set_unknown(into, *type.unknown(from));
    }
    return;
  }
  if (old == nullptr || is_one_read(type)) {
    old = type.emplace(into);
  }
  merge_plain(type, old, value, Within::fact);
}

void merge_value(const Type& type, void* into, const void* from, Within within) {
  if (type.fact) {
    merge_fact(type, into, from);
  } else {
    merge_plain(type, into, from, within);
  }
}

void merge_plain(const Type& type, void* into, const void* from, Within within) {
  switch (type.kind) {
    case Kind::boolean:
      copy<bool>(into, from);
      break;
    case Kind::integer:
      copy<std::int64_t>(into, from);
      break;
    case Kind::real:
      copy<double>(into, from);
      break;
    case Kind::text:
      if (within == Within::fact || !static_cast<const std::string*>(from)->empty()) {
        copy<std::string>(into, from);
      }
      break;
    case Kind::enumeration:
      type.set_enum(into, type.get_enum(from));
      break;
    case Kind::list:
      if (const auto* key = key_field(*type.element)) {
        merge_keyed_list(type, *key, into, from);
      } else {
        replace_list(type, into, from);
      }
      break;
    case Kind::map:
      type.clear(into);
      type.each(from, [&](std::string_view key, const void* entry) {
        merge_value(*type.element, type.insert(into, key), entry, Within::fact);
      });
      break;
    case Kind::structure:
      for (const auto& field : type.fields) {
        merge_value(*field.type, field.at(into), member(field, from), within);
      }
      break;
  }
}

}  // namespace

void merge_snapshot(Snapshot& into, const Snapshot& from) {
  merge_value(kType<Snapshot>, &into, &from, Within::snapshot);
}

}  // namespace rocelint
