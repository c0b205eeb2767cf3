// SPDX-License-Identifier: Apache-2.0
#include "facts/json/one_of.h"

#include <algorithm>

#include "rocelint/facts/reflect.h"

namespace rocelint {
namespace {

bool has_one_of(const Type& structure, Kind kind) {
  return std::ranges::count_if(structure.fields, [&](const Field& field) {
           return field.type->fact && field.type->kind == kind;
         }) == 1;
}

}  // namespace

const Field* member_of_kind(const Type& structure, Kind kind) {
  const bool is_one_of = structure.fields.size() == 3 && has_one_of(structure, Kind::boolean) &&
                         has_one_of(structure, Kind::integer) && has_one_of(structure, Kind::text);
  if (!is_one_of) {
    return nullptr;
  }
  const auto found = std::ranges::find_if(
      structure.fields, [&](const Field& field) { return field.type->kind == kind; });
  return found == structure.fields.end() ? nullptr : &*found;
}

}  // namespace rocelint
