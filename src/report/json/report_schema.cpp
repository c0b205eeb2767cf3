// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "rocelint/facts/reflect.h"
#include "rocelint/report.h"

#include "report/json/report_fields.h"

namespace rocelint {

namespace {

using Json = nlohmann::ordered_json;

class SchemaWriter {
 public:
  Json schema_of(const Type& type) {
    auto schema = known(type);
    return is_optional(type) ? Json{{"anyOf", Json::array({std::move(schema), {{"type", "null"}}})}}
                             : schema;
  }

  [[nodiscard]] Json take() { return std::move(definitions_); }

 private:
  Json known(const Type& type) {
    switch (type.kind) {
      case Kind::boolean:
        return {{"type", "boolean"}};
      case Kind::integer:
        return {{"type", "integer"}};
      case Kind::real:
        return {{"type", Json::array({"number", "null"})}};
      case Kind::text:
        return &type == &kJsonText ? Json::object() : Json{{"type", "string"}};
      case Kind::list:
        return {{"type", "array"}, {"items", schema_of(*type.element)}};
      case Kind::map:  // a report has none
        return false;
      case Kind::enumeration:
      case Kind::structure:
        break;
    }
    const std::string name(type.name);
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // its place comes before what it refers to
      auto schema = type.kind == Kind::structure ? structure(type) : enumeration(type);
      definitions_[name] = std::move(schema);
    }
    return {{"$ref", "#/$defs/" + name}};
  }

  static Json enumeration(const Type& type) {
    auto names = Json::array();
    for (const auto& row : type.enum_names) {
      names.push_back(row.name);
    }
    return {{"enum", std::move(names)}};
  }

  Json structure(const Type& type) {
    auto properties = Json::object();
    auto required = Json::array();
    for (const auto& field : type.fields) {
      if (field.role == FieldRole::hidden) {
        continue;
      }
      // A row whose absence is told by leaving it out is never null.
      auto& property = properties[std::string(field.name)];
      property = field.role == FieldRole::sparse ? known(*field.type) : schema_of(*field.type);
      property["description"] = field.doc;
      if (field.role != FieldRole::sparse) {
        required.push_back(field.name);
      }
    }
    return {{"type", "object"},
            {"additionalProperties", false},
            {"required", std::move(required)},
            {"properties", std::move(properties)}};
  }

  Json definitions_ = Json::object();
};

}  // namespace

std::string report_json_schema() {
  constexpr int kIndent = 2;
  SchemaWriter writer;
  const auto any_of =
      Json::array({writer.schema_of(kReportType), writer.schema_of(kType<ErrorReport>)});
  Json schema = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "rocelint report"},
      {"description",
       "What rocelint check --format json prints. Additive changes keep the number of the schema: "
       "ignore keys that you do not know. Act on gate, never on a bare non-zero exit."},
      {"anyOf", any_of},
      {"$defs", writer.take()}};
  for (const auto* name : {"Report", "ErrorReport"}) {
    schema["$defs"][name]["properties"]["schema"]["const"] = kReportSchema;
  }
  auto& error = schema["$defs"]["ErrorReport"]["properties"];
  error["complete"]["const"] = false;
  error["gate"] = {{"const", enum_name(Gate::error)}, {"description", "nothing was judged"}};
  return schema.dump(kIndent) + '\n';
}

}  // namespace rocelint
