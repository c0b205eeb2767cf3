// SPDX-License-Identifier: Apache-2.0
#include "policy/policy_schema.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"

#include "policy/parameters.h"
#include "policy/policy.h"

namespace rocelint {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kRolePattern = "^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$";
constexpr std::string_view kRulePattern = "^[a-z0-9*?-]+$";
constexpr auto kSeverities = {"blocker", "error", "warning", "info"};

Json reference(std::string_view name) {
  return {{"$ref", "#/$defs/" + std::string(name)}};
}

Json any_of(std::initializer_list<Json> choices) {
  auto list = Json::array();
  for (const auto& choice : choices) {
    list.push_back(choice);
  }
  return {{"anyOf", std::move(list)}};
}

Json null() {
  return {{"type", "null"}};
}

Json described(Json schema, std::string_view text) {
  schema["description"] = text;
  return schema;
}

Json names_of(std::span<const EnumName> rows) {
  auto names = Json::array();
  for (const auto& row : rows) {
    names.push_back(row.name);
  }
  return {{"enum", std::move(names)}};
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json object(Json properties, std::initializer_list<std::string_view> required) {
  Json schema = {{"type", "object"}};
  for (const auto name : required) {
    schema["required"].push_back(name);
  }
  schema["additionalProperties"] = false;
  schema["properties"] = std::move(properties);
  return schema;
}

/// Keys of a pattern, each with the same kind of value.
Json map_of(std::string_view key_pattern, Json value) {
  return {{"type", "object"},
          {"propertyNames", {{"pattern", key_pattern}}},
          {"additionalProperties", std::move(value)}};
}

Json integer(std::string_view parameter) {
  const auto limit = std::ranges::find(kParameterLimits, parameter, &ParameterLimit::parameter);
  Json schema = {{"type", "integer"}};
  if (limit == kParameterLimits.end()) {
    return schema;
  }
  if (!limit->allowed.empty()) {
    schema["enum"] = Json(std::vector(limit->allowed.begin(), limit->allowed.end()));
    return schema;
  }
  schema["minimum"] = limit->least;
  schema["maximum"] = limit->most;
  return schema;
}

std::string describe(const Field& field) {
  const std::string text(field.doc);
  if (field.source == kMustBeGiven) {
    return text + "; required";
  }
  const bool has_default = !field.source.empty() && field.source != kNoDefault;
  return has_default ? text + "; default: " + std::string(field.source) : text;
}

Json parameters_of(const Type& structure, const std::string& prefix);

Json value_of(const Type& type, const std::string& path) {
  switch (type.kind) {
    case Kind::integer:
      return integer(path);
    case Kind::enumeration:
      return names_of(type.enum_names);
    case Kind::boolean:
      return reference("boolean");
    case Kind::list:
      return list_of(value_of(*type.element, path));
    case Kind::structure:
      return parameters_of(type, path + '.');
    case Kind::text:
      return {{"type", "string"}, {"minLength", 1}};
    case Kind::real:
    case Kind::map:
      break;  // no parameter is one
  }
  return true;
}

/// `any`: not asked for. `null`: back to what is built in, which makes sense where a policy is
/// extended, so not for the members of a list.
Json parameter(const Field& field, const std::string& path, bool in_list) {
  auto value = value_of(*field.type, path);
  if (field.source == kMustBeGiven) {
    return described(std::move(value), describe(field));
  }
  auto choices = Json::array({std::move(value)});
  if (field.type->fact) {
    choices.push_back({{"const", "any"}});
  }
  if (!in_list) {
    choices.push_back(null());
  }
  return described({{"anyOf", std::move(choices)}}, describe(field));
}

Json parameters_of(const Type& structure, const std::string& prefix) {
  auto properties = Json::object();
  auto required = Json::array();
  const bool in_list = std::ranges::any_of(
      structure.fields, [](const Field& field) { return field.source == kMustBeGiven; });
  for (const auto& field : structure.fields) {
    if (field.source == kDerived) {
      continue;
    }
    properties[std::string(field.name)] =
        parameter(field, prefix + std::string(field.name), in_list);
    if (field.source == kMustBeGiven) {
      required.push_back(field.name);
    }
  }
  auto schema = object(std::move(properties), {});
  if (!required.empty()) {
    schema["required"] = std::move(required);
  }
  return schema;
}

Json role() {
  auto schema = parameters_of(kType<RoleParameters>, "");
  schema["properties"]["ports"] =
      described({{"type", Json::array({"string", "null"})}},
                "ports of the role: an expression over host, dev, port, and netdev (identity facts "
                "only); default: every RoCE port");
  return schema;
}

Json group() {
  return object({{"where", described(reference("condition"),
                                     "an expression over host, dev, port and netdev")},
                 {"roles", map_of(kRolePattern, parameters_of(kType<RoleParameters>, ""))}},
                {"where", "roles"});
}

Json rule_setting() {
  auto reasons = Json::object();
  for (const auto& row : kEnumNames<OnUnknown>) {
    reasons[std::string(row.name)] = list_of(names_of(kEnumNames<Reason>));
  }
  return any_of(
      {null(),
       reference("boolean"),
       {{"enum", {"enabled", "disabled"}}},
       object({{"enabled", any_of({reference("boolean"), {{"enum", {"enabled", "disabled"}}}})},
               {"severity", {{"enum", kSeverities}}},
               {"unknown", any_of({names_of(kEnumNames<OnUnknown>), object(reasons, {})})},
               {"runbook", described({{"type", "string"}}, "a URL or a reference")}},
              {})});
}

Json waiver() {
  return object(
      {{"rule", described({{"type", "string"}, {"pattern", kRulePattern}}, "an id or a glob")},
       {"where", described(reference("condition"), "the hosts and ports that it covers")},
       {"fleet", described(reference("boolean"), "covers every host")},
       {"until", described({{"type", "string"}, {"pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}},
                           "last day; expires at 24:00 UTC")},
       {"reason", {{"type", "string"}}},
       {"also_unknown", described(reference("boolean"), "also covers unknown findings")}},
      {"rule", "until", "reason"});
}

Json definitions() {
  // YAML 1.1, which policies are written in, has more words for true and false than JSON.
  const Json words = {"yes", "Yes", "YES", "on",  "On",   "ON",   "no",    "No",
                      "NO",  "off", "Off", "OFF", "True", "TRUE", "False", "FALSE"};
  return {{"boolean", any_of({{{"type", "boolean"}}, {{"enum", words}}})},
          {"condition", {{"type", "string"}}},
          {"role", role()},
          {"group", group()},
          {"rule_setting", rule_setting()},
          {"waiver", waiver()}};
}

Json properties() {
  return {
      {"policy", described({{"type", "string"}, {"pattern", "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$"}},
                           "its name")},
      {"summary", described({{"type", "string"}}, "one-line description")},
      {"extends", described({{"type", "string"}, {"pattern", "."}},
                            "a profile that ships with rocelint, or a file")},
      {"roles",
       described(any_of({null(), map_of(kRolePattern, any_of({null(), reference("role")}))}),
                 "sets of ports that are judged alike")},
      {"groups", described(any_of({null(), list_of(reference("group"))}),
                           "parameters for some hosts or ports; the last match wins")},
      {"rules", described(any_of({null(), map_of(kRulePattern, reference("rule_setting"))}),
                          "settings of rules, by id or glob; the last match wins")},
      {"waivers",
       described(any_of({null(), list_of(reference("waiver"))}), "failures excused until a date")},
      {"enforce", described(any_of({null(), reference("boolean")}),
                            "false: report what would stop the gate, but exit 0")},
      {"rules_as_of",
       described(any_of({null(),
                         {{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]+){1,2}$"}},
                         {{"type", "number"}}}),
                 "a rocelint version; newer rules stay at info")}};
}

}  // namespace

std::string policy_json_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "rocelint policy"}};
  schema.update(object(properties(), {"policy"}));
  schema["$defs"] = definitions();
  constexpr int kIndent = 2;
  return schema.dump(kIndent) + '\n';
}

}  // namespace rocelint
