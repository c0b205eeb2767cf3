// SPDX-License-Identifier: Apache-2.0
#include "policy/parameter_type.h"

#include <gtest/gtest.h>

#include "rocelint/facts/reflect.h"

namespace rocelint {
namespace {

TEST(ParameterType, IsThatOfAParameterOrAGroup) {
  EXPECT_EQ(parameter_type("pfc")->kind, Kind::structure);
  EXPECT_EQ(parameter_type("pfc.mode")->kind, Kind::enumeration);
  EXPECT_EQ(parameter_type("roce")->kind, Kind::list);
  EXPECT_EQ(parameter_type("roce.dscp")->kind, Kind::integer);
}

TEST(ParameterType, IsNoneOfWhatNoPolicyCanSay) {
  for (const auto* path : {"", "pfc.", "pfc.moed", "policy.pfc.mode", "pfc.mode.x", "compute"}) {
    EXPECT_EQ(parameter_type(path), nullptr) << path;
  }
}

}  // namespace
}  // namespace rocelint
