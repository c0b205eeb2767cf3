// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "rocelint/facts/fact.h"
#include "rocelint/facts/reflect.h"
#include "rocelint/snapshot.h"

#include "facts/fact_list.h"
#include "facts/json/facts_json.h"
#include "facts/json/unknown_form.h"

namespace rocelint {
namespace {

using Json = nlohmann::ordered_json;

Json names_of(std::span<const EnumName> rows) {
  auto names = Json::array();
  for (const auto& row : rows) {
    names.push_back(row.name);
  }
  return names;
}

Json reference(std::string_view name) {
  return {{"$ref", "#/$defs/" + std::string(name)}};
}

/// Builds the schema of a type; structures and enumerations are defined once and referred to.
class SchemaWriter {
 public:
  Json schema_of(const Type& type) {
    auto value = schema_of_value(type);
    if (!type.fact) {
      return value;
    }
    return {{"anyOf", Json::array({std::move(value), reference(kUnknownKey)})}};
  }

  Json structure(const Type& type) {
    auto properties = Json::object();
    auto required = Json::array();
    for (const auto& field : type.fields) {
      auto& property = properties[std::string(field.name)];
      property = schema_of(*field.type);
      property["description"] = describe(field);
      if (!may_be_absent(*field.type)) {
        required.push_back(field.name);
      }
    }
    // Else an unknown with a wrong reason would pass for a structure without required members.
    properties[std::string(kUnknownKey)] = false;
    Json out = {{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) {
      out["required"] = std::move(required);
    }
    return out;
  }

  Json definitions() {
    definitions_[std::string(kUnknownKey)] = unknown();
    return definitions_;
  }

 private:
  static std::string describe(const Field& field) {
    auto text = std::string(field.doc);
    if (const auto unit = unit_of(field.name); !unit.empty()) {
      text += " [" + std::string(unit) + "]";
    }
    return field.source.empty() ? text : text + "; read from " + std::string(field.source);
  }

  static Json unknown() {
    return {{"description", "a fact that could not be read, and why"},
            {"type", "object"},
            {"properties",
             {{std::string(kUnknownKey), {{"enum", names_of(kEnumNames<Reason>)}}},
              {std::string(kDetailKey), {{"type", "string"}}},
              {std::string(kErrnoKey), {{"type", "integer"}}}}},
            {"required", Json::array({kUnknownKey})}};
  }

  Json schema_of_value(const Type& type) {
    switch (type.kind) {
      case Kind::boolean:
        return {{"type", "boolean"}};
      case Kind::integer:
        return {{"type", "integer"},
                {"minimum", std::numeric_limits<std::int64_t>::min()},
                {"maximum", std::numeric_limits<std::int64_t>::max()}};
      case Kind::real:
        return {{"type", "number"}};
      case Kind::text:
        return {{"type", "string"}};
      case Kind::list:
        return {{"type", "array"}, {"items", schema_of(*type.element)}};
      case Kind::map:
        return {{"type", "object"}, {"additionalProperties", schema_of(*type.element)}};
      case Kind::enumeration:
        return defined(type, [&] { return Json{{"enum", names_of(type.enum_names)}}; });
      case Kind::structure:
        return defined(type, [&] { return structure(type); });
    }
    return true;
  }

  template <class Make>
  Json defined(const Type& type, Make make) {
    const std::string name(type.name);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // its place comes before what it refers to
      auto schema = make();
      definitions_[name] = std::move(schema);
    }
    return reference(name);
  }

  Json definitions_ = Json::object();
};

Json make_schema(const Type& type, std::string_view title) {
  SchemaWriter writer;
  Json out = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  out.update(type.kind == Kind::structure ? writer.structure(type) : writer.schema_of(type));
  out["$defs"] = writer.definitions();
  return out;
}

std::string spell(const Json& schema) {
  constexpr int kIndent = 2;
  return schema.dump(kIndent) + '\n';
}

}  // namespace

std::string json_schema(const Type& type, std::string_view title) {
  return spell(make_schema(type, title));
}

std::string snapshot_json_schema() {
  auto schema = make_schema(kType<Snapshot>, "rocelint snapshot");
  schema["properties"]["schema"] = {{"const", kSnapshotSchema},
                                    {"description", "format of this document"}};
  return spell(schema);
}

}  // namespace rocelint
