// SPDX-License-Identifier: Apache-2.0
#include "base/tree.h"

#include <array>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace rocelint {

namespace {

struct Sample {
  std::string name;
  std::string text;
};
void PrintTo(const Sample& row, std::ostream* out) {
  *out << row.name;
}

class TreeAsJson : public ::testing::TestWithParam<Sample> {};

TEST_P(TreeAsJson, ComesBackTheSame) {
  const auto tree = read_yaml(GetParam().text, "f");
  ASSERT_TRUE(tree.has_value()) << to_string(tree.error());
  const auto back = read_tree(write_tree(*tree), "f");
  ASSERT_TRUE(back.has_value()) << to_string(back.error());
  EXPECT_EQ(*back, *tree);
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + "x" + std::string(depth, ']');
}

const std::array kSamples = {
    Sample{"Empty", ""},
    Sample{"Scalar", "x"},
    Sample{"Quoted", "a: 'x'\nb: \"y\"\nc: 'it''s'"},
    Sample{"Blocks", "a: |\n  x\n  y\nb: >-\n  x\n  y\n"},
    Sample{"Folded", "a: x\n  y\n"},
    Sample{"Nulls", "a:\nb: ~\nc: [~, 1]"},
    Sample{"Empties", "a: []\nb: {}\nc: ''"},
    Sample{"Special", "a: \"\\\"\\\\ \\t \\n / \xC3\xA9 \xF0\x9F\x98\x80\""},
    Sample{"Nested", "a: [{b: [c, {d: e}]}, [[]]]"},
    Sample{"Deepest", nested(kMaxTreeDepth)},
};

INSTANTIATE_TEST_SUITE_P(Tree, TreeAsJson, ::testing::ValuesIn(kSamples),
                         [](const auto& row) { return row.param.name; });

TEST(Tree, IsCompactJson) {
  const auto tree = read_yaml("a: [1, 'x']\nb:\n", "f");
  ASSERT_TRUE(tree.has_value());
  EXPECT_EQ(write_tree(*tree), R"(["m",1,1,["s",1,1,"a"],["l",1,4,["s",1,5,"1"],["q",1,8,"x"]],)"
                               R"(["s",2,1,"b"],["n",2,1]])");
}

class TreeRefuses : public ::testing::TestWithParam<Sample> {};

TEST_P(TreeRefuses, WhatIsNoTree) {
  const auto tree = read_tree(GetParam().text, "shipped");
  ASSERT_FALSE(tree.has_value());
  EXPECT_EQ(tree.error().file, "shipped");
  EXPECT_EQ(tree.error().text.rfind("not a tree: ", 0), 0U) << tree.error().text;
}

const std::array kBad = {
    Sample{"Nothing", ""},
    Sample{"NotJson", "[\"n\",1,1"},
    Sample{"Object", "{}"},
    Sample{"Empty", "[]"},
    Sample{"NoPlace", R"(["n"])"},
    Sample{"NegativeLine", R"(["n",-1,1])"},
    Sample{"NoTag", R"([1,1,1])"},
    Sample{"BadTag", R"(["z",1,1])"},
    Sample{"NullWithText", R"(["n",1,1,"x"])"},
    Sample{"ScalarWithoutText", R"(["s",1,1])"},
    Sample{"ScalarWithNumber", R"(["s",1,1,5])"},
    Sample{"ScalarWithTwo", R"(["s",1,1,"a","b"])"},
    Sample{"KeyWithoutValue", R"(["m",1,1,["s",1,1,"a"]])"},
    Sample{"ListAsKey", R"(["m",1,1,["l",1,1],["n",1,1]])"},
    Sample{"ItemIsNoNode", R"(["l",1,1,"x"])"},
};

INSTANTIATE_TEST_SUITE_P(Tree, TreeRefuses, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

TEST(Tree, RefusesToGoTooDeep) {
  std::string json;
  for (std::size_t i = 0; i < kMaxTreeDepth + 2; ++i) {
    json += R"(["l",1,1,)";
  }
  json += R"(["n",1,1])" + std::string(kMaxTreeDepth + 2, ']');
  EXPECT_FALSE(read_tree(json, "f").has_value());
}

TEST(Tree, FindsAKeyOrNothing) {
  const auto tree = read_yaml("a: 1\nb: 2\n", "f");
  ASSERT_TRUE(tree.has_value());
  ASSERT_NE(tree->find("b"), nullptr);
  EXPECT_EQ(tree->find("b")->scalar, "2");
  EXPECT_EQ(tree->find("c"), nullptr);
  EXPECT_EQ(TreeNode{}.find("a"), nullptr);
}

}  // namespace

}  // namespace rocelint
