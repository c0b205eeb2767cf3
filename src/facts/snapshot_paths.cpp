// SPDX-License-Identifier: Apache-2.0
#include "facts/snapshot_paths.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "facts/json/list_order.h"
#include "facts/json/unknown_form.h"

namespace rocelint {
namespace {

/// "host.netdevs" → "host" and "netdevs".
std::pair<std::string_view, std::string_view> split_path(std::string_view path) {
  const auto dot = path.find('.');
  if (dot == std::string_view::npos) {
    return {path, {}};
  }
  return {path.substr(0, dot), path.substr(dot + 1)};
}

const Field* field_of(const Type& structure, std::string_view name) {
  const auto field = std::ranges::find(structure.fields, name, &Field::name);
  return field == structure.fields.end() ? nullptr : &*field;
}

const Type& innermost_element(const Type& type) {
  const auto* inner = &type;
  while (inner->element != nullptr) {
    inner = inner->element;
  }
  return *inner;
}

/// The end of a path: the fact itself, or the facts of a plain structure.
void mark_here(const Type& type, void* at, const Unknown& why) {
  if (type.fact) {
    if (was_not_collected(type, at)) {
      type.set_unknown(at, why);
    }
    return;
  }
  for (const auto& field : type.fields) {
    mark_here(*field.type, field.at(at), why);
  }
}

void mark_below(const Type& type, void* at, std::string_view path, const Unknown& why) {
  if (path.empty()) {
    mark_here(type, at, why);
    return;
  }
  auto* const value = type.fact ? mutable_known(type, at) : at;
  if (value == nullptr) {
    return;
  }
  if (type.kind == Kind::list) {
    const auto size = type.size(value);
    for (std::size_t i = 0; i < size; ++i) {
      mark_below(*type.element, mutable_item(type, value, i), path, why);
    }
    return;
  }
  const auto [name, rest] = split_path(path);
  if (const auto* field = field_of(type, name)) {
    mark_below(*field->type, field->at(value), rest, why);
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

void mark_unknown(Snapshot& snapshot, std::string_view path, const Unknown& why) {
  if (find_field(kType<Snapshot>, path) != nullptr) {
    mark_below(kType<Snapshot>, &snapshot, path, why);
  }
}

const Field* find_field(const Type& type, std::string_view path) {
  const auto [name, rest] = split_path(path);
  const auto* field = field_of(innermost_element(type), name);
  const bool ends_here = name.size() == path.size();
  return field == nullptr || ends_here ? field : find_field(*field->type, rest);
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
