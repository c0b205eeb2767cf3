// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rocelint/facts.h"
#include "rocelint/snapshot.h"

#include "facts/json/facts_json.h"
#include "tests/facts/generate.h"
#include "tests/facts/specimen.h"

namespace rocelint {
namespace {

using Json = nlohmann::json;

/// As much of JSON Schema as our schemas use; anything else in one fails the test.
class Validator {
 public:
  explicit Validator(const Json& root) : root_(root) {}

  /// Why `value` does not fit, or "".
  [[nodiscard]] std::string check(const Json& schema, const Json& value) const {
    if (schema.is_boolean()) {
      return schema.get<bool>() ? "" : "not allowed here";
    }
    for (const auto& [keyword, argument] : schema.items()) {
      auto wrong = check_keyword(schema, keyword, argument, value);
      if (!wrong.empty()) {
        return wrong;
      }
    }
    return "";
  }

 private:
  [[nodiscard]] std::string check_keyword(const Json& schema, const std::string& keyword,
                                          const Json& argument, const Json& value) const {
    static const std::set<std::string> kNotes = {"$schema", "title", "description", "$defs"};
    if (kNotes.contains(keyword)) {
      return "";
    }
    if (keyword == "$ref") {
      return check(root_.at(Json::json_pointer(argument.get<std::string>().substr(1))), value);
    }
    if (keyword == "anyOf") {
      for (const auto& choice : argument) {
        if (check(choice, value).empty()) {
          return "";
        }
      }
      return "none of the choices: " + value.dump();
    }
    if (keyword == "const") {
      return argument == value ? "" : "not the constant";
    }
    if (keyword == "enum") {
      return std::ranges::find(argument, value) != argument.end()
                 ? ""
                 : "not in the enum: " + value.dump();
    }
    if (keyword == "type") {
      return is_of_type(value, argument.get<std::string>()) ? "" : "type " + argument.dump();
    }
    if (keyword == "minimum" || keyword == "maximum") {
      const bool fits = keyword == "minimum" ? value >= argument : value <= argument;
      return fits ? "" : "out of range";
    }
    return check_children(schema, keyword, argument, value);
  }

  [[nodiscard]] std::string check_children(const Json& schema, const std::string& keyword,
                                           const Json& argument, const Json& value) const {
    std::string wrong;
    if (keyword == "required") {
      for (const auto& name : argument) {
        wrong += value.contains(name.get<std::string>()) ? "" : "missing " + name.dump();
      }
    } else if (keyword == "properties") {
      for (const auto& [name, child] : value.items()) {
        wrong += argument.contains(name) ? check(argument.at(name), child) : "";
      }
    } else if (keyword == "additionalProperties") {
      EXPECT_FALSE(schema.contains("properties"));
      for (const auto& child : value) {
        wrong += check(argument, child);
      }
    } else if (keyword == "items") {
      for (const auto& child : value) {
        wrong += check(argument, child);
      }
    } else {
      wrong = "unexpected keyword " + keyword;
    }
    return wrong;
  }

  static bool is_of_type(const Json& value, const std::string& type) {
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number());
  }

  const Json& root_;
};

std::string diagnostic(const std::string& schema, const std::string& document) {
  const auto root = Json::parse(schema);
  return Validator(root).check(root, Json::parse(document));
}

TEST(SnapshotSchema, TakesEverySnapshot) {
  const auto schema = snapshot_json_schema();
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    const auto json = write_snapshot(test::Generator(seed).snapshot());
    ASSERT_EQ(diagnostic(schema, json), "") << json;
  }
}

struct RefusedCase {
  std::string name;
  std::string json;
};
void PrintTo(const RefusedCase& row, std::ostream* out) {
  *out << row.name;
}

class SnapshotSchemaRefuses : public testing::TestWithParam<RefusedCase> {};

/// What the reader refuses for its content, the schema refuses too.
TEST_P(SnapshotSchemaRefuses, WhatTheReaderRefuses) {
  const auto json =
      R"({"schema":"rocelint.snapshot/1","tool_version":"","taken_at":"","probe":{"root":""},)" +
      GetParam().json + "}";
  EXPECT_FALSE(read_snapshot(json, "").snapshot);
  EXPECT_NE(diagnostic(snapshot_json_schema(), json), "");
}

INSTANTIATE_TEST_SUITE_P(
    Documents, SnapshotSchemaRefuses,
    testing::Values(
        RefusedCase{"wrong_type", R"("host":{"hostname":3})"},
        RefusedCase{"wrong_reason", R"("host":{"hostname":{"unknown":"because"}})"},
        RefusedCase{"wrong_reason_for_a_structure",
                    R"("host":{"netdevs":[{"name":"a","link":{"unknown":"because"}}]})"},
        RefusedCase{"nameless_element", R"("host":{"netdevs":[{}]})"},
        RefusedCase{"partial_read", R"("host":{"netdevs":[{"name":"a","dcb":{"pfc":{}}}]})"},
        RefusedCase{"wrong_enum", R"("host":{"rdma_namespace_mode":"both"})"},
        RefusedCase{"large_integer",
                    R"("probe2":0,"host":{"devices":[{"name":"a","index":9223372036854775808}]})"},
        RefusedCase{"null", R"("host":null)"}),
    [](const auto& row) { return row.param.name; });

TEST(SnapshotSchema, NamesTheFormat) {
  EXPECT_NE(diagnostic(snapshot_json_schema(), R"({"schema":"rocelint.snapshot/2"})"), "");
  const auto schema = Json::parse(snapshot_json_schema());
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["properties"]["schema"]["const"], kSnapshotSchema);
  EXPECT_EQ(schema["required"], Json({"schema", "tool_version", "taken_at", "probe"}));
  EXPECT_EQ(schema["$defs"]["Netdev"]["required"], Json({"name"}));
  EXPECT_EQ(schema["$defs"]["Netdev"]["properties"]["mtu_bytes"]["description"],
            "largest IP packet [bytes]; read from IFLA_MTU");
}

TEST(JsonSchema, OfEveryKind) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    test::Specimen specimen;
    test::Generator(seed).fill(kType<test::Specimen>, &specimen);
    std::string json;
    write_json_value(json, kType<test::Specimen>, &specimen);
    ASSERT_EQ(diagnostic(json_schema(kType<test::Specimen>, "specimen"), json), "") << json;
  }
  EXPECT_EQ(Json::parse(json_schema(kType<Fact<bool>>, "t"))["anyOf"].size(), 2U);
}

}  // namespace
}  // namespace rocelint
