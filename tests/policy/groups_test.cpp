// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <ostream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/policy/loading.h"

namespace rocelint {

namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Bad {
  std::string name;
  std::string group;  ///< in flow style, on line 3 from column 5 on
  std::string error;
};
void PrintTo(const Bad& row, std::ostream* out) {
  *out << row.name;
}

class GroupRefused : public ::testing::TestWithParam<Bad> {};

TEST_P(GroupRefused, WithItsPlace) {
  const auto loading = test::load_text("policy: acme\nextends: lossless-dscp26\ngroups:\n  - " +
                                       GetParam().group + "\n");
  EXPECT_THAT(test::texts(loading.errors), ElementsAre("acme:4:" + GetParam().error));
}

const std::array kBad = {
    Bad{"NoWhere", "{roles: {compute: {trust: any}}}", "5: a group needs where and roles"},
    Bad{"NoRoles", "{where: 'true'}", "5: a group needs where and roles"},
    Bad{"UnknownKey", "{where: 'true', roles: {}, rules: {}}",
        "32: unknown key \"rules\" in a "
        "group, did you mean \"roles\"?"},
    Bad{"NoSuchRole", "{where: 'true', roles: {comptue: {trust: any}}}",
        "38: unknown role \"comptue\" in a group, did you mean \"compute\"?"},
    Bad{"BadParameter", "{where: 'true', roles: {compute: {trst: any}}}",
        "39: unknown key \"trst\" in a role, did you mean \"trust\"?"},
    Bad{"Ports", "{where: 'true', roles: {compute: {ports: 'true'}}}",
        "46: a group cannot set ports (set it in the role)"},
    Bad{"Contradiction", "{where: 'true', roles: {compute: {cnp: {priority: 3}}}}",
        "55: role compute: cnp.priority 3 is a RoCE priority with PFC: pauses would delay CNPs"},
    Bad{"PortsExpectedByPort",
        "{where: 'dev.driver == \"bnxt_en\"', roles: {compute: {expect: {ports: 2}}}}",
        "74: expect.ports applies to the whole host, but this group's where tests a port (test "
        "host, such as host.devices.exists(d, d.driver == \"mlx5_core\"), or define a role for "
        "these ports)"},
    Bad{"SystemByPort",
        "{where: 'netdev.name == \"a\" && host.hostname == \"b\"', roles: {compute: {system: "
        "{open_files: 9}}}}",
        "85: system applies to the whole host, but this group's where tests a port (test host, "
        "such as host.devices.exists(d, d.driver == \"mlx5_core\"), or define a role for these "
        "ports)"},
    Bad{"Text", "compute", "5: a group must be a mapping (where, roles), not \"compute\""},
};

INSTANTIATE_TEST_SUITE_P(Policy, GroupRefused, ::testing::ValuesIn(kBad),
                         [](const auto& row) { return row.param.name; });

TEST(Groups, MayReadCurrentState) {
  const auto loading = test::load_text(test::with_section(
      "groups:\n  - {where: 'host.kernel_release == \"6.8\"', roles: {compute: {trust: pcp}}}"));
  ASSERT_THAT(test::texts(loading.errors), IsEmpty());
  ASSERT_EQ(loading.policy->groups.size(), 1U);
  EXPECT_EQ(loading.policy->groups[0].from, "acme:4");
}

TEST(Groups, TakeNothingBackByPortThatTheHostIsAsked) {
  const auto loading = test::load_text(
      "policy: acme\nroles:\n  compute: {expect: {ports: 4}}\ngroups:\n  - {where: 'dev.driver == "
      "\"bnxt_en\"', roles: {compute: {expect: null}}}\n");
  EXPECT_THAT(test::texts(loading.errors),
              ElementsAre(testing::StartsWith(
                  "acme:5:58: expect.ports applies to the whole host, but this group's where tests "
                  "a port (test host, such as host.devices.exists(d, d.driver == \"mlx5_core\"), "
                  "or define a role for these ports)")));
}

TEST(Groups, SetWhatTheHostIsAskedByTheHost) {
  for (const auto* group :
       {"{where: 'dev.driver == \"bnxt_en\"', roles: {compute: {expect: {speed_mbps: 100000}}}}",
        "{where: 'host.devices.exists(d, d.driver == \"bnxt_en\")', roles: {compute: {expect: "
        "{ports: 2}, system: {open_files: 9}}}}"}) {
    EXPECT_THAT(
        test::texts(
            test::load_text(test::with_section("groups:\n  - " + std::string(group))).errors),
        IsEmpty())
        << group;
  }
}

TEST(Groups, AreFixedByAnOverride) {
  const std::string text =
      "policy: acme\nextends: lossless-dscp26\ngroups:\n  - {where: 'true', roles: {compute: {cnp: "
      "{priority: 3}}}}\n";
  EXPECT_EQ(test::load_text(text).errors.size(), 1U);
  EXPECT_THAT(test::texts(test::load_text(text, {"cnp.priority=6"}).errors), IsEmpty());
}

}  // namespace

}  // namespace rocelint
