// SPDX-License-Identifier: Apache-2.0
#pragma once

// As much of JSON Schema (2020-12) as our own schemas use. A keyword that it does not know is a
// diagnostic, so that a schema can't promise what nobody checks.

#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace rocelint::test {

class SchemaCheck {
 public:
  explicit SchemaCheck(const nlohmann::json& schema) : root_(schema) {}

  /// What is wrong with `value`, empty when nothing is.
  std::vector<std::string> check(const nlohmann::json& value) {
    diagnostics_.clear();
    check(value, root_, "");
    return diagnostics_;
  }

 private:
  using Json = nlohmann::json;

  void complain(const std::string& at, const std::string& text) {
    diagnostics_.push_back((at.empty() ? "/" : at) + ": " + text);
  }

  static bool has_type(const Json& value, std::string_view type) {
    if (type == "integer") {
      return value.is_number_integer();
    }
    if (type == "number") {
      return value.is_number();
    }
    return value.type_name() == type;
  }

  void check_type(const Json& value, const Json& types, const std::string& at) {
    const auto list = types.is_array() ? types : Json::array({types});
    if (std::ranges::none_of(list, [&value](const Json& type) {
          return has_type(value, type.get_ref<const std::string&>());
        })) {
      complain(at, "is " + std::string(value.type_name()) + ", expected " + types.dump());
    }
  }

  void check_object(const Json& value, const Json& schema, const std::string& at) {
    for (const auto& key : schema.value("required", Json::array())) {
      if (!value.contains(key.get_ref<const std::string&>())) {
        complain(at, "lacks " + key.dump());
      }
    }
    const auto properties = schema.value("properties", Json::object());
    for (const auto& [key, member] : value.items()) {
      if (schema.contains("propertyNames")) {
        check(key, schema["propertyNames"], at);
      }
      if (properties.contains(key)) {
        check(member, properties[key], at + '/' + key);
      } else if (schema.contains("additionalProperties") &&
                 schema["additionalProperties"].is_object()) {
        check(member, schema["additionalProperties"], at + '/' + key);
      } else if (schema.value("additionalProperties", Json(true)) == Json(false)) {
        complain(at, "has the unexpected key " + key);
      }
    }
  }

  void check_range(const Json& value, const Json& schema, const std::string& at) {
    if ((schema.contains("minimum") && value < schema["minimum"]) ||
        (schema.contains("maximum") && value > schema["maximum"])) {
      complain(at, value.dump() + " is out of range");
    }
  }

  void check_any(const Json& value, const Json& choices, const std::string& at) {
    std::string why;
    for (const auto& choice : choices) {
      const auto diagnostics = SchemaCheck(root_, choice).check_with(value, choice);
      if (diagnostics.empty()) {
        return;
      }
      why += " [" + diagnostics.front() + ']';
    }
    complain(at, "fits none of anyOf:" + why);
  }

  void check(const Json& value, const Json& schema, const std::string& at) {
    static constexpr std::array<std::string_view, 19> kKnown{
        "$schema",       "$id",
        "$defs",         "$ref",
        "title",         "description",
        "anyOf",         "type",
        "const",         "enum",
        "items",         "required",
        "properties",    "additionalProperties",
        "propertyNames", "minimum",
        "maximum",       "pattern",
        "$comment"};
    for (const auto& [keyword, unused] : schema.items()) {
      if (std::ranges::find(kKnown, keyword) == kKnown.end()) {
        complain(at, "the checker does not know the keyword " + keyword);
      }
    }
    if (schema.contains("$ref")) {
      check(value, root_.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), at);
    }
    if (schema.contains("anyOf")) {
      check_any(value, schema["anyOf"], at);
    }
    if (schema.contains("type")) {
      check_type(value, schema["type"], at);
    }
    if (schema.contains("const") && value != schema["const"]) {
      complain(at, "is " + value.dump() + ", expected " + schema["const"].dump());
    }
    if (schema.contains("enum") &&
        std::ranges::find(schema["enum"], value) == schema["enum"].end()) {
      complain(at, value.dump() + " is none of " + schema["enum"].dump());
    }
    if (value.is_number()) {
      check_range(value, schema, at);
    }
    if (value.is_string() && schema.contains("pattern") &&
        !std::regex_search(value.get<std::string>(),
                           std::regex(schema["pattern"].get<std::string>()))) {
      complain(at, value.dump() + " does not match " + schema["pattern"].dump());
    }
    if (value.is_object()) {
      check_object(value, schema, at);
    }
    if (value.is_array() && schema.contains("items")) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        check(value[i], schema["items"], at + '/' + std::to_string(i));
      }
    }
  }

  SchemaCheck(const Json& root, const Json& /*choice*/) : root_(root) {}
  std::vector<std::string> check_with(const Json& value, const Json& schema) {
    check(value, schema, "");
    return diagnostics_;
  }

  const Json& root_;
  std::vector<std::string> diagnostics_;
};

}  // namespace rocelint::test
