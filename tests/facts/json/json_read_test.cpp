// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "base/text.h"
#include "facts/json/facts_json.h"
#include "tests/facts/generate.h"
#include "tests/facts/specimen.h"

namespace rocelint {
namespace {

using std::string_literals::operator""s;
using test::Color;
using test::Specimen;

constexpr JsonRules kStrict{UnknownKeys::refuse, Missing::refuse};
constexpr JsonRules kHandWritten{UnknownKeys::refuse, Missing::default_value};

std::string lines(const Diagnostics& diagnostics) {
  std::string out;
  for (const auto& diagnostic : diagnostics) {
    out += to_string(diagnostic) + '\n';
  }
  return out;
}

/// The errors, one a line, or "" when it was read.
template <class T>
std::string read_into(T& into, std::string_view json, JsonRules rules = kStrict) {
  const auto reading = read_json_value(json, "f", kType<T>, &into, rules);
  EXPECT_EQ(reading.ok, reading.errors.empty());
  return lines(reading.errors);
}

template <class T>
std::string errors_of(std::string_view json, JsonRules rules = kStrict) {
  T into{};
  return read_into(into, json, rules);
}

// ---- good documents

TEST(JsonRead, EveryKind) {
  Specimen got;
  EXPECT_EQ(read_into(got, R"({"label":"a\u0000b","plain_flag":true,"plain_ratio":2,
      "group":{"ratio":{"unknown":"io_error","errno":5}},
      "read":{"color":"green","number":-3},
      "parts":[{"name":"b","weight":1},{"name":"a"}],
      "colors":[], "maybe_texts":["x",{"unknown":"timeout","detail":"slow"}],
      "texts":{"unknown":"the key is legal here"}, "counts":{"a":1,"b":{"unknown":"crashed"}}})"),
            "");
  Specimen want;
  want.label = "a\0b"s;
  want.plain_flag = true;
  want.plain_ratio = 2;
  want.group.ratio = Unknown{Reason::io_error, "", 5};
  want.read = test::Read{-3, Color::green};
  want.parts = std::vector<test::Part>{{"b", 1}, {"a", {}}};
  want.colors.emplace();
  want.maybe_texts = std::vector<Fact<std::string>>{"x"s, Unknown{Reason::timeout, "slow", 0}};
  want.texts.emplace() = {{"unknown", "the key is legal here"}};
  want.counts.emplace() = {{"a", 1}, {"b", Unknown{Reason::crashed, "", 0}}};
  EXPECT_EQ(got, want);
}

TEST(JsonRead, AbsentFactsAreNotCollected) {
  Specimen got;
  EXPECT_EQ(read_into(got, R"({"label":"","plain_flag":false,"plain_ratio":0.5})"), "");
  EXPECT_EQ(got.read.unknown()->reason, Reason::not_collected);
  EXPECT_EQ(got.group, test::Group{});
}

TEST(JsonRead, LimitsOfIntegers) {
  std::int64_t got = 0;
  EXPECT_EQ(read_into(got, "-9223372036854775808"), "");
  EXPECT_EQ(got, std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read_into(got, "9223372036854775807"), "");
  EXPECT_EQ(got, std::numeric_limits<std::int64_t>::max());
}

TEST(JsonRead, EveryReasonIsReadAndWritten) {
  for (const auto& row : kEnumNames<Reason>) {
    const auto json = R"({"unknown":")" + std::string(row.name) + "\"}";
    Fact<bool> got = true;
    EXPECT_EQ(read_into(got, json), "");
    ASSERT_NE(got.unknown(), nullptr);
    EXPECT_EQ(std::string(to_string(got.unknown()->reason)), row.name);
    std::string out;
    write_json_value(out, kType<Fact<bool>>, &got);
    EXPECT_EQ(out, json);
  }
}

TEST(JsonRead, OldContentOfListsAndMapsIsGone) {
  Specimen got;
  got.colors = std::vector<Color>{Color::red};
  got.texts.emplace() = {{"old", ""}};
  EXPECT_EQ(read_into(got, R"({"colors":["green"],"texts":{}})", kHandWritten), "");
  EXPECT_TRUE(got.colors.is({Color::green}));
  EXPECT_TRUE(got.texts.is({}));
}

TEST(JsonRead, EveryKindRoundTrips) {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    test::Generator generator(seed);
    Specimen want;
    generator.fill(kType<Specimen>, &want);
    if (auto* parts = want.parts.known()) {
      std::ranges::sort(*parts, {}, [](const auto& part) { return part.name; });
    }
    std::string json;
    write_json_value(json, kType<Specimen>, &want);
    Specimen got;
    ASSERT_EQ(read_into(got, json), "") << json;
    ASSERT_EQ(got, want) << json;
    std::string again;
    write_json_value(again, kType<Specimen>, &got);
    ASSERT_EQ(again, json);
  }
}

// ---- what they may leave out

TEST(JsonRead, PartialStructuresOnlyWhereTheyAreHandWritten) {
  constexpr std::string_view kJson = R"({"enabled":[3]})";
  EXPECT_EQ(errors_of<Fact<Pfc>>(kJson),
            "f: /max_classes: missing\nf: /macsec_bypass: missing\nf: /delay_raw: missing\n"
            "f: /requests: missing\nf: /indications: missing\n");
  Fact<Pfc> got;
  EXPECT_EQ(read_into(got, kJson, kHandWritten), "");
  Pfc want;
  want.enabled = {3};
  EXPECT_TRUE(got.is(want));
}

// ---- errors of content

struct ErrorCase {
  std::string name;
  std::string json;
  std::string errors;
};
void PrintTo(const ErrorCase& row, std::ostream* out) {
  *out << row.name;
}

class JsonContent : public testing::TestWithParam<ErrorCase> {};

TEST_P(JsonContent, IsRefusedWithItsPlace) {
  EXPECT_EQ(errors_of<Specimen>(GetParam().json, kHandWritten), GetParam().errors);
}

INSTANTIATE_TEST_SUITE_P(
    Errors, JsonContent,
    testing::Values(
        ErrorCase{"top_level", "[]", "f: top level: expected an object, found a list\n"},
        ErrorCase{"null", R"({"label":null})", "f: /label: expected a string, found null\n"},
        ErrorCase{"text_for_boolean", R"({"plain_flag":"true"})",
                  "f: /plain_flag: expected a boolean, found a string\n"},
        ErrorCase{"text_for_number", R"({"plain_ratio":"1"})",
                  "f: /plain_ratio: expected a number, found a string\n"},
        ErrorCase{"fraction_for_integer", R"({"read":{"number":1.5}})",
                  "f: /read/number: expected an integer, found a fraction\n"},
        ErrorCase{"whole_fraction_for_integer", R"({"read":{"number":1.0}})",
                  "f: /read/number: expected an integer, found a fraction\n"},
        ErrorCase{"integer_too_large", R"({"read":{"number":9223372036854775808}})",
                  "f: /read/number: the integer is out of range\n"},
        ErrorCase{"largest_u64", R"({"counts":{"x":18446744073709551615}})",
                  "f: /counts/x: the integer is out of range\n"},
        ErrorCase{"no_such_enum_name", R"({"colors":["red","gren"]})",
                  "f: /colors/1: no such Color: \"gren\" (did you mean \"green\"?)\n"},
        ErrorCase{"number_for_enum", R"({"colors":[7]})",
                  "f: /colors/0: expected a string, found an integer\n"},
        ErrorCase{"object_for_scalar_fact", R"({"loose":{"flag":{}}})",
                  "f: /loose/flag: expected a boolean, found an object\n"},
        ErrorCase{"object_for_list_fact", R"({"colors":{"a":1}})",
                  "f: /colors: expected a list, found an object\n"},
        ErrorCase{"no_such_reason", R"({"read":{"unknown":"time_out"}})",
                  "f: /read/unknown: no such reason: \"time_out\" (did you mean \"timeout\"?)\n"},
        ErrorCase{"reason_is_no_text", R"({"read":{"unknown":1}})",
                  "f: /read/unknown: expected a string, found an integer\n"},
        ErrorCase{"detail_is_no_text", R"({"read":{"unknown":"timeout","detail":[]}})",
                  "f: /read/detail: expected a string, found a list\n"},
        ErrorCase{"errno_is_no_integer", R"({"read":{"errno":"EIO","unknown":"io_error"}})",
                  "f: /read/errno: expected an integer, found a string\n"},
        ErrorCase{"unknown_beside_a_value", R"({"read":{"unknown":"timeout","number":1}})",
                  "f: /read/number: unknown key\n"},
        ErrorCase{"reason_twice", R"({"read":{"unknown":"timeout","unknown":"crashed"}})",
                  "f: /read/unknown: key given twice\n"},
        ErrorCase{"unknown_for_a_plain_member", R"({"label":{"unknown":"timeout"}})",
                  "f: /label: expected a string, found an object\n"},
        ErrorCase{"unknown_for_a_plain_structure", R"({"group":{"unknown":"timeout"}})",
                  "f: /group/unknown: unknown key\n"},
        ErrorCase{"key_twice", R"({"label":"a","label":"a"})", "f: /label: key given twice\n"},
        ErrorCase{"escaped_key_twice", R"({"label":"a","\u006cabel":"b"})",
                  "f: /label: key given twice\n"},
        ErrorCase{"key_of_a_map_twice", R"({"texts":{"a/b~":"1","a/b~":"2"}})",
                  "f: /texts/a~1b~0: key given twice\n"},
        ErrorCase{"unknown_key_twice", R"({"nme":1,"nme":2})",
                  "f: /nme: unknown key\nf: /nme: key given twice\n"},
        ErrorCase{"elements_of_one_name",
                  R"({"parts":[{"name":"b"},{"name":"a"},{"name":"b"},{"name":"b"}]})",
                  "f: /parts/2: same name as element 0\nf: /parts/3: same name as element 2\n"},
        ErrorCase{"unknown_key", R"({"lable":"a"})",
                  "f: /lable: unknown key (did you mean \"label\"?)\n"},
        ErrorCase{"several", R"({"label":1,"plain_flag":2})",
                  "f: /label: expected a string, found an integer\n"
                  "f: /plain_flag: expected a boolean, found an integer\n"}),
    [](const auto& row) { return row.param.name; });

TEST(JsonContent, ErrorsAreCounted) {
  std::string json = R"({"colors":[0)";
  for (int i = 0; i < 1000; ++i) {
    json += ",1";
  }
  const auto errors = errors_of<Specimen>(json + "]}", kHandWritten);
  EXPECT_EQ(std::ranges::count(errors, '\n'), 21);
  EXPECT_THAT(errors, testing::EndsWith("and 981 more errors\n"));
}

/// Looking for what was meant takes time that nobody should be able to make us spend.
TEST(JsonContent, ManyWrongNamesCostLittle) {
  std::string json = R"({"colors":["")";
  for (int i = 0; i < 300'000; ++i) {
    json += R"(,"gren")";
  }
  EXPECT_THAT(errors_of<Specimen>(json + "]}", kHandWritten),
              testing::EndsWith("and 299981 more errors\n"));
}

TEST(JsonContent, HugeNamesAreCut) {
  const std::string huge(1'000'000, 'a');
  EXPECT_LT(errors_of<Specimen>("{\"" + huge + "\":1}", kHandWritten).size(), 200U);
  EXPECT_LT(errors_of<Specimen>(R"({"colors":[")" + huge + "\"]}", kHandWritten).size(), 250U);
}

// ---- unknown keys of a newer writer

std::vector<std::string> warnings_of(std::string_view json) {
  Specimen into;
  const auto reading = read_json_value(json, "f", kType<Specimen>, &into,
                                       {UnknownKeys::warn, Missing::default_value});
  EXPECT_TRUE(reading.ok) << lines(reading.errors);
  std::vector<std::string> out;
  for (const auto& warning : reading.warnings) {
    out.push_back(to_string(warning));
  }
  return out;
}

TEST(JsonUnknownKeys, AreSaidOnceForAllElements) {
  EXPECT_THAT(warnings_of(R"({"new":{"a":{}},"parts":[{"name":"a","x":1},{"name":"b","x":2}]})"),
              testing::ElementsAre("f: /new: unknown key, left out",
                                   "f: /parts/0/x: unknown key, left out (in 2 places)"));
}

TEST(JsonUnknownKeys, InAnUnknown) {
  EXPECT_THAT(warnings_of(R"({"read":{"unknown":"timeout","since":3}})"),
              testing::ElementsAre("f: /read/since: unknown key, left out"));
}

TEST(JsonUnknownKeys, AreBounded) {
  std::string json = "{";
  for (int i = 0; i < 500; ++i) {
    json += "\"k" + std::to_string(i) + "\":0,";
  }
  json.back() = '}';
  const auto warnings = warnings_of(json);
  EXPECT_EQ(warnings.size(), 21U);
  EXPECT_EQ(warnings.back(), "f: 480 more unknown keys, left out");
}

// ---- maps that look like an unknown

TEST(JsonMaps, AreUnknownOnlyWhenTheyCanBeNothingElse) {
  Specimen got;
  EXPECT_EQ(
      read_into(got, R"({"texts":{"errno":"x","unknown":"timeout","detail":"y"}})", kHandWritten),
      "f: /texts/errno: expected an integer, found a string\n");
  EXPECT_EQ(read_into(got, R"({"texts":{"unknown":"timeout"}})", kHandWritten), "");
  EXPECT_EQ(got.texts.unknown()->reason, Reason::timeout);
  EXPECT_EQ(read_into(got, R"({"texts":{"unknown":"timeout","x":""}})", kHandWritten), "");
  EXPECT_NE(got.texts.known(), nullptr);
  EXPECT_EQ(read_into(got, R"({"counts":{"unknown":3}})", kHandWritten), "");
  EXPECT_NE(got.counts.known(), nullptr);
}

// ---- documents that are no JSON at all

TEST(JsonRead, TooLarge) {
  const std::string json(kMaxJsonBytes + 1, ' ');
  const auto errors = errors_of<bool>(json);
  EXPECT_EQ(errors, "f: larger than 200 MB\n");
}

TEST(JsonRead, SyntaxErrorsAreNotErrorsOfContent) {
  Specimen into;
  const auto broken = read_json_value("{", "f", kType<Specimen>, &into, kStrict);
  EXPECT_FALSE(broken.well_formed);
  EXPECT_EQ(broken.errors.size(), 1U);
  const auto wrong = read_json_value("{}", "f", kType<Specimen>, &into, kStrict);
  EXPECT_TRUE(wrong.well_formed);
  EXPECT_FALSE(wrong.ok);
}

TEST(JsonRead, EveryPrefixOfADocumentIsRefused) {
  test::Generator generator(7);
  Specimen specimen;
  generator.fill(kType<Specimen>, &specimen);
  std::string json;
  write_json_value(json, kType<Specimen>, &specimen);
  for (std::size_t size = 0; size < json.size(); ++size) {
    Specimen into;
    const auto reading =
        read_json_value(json.substr(0, size), "f", kType<Specimen>, &into, kStrict);
    EXPECT_FALSE(reading.ok);
    ASSERT_EQ(reading.errors.size(), 1U);
    EXPECT_NE(reading.errors[0].line, 0U) << size << ": " << reading.errors[0].text;
  }
}

}  // namespace
}  // namespace rocelint
