// SPDX-License-Identifier: Apache-2.0
#include "policy/parameter_list.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::IsEmpty;

TEST(ParameterList, HasWhatIsNotSetToo) {
  const auto loading = load_policy({}, test::find_profile);
  ASSERT_TRUE(loading.policy.has_value());
  const auto& role = loading.policy->roles.at(0);
  const auto shown = list_parameters(role.parameters, role.provenance);
  ASSERT_FALSE(shown.empty());
  bool seen = false;
  for (const auto& parameter : shown) {
    EXPECT_FALSE(parameter.doc.empty()) << parameter.parameter;
    EXPECT_EQ(parameter.value.empty(), parameter.from.empty()) << parameter.parameter;
    seen = seen || (parameter.parameter == "pfc.mode" && parameter.value.empty());
  }
  EXPECT_TRUE(seen);
}

TEST(ParameterList, WritesValuesAsAPolicyDoes) {
  const auto loading = test::load_text(R"(policy: acme
roles:
  compute:
    trust: dscp
    fec: [rs, llrs]
    firmware: {allowed: ["28.43 \"b, c\"", "2,5"]}
)");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  const auto& role = loading.policy->roles.at(0);
  const auto shown = list_parameters(role.parameters, role.provenance);
  struct Row {
    const char* parameter;
    const char* value;
    const char* json;
  };
  for (const auto& row :
       {Row{"trust", "dscp", R"("dscp")"}, Row{"fec", "[rs, llrs]", R"(["rs","llrs"])"},
        Row{"firmware.allowed", R"([28.43 \"b, c\", 2,5])", R"(["28.43 \"b, c\"","2,5"])"}}) {
    const auto found = std::ranges::find(shown, row.parameter, &ShownParameter::parameter);
    ASSERT_NE(found, shown.end()) << row.parameter;
    EXPECT_EQ(found->value, row.value);
    EXPECT_EQ(found->json, row.json);
  }
}

}  // namespace

}  // namespace rocelint
