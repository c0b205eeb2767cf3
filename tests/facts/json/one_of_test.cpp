// SPDX-License-Identifier: Apache-2.0
#include "facts/json/one_of.h"

#include <string>

#include <gtest/gtest.h>

#include "rocelint/facts.h"

#include "facts/json/facts_json.h"

namespace rocelint {
namespace {

TEST(OneOf, AValueMayBeWrittenBareByHand) {
  struct Case {
    const char* json = "";
    CustomFact expected;
  };
  for (const auto& [json, expected] :
       {Case{"true", {.flag = true, .number = {}, .text = {}}},
        Case{"80", {.flag = {}, .number = 80, .text = {}}},
        Case{R"("x")", {.flag = {}, .number = {}, .text = std::string("x")}},
        Case{R"({"number": 80})", {.flag = {}, .number = 80, .text = {}}}}) {
    CustomFact fact;
    EXPECT_TRUE(read_json_value(json, "f", kType<CustomFact>, &fact, UnknownKeys::refuse).ok);
    EXPECT_EQ(fact, expected) << json;
  }
}

TEST(OneOf, WhatHasNoMemberOfItsKindIsRefused) {
  for (const auto* json : {"3.5", "null", "[1]", "18446744073709551615"}) {
    CustomFact fact;
    EXPECT_FALSE(read_json_value(json, "f", kType<CustomFact>, &fact, UnknownKeys::refuse).ok)
        << json;
  }
}

TEST(OneOf, ASnapshotIsWrittenInFull) {
  CustomFact fact;
  EXPECT_FALSE(read_json_value("80", "f", kType<CustomFact>, &fact, UnknownKeys::warn).ok);
}

TEST(OneOf, OtherStructuresAreNotOneValue) {
  EXPECT_NE(member_of_kind(kType<CustomFact>, Kind::integer), nullptr);
  EXPECT_EQ(member_of_kind(kType<CustomFact>, Kind::real), nullptr);
  EXPECT_EQ(member_of_kind(kType<ProcessLimits>, Kind::integer), nullptr);
  EXPECT_EQ(member_of_kind(kType<Netdev>, Kind::integer), nullptr);
}

}  // namespace
}  // namespace rocelint
