// SPDX-License-Identifier: Apache-2.0
#include "facts/json/key_clash.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rocelint/facts/reflect.h"

#include "base/json_text.h"
#include "facts/snapshot_paths.h"

namespace rocelint {
namespace {

std::vector<std::string_view> keys_of(const Type& type, const void* at) {
  std::vector<std::string_view> keys;
  if (type.kind == Kind::map) {
    type.each(at, [&](std::string_view key, const void*) { keys.push_back(key); });
    return keys;
  }
  const auto* key = type.kind == Kind::list ? key_field(*type.element) : nullptr;
  if (key != nullptr && key->type->kind == Kind::text) {
    for (std::size_t i = 0; i < type.size(at); ++i) {
      keys.push_back(*static_cast<const std::string*>(member(*key, type.item(at, i))));
    }
  }
  return keys;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

bool keys_are_written_alike(const Type& type, const void* at) {
  const auto keys = keys_of(type, at);
  if (std::ranges::all_of(keys, is_ascii)) {
    return false;
  }
  std::set<std::string> written;
  return !std::ranges::all_of(keys, [&](std::string_view key) {
    std::string form;
    write_json_text(form, key);
    return written.insert(std::move(form)).second;
  });
}

}  // namespace rocelint
