// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/tree.h"

namespace rocelint {

namespace {

struct Bad {
  std::string name;
  std::string yaml;
  std::string error;
};
void PrintTo(const Bad& row, std::ostream* out) {
  *out << row.name;
}

std::string repeat(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) {
    text += part;
  }
  return text;
}

std::string error_of(std::string_view yaml) {
  const auto tree = read_yaml(yaml, "f");
  return tree ? "no error: " + write_tree(*tree) : to_string(tree.error());
}

class YamlRefuses : public ::testing::TestWithParam<Bad> {};

TEST_P(YamlRefuses, WithItsPlace) {
  EXPECT_EQ(error_of(GetParam().yaml), GetParam().error);
}

constexpr const char* kAlias =
    "an alias (*name), which is not supported; quote a text that starts with *";
constexpr const char* kAnchor =
    "an anchor (&name), which is not supported; quote a text that starts with &";
constexpr const char* kTag =
    "a tag (!name), which is not supported; quote a text that starts with !";

std::string at(std::string_view place, std::string_view text) {
  return "f:" + std::string(place) + ": " + std::string(text);
}

const std::array kBad = {
    Bad{"DuplicateKey", "a: 1\nb: 2\na: 3\n", at("3:1", "the key \"a\" is given twice")},
    Bad{"DuplicateInFlow", "a: 1\nb: {x: 1, x: 2}", at("2:11", "the key \"x\" is given twice")},
    Bad{"DuplicateInQuotes", "b: 1\n\"b\": 2", at("2:1", "the key \"b\" is given twice")},
    Bad{"Anchor", "a: &x 1\n", at("1:4", kAnchor)},
    Bad{"AnchorOfMapping", "a: &x\n  b: 1\n", at("1:4", kAnchor)},
    Bad{"AliasBomb", "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", at("1:4", kAnchor)},
    Bad{"AliasOfNothing", "rule: *-pfc", at("1:7", kAlias)},
    Bad{"Tag", "a: !!str 1", at("1:4", kTag)},
    Bad{"TagOfMapping", "a: !x {b: 1}", at("1:4", kTag)},
    Bad{"TagWithoutName", "a: ! 1", at("1:4", kTag)},
    Bad{"MergeKey", "a: {<<: {b: 1}}",
        at("1:5", "a merge key (<<): write the values out, merging is not supported")},
    Bad{"SecondDocument", "a: 1\n---\nb: 2\n",
        at("2:1", "a second document: one file holds one document")},
    Bad{"JunkBehind", "{a: 1} b", at("1:8", "a second document: one file holds one document")},
    Bad{"ListAsKey", "{[a]: b}", at("1:2", "a key must be plain text, not a list or mapping")},
    Bad{"NullKey", "~: b", at("1:1", "an empty key")},
    Bad{"NoColon", "a: 1\nb\n", at("2:1", "no colon after the key \"b\"")},
    Bad{"NoColonInFlow", "a: {b: 1, c}", at("1:11", "no colon after the key \"c\"")},
    Bad{"NulByte", std::string("a: \0b", 5), at("1:4", "a NUL byte")},
    Bad{"Utf16", std::string("\xFF\xFE\x61\0", 4), at("1:1", "not UTF-8")},
    Bad{"Escape", "a: 1\nb: \x1b[31mred\n", at("2:4", "the control character U+001B")},
    Bad{"EscapeInQuotes", "a: \"\\e[31m\"",
        at("1:4", "the text holds the control character U+001B")},
    Bad{"NulInQuotes", "a: \"\\0\"", at("1:4", "the text holds a NUL byte")},
    Bad{"Bidi", "a: x\xE2\x80\xAE", at("1:5", "the control character U+202E")},
    Bad{"LoneCarriageReturn", "a: 1\rb: 2", at("1:5", "the control character U+000D")},
    Bad{"NotUtf8", "a: \xff", at("1:4", "not UTF-8")},
    Bad{"CutUtf8", "a: \xc3", at("1:4", "not UTF-8")},
    Bad{"OpenSingleQuote", "a: 'x\n", at("1:4", "a quote that is never closed")},
    Bad{"OpenDoubleQuote", "a: \"x\\\"\n", at("1:4", "a quote that is never closed")},
    Bad{"OpenFlow", "a: {b: 1", at("1:1", "not YAML: end of map flow not found")},
    Bad{"Tab", "a:\n\tb: 1",
        at("2:3", "not YAML: illegal map value; a tab indents this line, YAML wants spaces")},
    Bad{"TabBehindSpaces", "a:\n  b: 1\n  \tc: 2",
        at("3:3",
           "not YAML: illegal tab when looking for indentation; a tab indents this line, YAML "
           "wants spaces")},
    Bad{"OpenFlowInList", "- [1, [2\n", at("2:1", "not YAML: end of sequence flow not found")},
    Bad{"Nonsense", "a: b: c", at("1:5", "not YAML: illegal map value")},
    Bad{"TooDeep", repeat("[", 65) + repeat("]", 65), at("1:65", "nested deeper than 64 levels")},
    Bad{"TooDeepBlock", repeat("- ", 70) + "x", at("1:129", "nested deeper than 64 levels")},
    Bad{"TooBig", std::string(kMaxYamlBytes + 1, ' '), "f: more than 4000000 bytes"},
    Bad{"TooMany", "[" + repeat("1,", kMaxTreeNodes) + "1]",
        at("1:400000", "more than 200000 values")},
};

INSTANTIATE_TEST_SUITE_P(Yaml, YamlRefuses, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

struct Hostile {
  std::string name;
  std::string yaml;
};
void PrintTo(const Hostile& row, std::ostream* out) {
  *out << row.name;
}

class YamlSurvives : public ::testing::TestWithParam<Hostile> {};

// What matters is that it comes back at all, with an error and soon.
TEST_P(YamlSurvives, WithAnError) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(read_yaml(GetParam().yaml, "f").has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

const std::array kHostile = {
    Hostile{"Brackets", repeat("[", 200'000)},          Hostile{"Braces", repeat("{", 200'000)},
    Hostile{"BracesWithKeys", repeat("{a: ", 100'000)}, Hostile{"Dashes", repeat("- ", 100'000)},
    Hostile{"Questions", repeat("? ", 100'000)},        Hostile{"Colons", repeat(":", 200'000)},
    Hostile{"QuotedKeys", repeat("\"a\":", 100'000)},   Hostile{"Anchors", repeat("&", 200'000)},
    Hostile{"Aliases", repeat("*", 200'000)},           Hostile{"Tags", repeat("!", 200'000)},
    Hostile{"Documents", repeat("---\n", 100'000)},
};

INSTANTIATE_TEST_SUITE_P(Yaml, YamlSurvives, ::testing::ValuesIn(kHostile),
                         [](const auto& row) { return row.param.name; });

TEST(Yaml, EmptyDocumentIsNull) {
  for (const std::string_view empty : {"", "\n", "# only a comment\n", "---\n", "~"}) {
    const auto tree = read_yaml(empty, "f");
    ASSERT_TRUE(tree.has_value()) << empty;
    EXPECT_EQ(tree->kind, TreeNode::Kind::null) << empty;
  }
}

TEST(Yaml, KeepsTextAndPlace) {
  const auto tree =
      read_yaml("\xEF\xBB\xBF\x61: 0x1A # hex\r\nb:\r\n  - 'it''s'\r\n  - off\r\n", "f");
  ASSERT_TRUE(tree.has_value()) << to_string(tree.error());
  const auto* a = tree->find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->scalar, "0x1A");
  EXPECT_FALSE(a->quoted);
  EXPECT_EQ(a->line, 1U);
  EXPECT_EQ(a->column, 4U);
  const auto* b = tree->find("b");
  ASSERT_NE(b, nullptr);
  ASSERT_EQ(b->items.size(), 2U);
  EXPECT_EQ(b->items[0].scalar, "it's");
  EXPECT_TRUE(b->items[0].quoted);
  EXPECT_EQ(b->items[1].scalar, "off");
  EXPECT_EQ(b->items[1].line, 4U);
  EXPECT_EQ(b->items[1].column, 5U);
}

TEST(Yaml, NullStandsAtItsKey) {
  const auto tree = read_yaml("a: 1\nb:\n\nc: 2\n", "f");
  ASSERT_TRUE(tree.has_value());
  const auto* b = tree->find("b");
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->kind, TreeNode::Kind::null);
  EXPECT_EQ(b->line, 2U);
}

TEST(Yaml, SixtyFourLevelsAreFine) {
  EXPECT_TRUE(read_yaml(repeat("[", 64) + repeat("]", 64), "f").has_value());
}

TEST(Yaml, OffsetsInAVerbatimTextArePlacesInTheFile) {
  const auto tree =
      read_yaml("a:\n  b: 'x == y'\n  c: x == y\n  d: 'it''s'\n  e: >\n    x ==\n    y\n", "f");
  ASSERT_TRUE(tree.has_value());
  const auto* a = tree->find("a");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(place_in(*a->find("b"), 5).column, 12U);
  EXPECT_EQ(place_in(*a->find("c"), 5).column, 11U);
  EXPECT_EQ(place_in(*a->find("c"), 5).line, 3U);
  EXPECT_EQ(place_in(*a->find("d"), 3).column, 6U);  // escaped: only its start is sure
  EXPECT_EQ(place_in(*a->find("e"), 5).column, 6U);
  EXPECT_EQ(place_in(*a->find("e"), 5).line, 5U);
}

}  // namespace

}  // namespace rocelint
