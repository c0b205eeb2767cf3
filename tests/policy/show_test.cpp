// SPDX-License-Identifier: Apache-2.0
#include "policy/show.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policy/loading.h"
#include "tests/support/golden.h"

namespace rocelint {

namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kPolicy = R"(policy: acme
summary: one of each
extends: lossless-dscp26
enforce: false
rules_as_of: 1.2
roles:
  compute: {ports: 'dev.driver == "mlx5_core"', fec: [rs]}
groups:
  - {where: 'true', roles: {compute: {cnp: {priority: 7}, mtu: null, fec: [rs, llrs]}}}
rules:
  pcie-*: {severity: warning, unknown: {accept: [timeout, permission]}}
  gdr-*: disabled
waivers:
  - {rule: link-*, fleet: true, until: 2027-01-31, reason: "no optics", also_unknown: true}
)";

TEST(ShowPolicy, GoldenOfEverythingWithItsPlace) {
  const auto loading = test::load_text(kPolicy);
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  auto shown = show_policy(*loading.policy);
  const auto& digest = loading.policy->digest;  // changes with each shipped profile
  ASSERT_THAT(shown, StartsWith("acme@" + digest + "\none of each\nenforce: false"));
  shown.replace(shown.find(digest), digest.size(), "DIGEST");
  test::expect_golden("policy/show.txt", shown);
}

TEST(ShowPolicy, SendsNoControlCharacterToTheTerminal) {
  auto loading = test::load_text(kPolicy);
  ASSERT_TRUE(loading.policy.has_value());
  auto& policy = *loading.policy;
  policy.summary = "\x1b[31mred";
  policy.waivers.at(0).reason = "two\nlines";
  policy.rule_settings.at(0).pattern = "a\x07";
  const auto text = show_policy(policy);
  EXPECT_THAT(text, HasSubstr("\\x1b[31mred"));
  EXPECT_THAT(text, HasSubstr("two\\nlines"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\x07")));
}

TEST(ShowPolicy, ALongCellMakesNoOtherLineLonger) {
  const auto loading = test::load_text(R"(policy: acme
roles:
  compute:
    ports: 'dev.driver == "mlx5_core" && dev.max_speed_mbps >= 400000'
    mtu: {active_bytes: 4096}
)");
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  EXPECT_THAT(show_policy(*loading.policy),
              HasSubstr("\n  mtu.active_bytes             4096        acme:5\n"));
}

TEST(ShowPolicy, ListsWhatIsNotSetToo) {
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

}  // namespace

}  // namespace rocelint
