// SPDX-License-Identifier: Apache-2.0
#include "expr/static_type.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/expr/world.h"

namespace rocelint::expr {
namespace {

template <class T>
StaticType of() {
  return static_type(kType<T>);
}

std::string common(const StaticType& a, const StaticType& b) {
  const auto forth = common_type(a, b);
  const auto back = common_type(b, a);
  EXPECT_EQ(forth.has_value(), back.has_value());
  return forth ? describe(*forth) : "none";
}

TEST(StaticTypeTest, ReadsLikeCel) {
  EXPECT_EQ(describe(of<bool>()), "bool");
  EXPECT_EQ(describe(of<Fact<std::vector<std::string>>>()), "list<string>");
  EXPECT_EQ(describe(of<std::vector<std::vector<double>>>()), "list<list<double>>");
  EXPECT_EQ(describe(of<WorldMap>()), "map<string, int>");
  EXPECT_EQ(describe(of<std::vector<const WorldDevice*>>()), "list<WorldDevice>");
  EXPECT_EQ(describe(StaticType{nullptr, 1}), "list<any>");
  EXPECT_EQ(describe(StaticType{nullptr, 2}), "list<list<any>>");
  EXPECT_EQ(with_article(of<std::int64_t>()), "an int");
  EXPECT_EQ(with_article(of<double>()), "a double");
}

TEST(StaticTypeTest, FindsTheTypeThatTakesBoth) {
  const StaticType empty{nullptr, 1};
  EXPECT_EQ(common(kInteger, kInteger), "int");
  EXPECT_EQ(common(kInteger, kReal), "none");
  EXPECT_EQ(common(kInteger, kInteger.list()), "none");
  EXPECT_EQ(common(of<WorldMode>(), of<Fact<WorldMode>>()), "WorldMode");
  EXPECT_EQ(common(of<WorldMode>(), kText), "string");
  EXPECT_EQ(common(of<WorldDevice>(), of<Fact<WorldDevice>>()), "WorldDevice");
  EXPECT_EQ(common(of<WorldDevice>(), of<WorldPort>()), "none");
  EXPECT_EQ(common(of<WorldMap>(), of<Fact<WorldMap>>()), "map<string, int>");
  EXPECT_EQ(common(of<WorldMap>(), of<WorldDeviceMap>()), "none");
  EXPECT_EQ(common(empty, empty), "list<any>");
  EXPECT_EQ(common(empty, kInteger.list()), "list<int>");
  EXPECT_EQ(common(empty, kInteger.list().list()), "list<list<int>>");
  EXPECT_EQ(common(empty.list(), kInteger.list()), "none");
  EXPECT_EQ(common(empty, kInteger), "none");
}

}  // namespace
}  // namespace rocelint::expr
