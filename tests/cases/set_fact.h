// SPDX-License-Identifier: Apache-2.0
#pragma once

// Puts facts into a snapshot by their paths, as the files of public cases write them.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/facts/reflect.h"

#include "advise/given_facts.h"
#include "facts/snapshot_paths.h"

namespace rocelint::testing_support {

using Json = nlohmann::json;

inline std::string text_of(const Json& key) {
  return key.is_string() ? key.get<std::string>() : key.dump();
}

inline Json typed_key(const Field& key, std::string_view text) {
  if (key.type->kind == Kind::integer) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }
  return std::string(text);
}

/// `path` is like host.devices[mlx5_0].ports[1].state; [*] stands for every element. What is not
/// there yet is made; null takes a fact or an element away. Facts of a structure are laid over
/// those that it has.
inline void set_fact(Json& at, const Type& type, std::string_view path, const Json& value);

/// "[mlx5_0].ports" at a list or a map.
inline void set_element(Json& at, const Type& type, std::string_view path, const Json& value) {
  const auto close = path.find(']');
  const auto key = path.substr(1, close - 1);
  const auto rest = path.substr(close + 1);
  if (type.kind == Kind::map) {
    set_fact(at[std::string(key)], *type.element, rest, value);
    return;
  }
  const auto* field = type.kind == Kind::list ? key_field(*type.element) : nullptr;
  if (field == nullptr) {
    ADD_FAILURE() << "nothing to choose from at " << path;
    return;
  }
  const std::string name(field->name);
  if (!at.is_array()) {
    at = Json::array();
  }
  const auto is_it = [&](const Json& item) { return key == "*" || text_of(item[name]) == key; };
  if (rest.empty() && value.is_null()) {
    at.erase(std::ranges::remove_if(at, is_it).begin(), at.end());
    return;
  }
  if (std::ranges::none_of(at, is_it)) {
    ASSERT_NE(key, "*") << "there is no element";
    at.push_back({{name, typed_key(*field, key)}});
  }
  for (auto& item : at) {
    if (is_it(item)) {
      set_fact(item, *type.element, rest, value);
    }
  }
}

inline void set_fact(Json& at, const Type& type, std::string_view path, const Json& value) {
  if (path.empty()) {
    overlay(at, value);
    return;
  }
  if (path.front() == '[') {
    set_element(at, type, path, value);
    return;
  }
  path.remove_prefix(path.front() == '.' ? 1 : 0);
  const auto end = std::min(path.find_first_of(".["), path.size());
  const auto name = path.substr(0, end);
  const auto field = std::ranges::find(type.fields, name, &Field::name);
  if (field == type.fields.end()) {
    ADD_FAILURE() << "there is no fact " << path;
    return;
  }
  if (!at.is_object() || is_unknown_form(at)) {
    at = Json::object();
  }
  const auto rest = path.substr(end);
  if (rest.empty() && value.is_null()) {
    at.erase(std::string(name));
    return;
  }
  set_fact(at[std::string(name)], *field->type, rest, value);
}

}  // namespace rocelint::testing_support
