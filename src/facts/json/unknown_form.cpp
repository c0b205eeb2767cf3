// SPDX-License-Identifier: Apache-2.0
#include "facts/json/unknown_form.h"

#include <string>
#include <string_view>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

namespace rocelint {
namespace {

/// The JSON string that stands for a map's value, or "" where it is no string.
std::string_view as_json_string(const Type& type, const void* at) {
  if (type.fact) {
    at = type.known(at);
  }
  if (at == nullptr) {
    return "";
  }
  if (type.kind == Kind::text) {
    return *static_cast<const std::string*>(at);
  }
  for (const auto& row : type.enum_names) {
    if (row.value == type.get_enum(at)) {
      return row.name;
    }
  }
  return "";
}

}  // namespace

bool map_reads_as_unknown(const Type& map, const void* at) {
  const auto* reason = map.find(at, kUnknownKey);
  if (reason == nullptr || !enum_value<Reason>(as_json_string(*map.element, reason))) {
    return false;
  }
  bool only_keys_of_unknown = true;
  map.each(at, [&](std::string_view key, const void*) {
    only_keys_of_unknown = only_keys_of_unknown && is_key_of_unknown(key);
  });
  return only_keys_of_unknown;
}

}  // namespace rocelint
